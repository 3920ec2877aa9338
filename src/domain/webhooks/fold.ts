// Stream `webhooks-{clientId}`: a client's webhooks. Commands fold it to its end, the fan-out event by event from
// its subscription. The state is plain JSON.
import { DAY_MS, changedAfter } from '../kernel/calendarDate.js';
import type { Fold, Recorded } from '../kernel/event.js';
import type { PublicEventType } from './eventTypes.js';
import type {
  DeactivationReason,
  IdempotentUse,
  SealedSecret,
  WebhookEvent,
  WebhookRegistered,
  WebhookSecretRotated,
  WebhookStatus,
} from './events.js';

/** The prefix of the streams of all clients. */
export const WEBHOOK_STREAMS = 'webhooks-';

export function webhooksStream(clientId: number): string {
  return `${WEBHOOK_STREAMS}${clientId}`;
}

/** Immutable: each change creates a new object. Times are ISO 8601 UTC. */
export type Webhook = Readonly<{
  webhookId: string;
  clientId: number;
  url: string;
  events: readonly PublicEventType[];
  status: WebhookStatus;
  /** 1 at first, one more with each later activation: failures count for one activation only. */
  activation: number;
  /** Null while it is active. */
  deactivation: Readonly<{ reason: DeactivationReason; at: string }> | null;
  /** The newest one. */
  secret: SealedSecret;
  previousSecret: Readonly<{ secret: SealedSecret; until: string }> | null;
  registeredAt: string;
  /** The time, in ms, of the last event of its stream that changed a field of its row; secrets are not in it. */
  changedAt: number;
}>;

/** Routes on which an `Idempotency-Key` counts. */
export type IdempotentRoute = 'register' | 'rotate';

/** `answered`: the webhook after the first use, from which its response is repeated. */
export type UsedKey = IdempotentUse & Readonly<{ route: IdempotentRoute; at: string; answered: Webhook }>;

/**
 * `webhooks` in the order of their registration, without those removed; each event makes a new array. `removed`:
 * the last 1,000 of them. `usedKeys` of the last 24 h, oldest first. `changedAt` is the time of the last event in
 * ms, increased if needed so that it ascends.
 */
export type ClientWebhooks = {
  webhooks: readonly Webhook[];
  removed: readonly RemovedWebhook[];
  usedKeys: UsedKey[];
  changedAt: number;
};

/** Says who may see the deliveries that are left of it. */
export type RemovedWebhook = Pick<Webhook, 'webhookId' | 'events'>;

/** How long the same `Idempotency-Key` answers the same response again (docs/spec/webhooks.md#idempotency). */
export const IDEMPOTENCY_MS = DAY_MS;

const REMOVED_MAX = 1_000;
const WEBHOOK_BYTES = 1_500;
const REMOVED_BYTES = 200;
const STATE_BYTES = 200;

export const clientWebhooks: Fold<ClientWebhooks> = {
  initial: () => ({ webhooks: [], removed: [], usedKeys: [], changedAt: 0 }),
  evolve(state, recorded) {
    const event = recorded as Recorded<WebhookEvent>;
    const { at } = event.metadata;
    const changedAt = changedAfter(state.changedAt, at);
    state.changedAt = changedAt;
    switch (event.type) {
      case 'WebhookRegistered':
        return withRegistered(state, event.data, at, changedAt);
      case 'WebhookChanged': {
        const { webhookId, url, events } = event.data;
        return withChange(state, webhookId, () => ({ url, events, changedAt }));
      }
      case 'WebhookDeactivated': {
        const { webhookId, reason } = event.data;
        return withChange(state, webhookId, () => ({
          status: 'INACTIVE',
          deactivation: { reason, at },
          changedAt,
        }));
      }
      case 'WebhookActivated':
        return withChange(state, event.data.webhookId, ({ activation }) => {
          return { status: 'ACTIVE', activation: activation + 1, deactivation: null, changedAt };
        });
      case 'WebhookSecretRotated':
        return withRotated(state, event.data, at);
      case 'WebhookRemoved':
        return withoutWebhook(state, event.data.webhookId);
      default:
        return state;
    }
  },
  size: ({ webhooks, removed, usedKeys }) =>
    STATE_BYTES + (webhooks.length + usedKeys.length) * WEBHOOK_BYTES + removed.length * REMOVED_BYTES,
};

export function webhookOf(state: ClientWebhooks, webhookId: string): Webhook | null {
  return state.webhooks.find((webhook) => webhook.webhookId === webhookId) ?? null;
}

/**
 * The secrets that sign a delivery at a time: `current` makes `X-Service-Signature`, `next` (null outside an
 * overlap) `X-Service-Signature-Next` (docs/spec/webhooks.md#rotation).
 * @param at ISO 8601 UTC
 */
export function secretsInForce(
  { secret, previousSecret }: Pick<Webhook, 'secret' | 'previousSecret'>,
  at: string,
): Readonly<{ current: SealedSecret; next: SealedSecret | null }> {
  if (previousSecret === null || previousSecret.until <= at) return { current: secret, next: null };
  return { current: previousSecret.secret, next: secret };
}

function withRegistered(
  state: ClientWebhooks,
  { webhookId, clientId, url, events, secret, idempotency }: WebhookRegistered['data'],
  at: string,
  changedAt: number,
): ClientWebhooks {
  const webhook: Webhook = {
    webhookId,
    clientId,
    url,
    events,
    status: 'ACTIVE',
    activation: 1,
    deactivation: null,
    secret,
    previousSecret: null,
    registeredAt: at,
    changedAt,
  };
  state.webhooks = [...state.webhooks, webhook];
  return withUse(state, 'register', idempotency, at, webhook);
}

/** A second rotation within the overlap replaces the announced secret: the one in force keeps signing. */
function withRotated(
  state: ClientWebhooks,
  { webhookId, secret, previousUntil, idempotency }: WebhookSecretRotated['data'],
  at: string,
): ClientWebhooks {
  withChange(state, webhookId, (webhook) => {
    if (previousUntil === null) return { secret, previousSecret: null };
    return { secret, previousSecret: { secret: secretsInForce(webhook, at).current, until: previousUntil } };
  });
  const webhook = webhookOf(state, webhookId);
  return webhook && idempotency ? withUse(state, 'rotate', idempotency, at, webhook) : state;
}

function withChange(
  state: ClientWebhooks,
  webhookId: string,
  change: (webhook: Webhook) => Partial<Webhook>,
): ClientWebhooks {
  state.webhooks = state.webhooks.map((webhook) =>
    webhook.webhookId === webhookId ? { ...webhook, ...change(webhook) } : webhook,
  );
  return state;
}

function withoutWebhook(state: ClientWebhooks, removedId: string): ClientWebhooks {
  const removed = webhookOf(state, removedId);
  if (removed === null) return state;
  state.webhooks = state.webhooks.filter((webhook) => webhook !== removed);
  state.removed = [...state.removed, { webhookId: removedId, events: removed.events }].slice(-REMOVED_MAX);
  return state;
}

/** Drops the uses older than 24 h. */
function withUse(
  state: ClientWebhooks,
  route: IdempotentRoute,
  { key, bodyHash }: IdempotentUse,
  at: string,
  answered: Webhook,
): ClientWebhooks {
  const firstKept = state.usedKeys.findIndex((one) => Date.parse(one.at) + IDEMPOTENCY_MS > Date.parse(at));
  state.usedKeys.splice(0, firstKept < 0 ? state.usedKeys.length : firstKept);
  state.usedKeys.push({ route, key, bodyHash, at, answered });
  return state;
}
