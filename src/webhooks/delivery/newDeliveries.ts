// Creates the deliveries of an event: one for each webhook subscribed to its type.
import { v5 as uuidV5 } from 'uuid';
import type { PublicEventType } from '../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import type { DeliveryOrigin, NewDelivery, PublicEvent, Scheduled } from './deliveryQueue.js';

export function subscribedTo(type: PublicEventType, webhooks: readonly Webhook[]): readonly Webhook[] {
  return webhooks.filter(({ events }) => events.includes(type));
}

/**
 * One delivery per webhook, `SKIPPED` where it is inactive, so that each subscription has a row. Ids derive from event
 * and webhook: an event scheduled twice is stored once (docs/spec/webhooks.md#deliveries).
 */
export function scheduledFor(
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

/** The activation of tests: above all others, so that closing the deliveries of earlier activations does not close tests. */
const NO_ACTIVATION = Number.MAX_SAFE_INTEGER;

/** Tests are also sent to inactive webhooks, so that their owner can test a repaired receiver before activation. */
export function newDelivery(
  { webhookId, url, activation, status }: Webhook,
  facts: Readonly<{ deliveryId: string; origin: DeliveryOrigin; createdAt: number; dueAt: number }>,
): NewDelivery {
  if (facts.origin === 'TEST') return { ...facts, webhookId, url, activation: NO_ACTIVATION, status: 'PENDING' };
  return { ...facts, webhookId, url, activation, status: status === 'ACTIVE' ? 'PENDING' : 'SKIPPED' };
}
