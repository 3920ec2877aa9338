// What the commands on webhooks share.
import type { Scope } from '../../domain/apiKeys/events.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { Transactor } from '../kernel/transact.js';
import type { DecideForClient } from './clientWebhooksDecider.js';
import type { OncePerKey } from './idempotency.js';
import type { UrlCheck } from './urlCheck.js';

export type WebhookCommandDeps = Transactor &
  Readonly<{
    secretsKey: Buffer;
    addresses: Pick<UrlCheck, 'checkName'>;
    decideForClient: DecideForClient;
    oncePerKey: OncePerKey;
  }>;

/** Whose webhooks, and what the key may see. */
export type Requester = Readonly<{ clientId: number; scopes: readonly Scope[] }>;

/** A webhook with its clear secret, which is stored nowhere. `replayed`: an earlier call with the same key did it. */
export type ShownWebhook = Readonly<{ webhook: Webhook; secret: string; replayed: boolean }>;
