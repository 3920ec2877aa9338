// A public event as it is stored and sent: `{ id, type, createdAt, data }`, its bytes made once.
import { v5 as uuidV5 } from 'uuid';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';
import type { PublicEvent } from './delivery/deliveryQueue.js';

/** What an event is derived from: `at` in ISO 8601 UTC. */
export type EventSource = Readonly<{ id: string; clientId: number; at: string }>;

/** The same source, type and item make the same event, id and bytes, however often. `namespace` is the deployment's. */
export function publicEventOf(
  namespace: string,
  source: EventSource,
  type: PublicEventType,
  { item, data }: Readonly<{ item: string; data: object }>,
): PublicEvent {
  const eventId = `evt_${uuidV5(`${source.id}/${type}/${item}`, namespace)}`;
  return publicEvent(eventId, source.clientId, type, source.at, data);
}

export type DeliveryOutcome = Readonly<{
  deliveryId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  attempts: number;
  responseStatus: number | null;
}>;

/** At most one of each delivery, never about a delivery of these two types. */
export function webhookEvent(
  namespace: string,
  type: 'webhook.delivered' | 'webhook.failed',
  clientId: number,
  at: string,
  data: DeliveryOutcome,
): PublicEvent {
  return publicEventOf(namespace, { id: data.deliveryId, clientId, at }, type, { item: '', data });
}

/** @param id random: each test is an event of its own */
export function testEvent(id: string, clientId: number, type: PublicEventType, at: string): PublicEvent {
  return publicEvent(`evt_${id}`, clientId, type, at, { test: true });
}

function publicEvent(eventId: string, clientId: number, type: string, at: string, data: object): PublicEvent {
  const body = Buffer.from(JSON.stringify({ id: eventId, type, createdAt: at, data }));
  return { eventId, clientId, type, createdAt: Date.parse(at), body };
}
