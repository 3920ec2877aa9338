// Dependencies and types shared by the commands on webhooks.
import type { Scope } from '../../domain/apiKeys.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { Transactor } from '../kernel/transact.js';
import type { DecideForClient } from './clientWebhooksDecider.js';
import type { OncePerKey } from './idempotency.js';
import type { UrlFault } from '../../domain/webhooks/refusals.js';

export type WebhookCommandDeps = Transactor &
  Readonly<{
    secretsKey: Buffer;
    addresses: Pick<UrlCheck, 'checkName'>;
    decideForClient: DecideForClient;
    oncePerKey: OncePerKey;
  }>;

/** The client and the scopes of the key. */
export type Requester = Readonly<{ clientId: number; scopes: readonly Scope[] }>;

/** A webhook with its clear secret, which is not stored. `replayed`: an earlier request had the same idempotency key. */
export type ShownWebhook = Readonly<{ webhook: Webhook; secret: string; replayed: boolean }>;

/** Null: the URL has no fault. */
export type UrlCheck = Readonly<{
  /** Checks the text without resolving the name. */
  checkText(text: string): UrlFault | null;
  /** Checks the addresses the name resolves to; a name that does not resolve is accepted. `text` has passed `checkText`. */
  checkName(text: string): Promise<UrlFault | null>;
}>;
