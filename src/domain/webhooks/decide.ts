// Decisions on a client's webhooks. A webhook subscribed to a type that a key may not see does not exist for that
// key (docs/spec/keys.md#event-scopes).
import type { Scope } from '../apiKeys.js';
import type { Decision } from '../kernel/event.js';
import type { Problem } from '../problem.js';
import { missingScope, type PublicEventType } from './eventTypes.js';
import type {
  DeactivationReason,
  IdempotentUse,
  SealedSecret,
  WebhookActivated,
  WebhookChanged,
  WebhookDeactivated,
  WebhookRegistered,
  WebhookRemoved,
  WebhookSecretRotated,
} from './events.js';
import {
  IDEMPOTENCY_MS,
  webhookOf,
  type ClientWebhooks,
  type IdempotentRoute,
  type UsedKey,
  type Webhook,
} from './fold.js';
import { WEBHOOKS_MAX } from './refusals.js';

/** `Replayed`: the `Idempotency-Key` was used for the same request before; `first` is that use. */
export type WebhookOutcome =
  | Readonly<{ is: 'Done' }>
  | Readonly<{ is: 'Replayed'; first: UsedKey }>
  | Readonly<{ is: 'Refused'; problem: Problem }>;

/** `now` in milliseconds since 1970; `scopes` those of the requesting key. */
type Requested = Readonly<{ scopes: readonly Scope[]; now: number }>;

export type RegisterWebhook = Requested &
  Readonly<{
    webhookId: string;
    clientId: number;
    url: string;
    events: readonly PublicEventType[];
    secret: SealedSecret;
    idempotency: IdempotentUse;
  }>;

/** The same key with the same body replays the registration, even when the client has reached its limit since. */
export function decideRegister(
  state: ClientWebhooks,
  command: RegisterWebhook,
): Decision<WebhookRegistered, WebhookOutcome> {
  const { webhookId, clientId, url, events, secret, idempotency, scopes } = command;
  const scope = missingScope(events, scopes);
  if (scope !== null) return refused({ is: 'ScopeMissing', scope: scope });
  const earlier = earlierUse(state, 'register', idempotency, command);
  if (earlier !== null) return { events: [], outcome: earlier };
  if (state.webhooks.length >= WEBHOOKS_MAX) return refused({ is: 'TooManyWebhooks' });
  const data = { webhookId, clientId, url, events, secret, idempotency };
  return { events: [{ type: 'WebhookRegistered', data }], outcome: { is: 'Done' } };
}

/** A null field stays as it is. */
export type ChangeWebhook = Pick<Requested, 'scopes'> &
  Readonly<{
    webhookId: string;
    url: string | null;
    events: readonly PublicEventType[] | null;
    status: Webhook['status'] | null;
  }>;

/** A change to the current values creates no event. Activation resets the count of failures. */
export function decideChange(
  state: ClientWebhooks,
  command: ChangeWebhook,
): Decision<WebhookChanged | WebhookActivated | WebhookDeactivated, WebhookOutcome> {
  const webhook = visible(state, command.webhookId, command.scopes);
  if (webhook === null) return refused({ is: 'WebhookNotFound' });
  const { webhookId, clientId } = webhook;
  const url = command.url ?? webhook.url;
  const events = command.events ?? webhook.events;
  const scope = missingScope(events, command.scopes);
  if (scope !== null) return refused({ is: 'ScopeMissing', scope: scope });
  const changes: (WebhookChanged | WebhookActivated | WebhookDeactivated)[] = [];
  if (url !== webhook.url || !sameTypes(events, webhook.events))
    changes.push({ type: 'WebhookChanged', data: { webhookId, clientId, url, events } });
  if (command.status !== null && command.status !== webhook.status)
    changes.push(
      command.status === 'ACTIVE'
        ? { type: 'WebhookActivated', data: { webhookId, clientId } }
        : { type: 'WebhookDeactivated', data: { webhookId, clientId, reason: 'REQUESTED', deliveryId: null } },
    );
  return { events: changes, outcome: { is: 'Done' } };
}

/** The fan-out cancels its open deliveries. A second removal is refused: the webhook does not exist. */
export function decideRemove(
  state: ClientWebhooks,
  command: Readonly<{ webhookId: string; scopes: readonly Scope[] }>,
): Decision<WebhookRemoved, WebhookOutcome> {
  const webhook = visible(state, command.webhookId, command.scopes);
  if (webhook === null) return refused({ is: 'WebhookNotFound' });
  const { webhookId, clientId } = webhook;
  return { events: [{ type: 'WebhookRemoved', data: { webhookId, clientId } }], outcome: { is: 'Done' } };
}

type RotateSecret = Requested &
  Readonly<{
    webhookId: string;
    secret: SealedSecret;
    /** ISO 8601 UTC; null: the new one signs at once. */
    previousUntil: string | null;
    idempotency: IdempotentUse | null;
  }>;

export function decideRotate(
  state: ClientWebhooks,
  command: RotateSecret,
): Decision<WebhookSecretRotated, WebhookOutcome> {
  const { secret, previousUntil, idempotency } = command;
  const webhook = visible(state, command.webhookId, command.scopes);
  if (webhook === null) return refused({ is: 'WebhookNotFound' });
  const earlier = idempotency === null ? null : earlierUse(state, 'rotate', idempotency, command);
  if (earlier !== null) return { events: [], outcome: earlier };
  const { webhookId, clientId } = webhook;
  const data = { webhookId, clientId, secret, previousUntil, idempotency };
  return { events: [{ type: 'WebhookSecretRotated', data }], outcome: { is: 'Done' } };
}

export type DeactivateWebhook = Readonly<{
  webhookId: string;
  reason: Exclude<DeactivationReason, 'REQUESTED'>;
  /** The `Webhook.activation` in which the failures were counted. */
  activation: number;
  deliveryId: string;
}>;

/** A webhook that was removed, is inactive, or was activated again since stays as it is. May be sent twice. */
export function decideDeactivate(
  state: ClientWebhooks,
  { webhookId, reason, activation, deliveryId }: DeactivateWebhook,
): Decision<WebhookDeactivated, null> {
  const webhook = webhookOf(state, webhookId);
  if (webhook?.status !== 'ACTIVE' || webhook.activation !== activation) return { events: [], outcome: null };
  const data = { webhookId, clientId: webhook.clientId, reason, deliveryId };
  return { events: [{ type: 'WebhookDeactivated', data }], outcome: null };
}

/** Null also when it is subscribed to a type these scopes may not see (docs/spec/keys.md#event-scopes). */
function visible(state: ClientWebhooks, webhookId: string, scopes: readonly Scope[]): Webhook | null {
  const webhook = webhookOf(state, webhookId);
  return webhook !== null && missingScope(webhook.events, scopes) === null ? webhook : null;
}

/** Null when the key is new, or its first use more than 24 h ago (docs/spec/webhooks.md#idempotency). */
function earlierUse(
  state: ClientWebhooks,
  route: IdempotentRoute,
  { key, bodyHash }: IdempotentUse,
  { scopes, now }: Requested,
): WebhookOutcome | null {
  const first = state.usedKeys.findLast((usedKey) => usedKey.route === route && usedKey.key === key);
  if (first === undefined || Date.parse(first.at) + IDEMPOTENCY_MS <= now) return null;
  if (first.bodyHash !== bodyHash) return { is: 'Refused', problem: { is: 'IdempotencyKeyReused' } };
  const current = webhookOf(state, first.answered.webhookId);
  const scope = missingScope([...first.answered.events, ...(current?.events ?? [])], scopes);
  if (scope !== null) return { is: 'Refused', problem: { is: 'ScopeMissing', scope: scope } };
  return { is: 'Replayed', first };
}

function refused<Event extends never>(problem: Problem): Decision<Event, WebhookOutcome> {
  return { events: [], outcome: { is: 'Refused', problem } };
}

function sameTypes(one: readonly PublicEventType[], other: readonly PublicEventType[]): boolean {
  return one.length === other.length && one.every((type, at) => type === other[at]);
}
