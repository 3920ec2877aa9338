// A client's webhooks as of any of their events: folded by commands up to the end of the stream, and by the fan-out
// from its subscription, event by event. The state is plain JSON.
import { changedAfter } from '../kernel/changedAfter.js';
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import type { PublicEventType } from './eventTypes.js';
import type { DeactivationReason, IdempotentUse, SealedSecret, WebhookEvent } from './events.js';

/** A value: each change of it makes another. Times are ISO 8601 UTC. */
export type Webhook = Readonly<{
  webhookId: string;
  clientId: number;
  url: string;
  events: readonly PublicEventType[];
  status: 'ACTIVE' | 'INACTIVE';
  /** 1 at first, one more each time it is activated again: what was counted under an earlier one counts no more. */
  activation: number;
  /** Null while it is active. */
  deactivation: Readonly<{ reason: DeactivationReason; at: string }> | null;
  /** The newest one. */
  secret: SealedSecret;
  /** Goes on signing until then. */
  previousSecret: Readonly<{ secret: SealedSecret; until: string }> | null;
  registeredAt: string;
  /** When a field was changed that its owner is shown, secrets apart: the time of that event in its stream, ms. */
  changedAt: number;
}>;

/** Routes on which an `Idempotency-Key` counts. */
export type IdempotentRoute = 'register' | 'rotate';

/** `answered` is the webhook as the first use left it, from which its response is made again. */
export type UsedKey = IdempotentUse & Readonly<{ route: IdempotentRoute; at: string; answered: Webhook }>;

/**
 * `webhooks` in the order of their registration, without those removed: a value of its own after each event.
 * `usedKeys` of the last 24 h, oldest first; `changedAt` the time of the last event, ms, later than that of any before.
 */
export type ClientWebhooks = { webhooks: readonly Webhook[]; usedKeys: UsedKey[]; changedAt: number };

/** How long the same `Idempotency-Key` answers the same response again (docs/spec/webhooks.md#idempotency). */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

const WEBHOOK_BYTES = 1_500;

export const clientWebhooks: Fold<ClientWebhooks> = {
  version: 2,
  initial: () => ({ webhooks: [], usedKeys: [], changedAt: 0 }),
  evolve(state, recorded) {
    const event = recorded as Recorded<WebhookEvent>;
    const { at } = event.metadata;
    const changedAt = changedAfter(state.changedAt, at);
    state.changedAt = changedAt;
    switch (event.type) {
      case 'WebhookRegistered': {
        const { webhookId, clientId, url, events, secret, idempotency } = event.data;
        const fresh = { status: 'ACTIVE', activation: 1, deactivation: null, previousSecret: null } as const;
        const webhook: Webhook = {
          webhookId,
          clientId,
          url,
          events,
          ...fresh,
          secret,
          registeredAt: at,
          changedAt,
        };
        state.webhooks = [...state.webhooks, webhook];
        return used(state, 'register', idempotency, at, webhook);
      }
      case 'WebhookChanged': {
        const { url, events } = event.data;
        return changed(state, event.data.webhookId, (webhook) => ({ ...webhook, url, events, changedAt }));
      }
      case 'WebhookDeactivated': {
        const deactivation = { reason: event.data.reason, at };
        return changed(state, event.data.webhookId, (webhook) => ({
          ...webhook,
          status: 'INACTIVE',
          deactivation,
          changedAt,
        }));
      }
      case 'WebhookActivated':
        return changed(state, event.data.webhookId, (webhook) => ({
          ...webhook,
          status: 'ACTIVE',
          activation: webhook.activation + 1,
          deactivation: null,
          changedAt,
        }));
      case 'WebhookSecretRotated': {
        const { webhookId, secret, previousUntil, idempotency } = event.data;
        changed(state, webhookId, (webhook) => rotated(webhook, secret, previousUntil, at));
        const webhook = webhookOf(state, webhookId);
        return webhook && idempotency ? used(state, 'rotate', idempotency, at, webhook) : state;
      }
      case 'WebhookRemoved':
        state.webhooks = state.webhooks.filter(({ webhookId }) => webhookId !== event.data.webhookId);
        return state;
      default:
        return state;
    }
  },
  size: ({ webhooks, usedKeys }) => 200 + (webhooks.length + usedKeys.length) * WEBHOOK_BYTES,
};

export function webhookOf(state: ClientWebhooks, webhookId: string): Webhook | null {
  return state.webhooks.find((webhook) => webhook.webhookId === webhookId) ?? null;
}

/**
 * What signs a delivery at a time: `current` makes `X-Service-Signature`, `next` (null outside an overlap)
 * `X-Service-Signature-Next`.
 * @param at ISO 8601 UTC
 */
export function secretsInForce(
  { secret, previousSecret }: Pick<Webhook, 'secret' | 'previousSecret'>,
  at: string,
): Readonly<{ current: SealedSecret; next: SealedSecret | null }> {
  if (previousSecret === null || previousSecret.until <= at) return { current: secret, next: null };
  return { current: previousSecret.secret, next: secret };
}

/** A second rotation within the overlap takes the place of the announced secret: strict receivers still have the first. */
function rotated(webhook: Webhook, secret: SealedSecret, previousUntil: string | null, at: string): Webhook {
  if (previousUntil === null) return { ...webhook, secret, previousSecret: null };
  const { current } = secretsInForce(webhook, at);
  return { ...webhook, secret, previousSecret: { secret: current, until: previousUntil } };
}

function changed(state: ClientWebhooks, webhookId: string, change: (webhook: Webhook) => Webhook): ClientWebhooks {
  state.webhooks = state.webhooks.map((webhook) => (webhook.webhookId === webhookId ? change(webhook) : webhook));
  return state;
}

function used(
  state: ClientWebhooks,
  route: IdempotentRoute,
  { key, bodyHash }: IdempotentUse,
  at: string,
  answered: Webhook,
): ClientWebhooks {
  const kept = state.usedKeys.findIndex((one) => Date.parse(one.at) + IDEMPOTENCY_MS > Date.parse(at));
  state.usedKeys.splice(0, kept < 0 ? state.usedKeys.length : kept);
  state.usedKeys.push({ route, key, bodyHash, at, answered });
  return state;
}
