// Creates the deliveries of an event: one for each webhook subscribed to its type.
import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import type { Clock } from '../../commands/kernel/context.js';
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { testEvent } from '../envelope.js';
import type { DeliveryOrigin, NewDelivery, PublicEvent, Scheduled, FoundDelivery } from './deliveries.js';
import type { DeliveryQueue, ReplaySelection } from './deliveryQueue.js';

export function subscribedTo(type: PublicEventType, webhooks: readonly Webhook[]): readonly Webhook[] {
  return webhooks.filter(({ events }) => events.includes(type));
}

/**
 * One delivery per webhook, `SKIPPED` where it is inactive, so that each subscription has a row. Ids derive from
 * event and webhook: an event scheduled twice is stored once (docs/spec/webhooks.md#deliveries).
 */
export function scheduleFor(
  namespace: string,
  event: PublicEvent,
  webhooks: readonly Webhook[],
  dueAt: number,
): Scheduled {
  const deliveries = webhooks.map((webhook) =>
    newDelivery(webhook, {
      deliveryId: uuidV5(`${event.eventId}/${webhook.webhookId}`, namespace),
      origin: 'EVENT',
      createdAt: event.createdAt,
      dueAt,
    }),
  );
  return { event, deliveries };
}

/** The activation of tests: closing the deliveries of earlier activations does not close tests. */
const NO_ACTIVATION = Number.MAX_SAFE_INTEGER;

/** Tests are also sent to inactive webhooks: their owner can test a receiver before activation. */
function newDelivery(
  { webhookId, url, activation, status }: Webhook,
  facts: Readonly<{ deliveryId: string; origin: DeliveryOrigin; createdAt: number; dueAt: number }>,
): NewDelivery {
  if (facts.origin === 'TEST') return { ...facts, webhookId, url, activation: NO_ACTIVATION, status: 'PENDING' };
  return { ...facts, webhookId, url, activation, status: status === 'ACTIVE' ? 'PENDING' : 'SKIPPED' };
}

// When an attempt is due (docs/spec/webhooks.md#attempts).

/** Seconds before each attempt, including the first: one number per attempt. */
export type RetrySeconds = readonly number[];

/** Cap of a receiver's `Retry-After`: one day. */
const RETRY_AFTER_MAX_SECONDS = 86_400;

/** When the first attempt is due; 0: at once, unless the schedule starts with a delay. */
export function firstDueAt(retrySeconds: RetrySeconds, now: number): number {
  const delay = retrySeconds[0] ?? 0;
  return delay === 0 ? 0 : now + delay * 1_000;
}

/**
 * When the next attempt is due after a failed one; null when that was the last. `Retry-After` can only lengthen
 * the wait.
 * @param attempts made so far, including the failed one
 * @param endedAt end of the failed attempt, in milliseconds since 1970
 * @param retryAfter the header as received
 */
export function nextDueAt(
  retrySeconds: RetrySeconds,
  attempts: number,
  endedAt: number,
  retryAfter: string | null,
): number | null {
  const delay = retrySeconds[attempts];
  return delay === undefined ? null : endedAt + Math.max(delay, secondsIn(retryAfter, endedAt)) * 1_000;
}

/** Reads seconds or an HTTP date; 0 for anything else, or a date in the past. */
function secondsIn(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const seconds = /^[0-9]{1,10}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1_000);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : 0;
}

// A test, a redelivery, or a replay of what was not delivered: new ids, for the same event with the same bytes
// (docs/spec/webhooks.md#sending-again).

/** Limit of events of one replay, and of its count. */
const REPLAY_EVENTS_MAX = 100_000;

/** `types` null: all current types of the webhook. */
type ReplayWindow = Pick<ReplaySelection, 'since' | 'until' | 'all'> &
  Readonly<{ types: readonly string[] | null }>;

/** `wake` is called after deliveries were stored; it wakes the dispatcher of this process. */
type RequestedDeliveriesDeps = Readonly<{
  queue: DeliveryQueue;
  clock: Clock;
  retrySeconds: RetrySeconds;
  wake(): void;
}>;

export type RequestedDeliveries = ReturnType<typeof createRequestedDeliveries>;

export function createRequestedDeliveries(deps: RequestedDeliveriesDeps) {
  const { queue, clock, wake } = deps;
  return {
    /** Sends a test event of a type with example values, even to an inactive webhook. */
    async test(webhook: Webhook, sample: Readonly<{ type: PublicEventType; example: object }>) {
      const event = testEvent(randomUUID(), webhook.clientId, sample, clock.now().toISOString());
      const delivery = newDelivery(webhook, requestedNow(deps, 'TEST'));
      await queue.enqueue([{ event, deliveries: [delivery] }]);
      wake();
      return { deliveryId: delivery.deliveryId, eventId: event.eventId };
    },
    /** @returns 1, or 0 when the webhook no longer has the type, or the body was purged */
    async redeliver(webhook: Webhook, { event, type, origin }: FoundDelivery) {
      if (event === null || !(webhook.events as readonly string[]).includes(type)) return 0;
      const delivery = newDelivery(webhook, requestedNow(deps, origin === 'TEST' ? 'TEST' : 'REDELIVERY'));
      await queue.enqueue([{ event, deliveries: [delivery] }]);
      wake();
      return 1;
    },
    async countReplay(webhook: Webhook, window: ReplayWindow) {
      let count = 0;
      for await (const events of selectEvents(queue, webhook, window)) count += events.length;
      return count;
    },
    /** @returns null while another replay of this webhook runs */
    replay: (webhook: Webhook, window: ReplayWindow) =>
      queue.withReplay(webhook.webhookId, clock.now().getTime(), async () => {
        let count = 0;
        for await (const events of selectEvents(queue, webhook, window)) {
          const again = events.map((event) => ({
            event,
            deliveries: [newDelivery(webhook, requestedNow(deps, 'REPLAY'))],
          }));
          await queue.enqueue(again);
          wake();
          count += events.length;
        }
        return count;
      }),
  };
}

function requestedNow({ clock, retrySeconds }: RequestedDeliveriesDeps, origin: 'REPLAY' | 'REDELIVERY' | 'TEST') {
  const createdAt = clock.now().getTime();
  return { deliveryId: randomUUID(), origin, createdAt, dueAt: firstDueAt(retrySeconds, createdAt) };
}

/** The selected events by pages, up to the limit. */
async function* selectEvents(
  queue: DeliveryQueue,
  { clientId, webhookId, events: subscribed }: Webhook,
  { types, ...window }: ReplayWindow,
): AsyncGenerator<readonly PublicEvent[]> {
  const wanted = types === null ? subscribed : subscribed.filter((type) => types.includes(type));
  let remaining = REPLAY_EVENTS_MAX;
  for await (const events of queue.selectForReplay({ clientId, webhookId, types: wanted, ...window })) {
    yield events.slice(0, remaining);
    if ((remaining -= events.length) <= 0) return;
  }
}
