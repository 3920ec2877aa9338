// The port by which commands and routes check the URL of a webhook. src/webhooks/sending/addressGuard.ts implements it.
import type { UrlFault } from '../../domain/webhooks/refusals.js';

/** Null: the URL has no fault. */
export type UrlCheck = Readonly<{
  /** Checks the text without resolving the name. */
  checkText(text: string): UrlFault | null;
  /** Checks the addresses the name resolves to; a name that does not resolve is accepted. `text` has passed `checkText`. */
  checkName(text: string): Promise<UrlFault | null>;
}>;
