// What a webhook's address may be, as commands ask it. The answer comes from where connections are made.
import type { UrlFault } from '../../domain/webhooks/faults.js';

/** Null: nothing is wrong. */
export type UrlCheck = Readonly<{
  /**
   * By the text alone.
   * @param ownHost host and port under which the service itself was called; null: not known
   */
  checkText(text: string, ownHost: string | null): UrlFault | null;
  /** By what its name resolves to now; one that does not resolve is accepted. `text` has passed `checkText`. */
  checkName(text: string): Promise<UrlFault | null>;
}>;
