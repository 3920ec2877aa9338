// From an event to the rows of those who want it, and when an attempt is due.
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { DeliveryOrigin, NewDelivery, PublicEvent, Scheduled } from './deliveryQueue.js';
import { nameBasedId } from '../fanOut/nameBasedId.js';

/**
 * Seconds before each attempt, the first being that before the first: as many attempts as numbers
 * (docs/spec/webhooks.md#attempts).
 */
export type RetrySeconds = readonly number[];

/** When a first attempt is due: at once unless the schedule says otherwise. */
export function firstDueAt(retrySeconds: RetrySeconds, now: number): number {
  const delay = retrySeconds[0] ?? 0;
  return delay === 0 ? 0 : now + delay * 1_000;
}

/**
 * When the next attempt is due after one failed; null when that was the last. `Retry-After` only lengthens the wait.
 * @param attempts made so far, the failed one included
 * @param endedAt when it ended
 */
export function nextDueAt(
  retrySeconds: RetrySeconds,
  attempts: number,
  endedAt: number,
  retryAfterSeconds: number | null,
): number | null {
  const delay = retrySeconds[attempts];
  return delay === undefined ? null : endedAt + Math.max(delay, retryAfterSeconds ?? 0) * 1_000;
}

export function wanting(webhooks: readonly Webhook[], type: PublicEventType): readonly Webhook[] {
  return webhooks.filter(({ events }) => events.includes(type));
}

/**
 * One delivery for each of these webhooks: to be skipped where it is inactive, for nothing a webhook asked for
 * disappears without a row. Ids follow from event and webhook: scheduled twice, it is there once.
 */
export function scheduledFor(
  namespace: string,
  event: PublicEvent,
  webhooks: readonly Webhook[],
  dueAt: number,
): Scheduled {
  const deliveries = webhooks.map((webhook) =>
    deliveryTo(webhook, {
      deliveryId: nameBasedId(namespace, `${event.eventId}/${webhook.webhookId}`),
      origin: 'EVENT',
      createdAt: event.createdAt,
      dueAt,
    }),
  );
  return { event, deliveries };
}

/** Of a test: closed with no activation, for it is sent also while the webhook is inactive. */
const OF_NO_ACTIVATION = Number.MAX_SAFE_INTEGER;

/** A test reaches an inactive webhook too: whoever mends a receiver tries it before activating it again. */
export function deliveryTo(
  { webhookId, url, activation, status }: Webhook,
  made: Readonly<{ deliveryId: string; origin: DeliveryOrigin; createdAt: number; dueAt: number }>,
): NewDelivery {
  if (made.origin === 'TEST') return { ...made, webhookId, url, activation: OF_NO_ACTIVATION, status: 'PENDING' };
  return { ...made, webhookId, url, activation, status: status === 'ACTIVE' ? 'PENDING' : 'SKIPPED' };
}
