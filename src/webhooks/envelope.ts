// The envelope of a public event, `{ id, type, createdAt, data }`, encoded once.
import { v5 as uuidV5 } from 'uuid';
import type { PublicEventType } from '../domain/webhooks/eventTypes.js';
import type { PublicEvent } from './delivery/deliveries.js';

/**
 * Deterministic: the same source, type and item give the same id and bytes. `namespace` is the deployment's.
 * @param source what a public event derives from; `at` in ISO 8601 UTC
 */
export function publicEventOf(
  namespace: string,
  source: Readonly<{ id: string; clientId: number; at: string }>,
  type: PublicEventType,
  { item, data }: Readonly<{ item: string; data: object }>,
): PublicEvent {
  const eventId = `evt_${uuidV5(`${source.id}/${type}/${item}`, namespace)}`;
  return publicEvent(eventId, source.clientId, type, source.at, data);
}

/** @param id random: each test is a new event @param example values of the type's members */
export function testEvent(
  id: string,
  clientId: number,
  { type, example }: Readonly<{ type: PublicEventType; example: object }>,
  at: string,
): PublicEvent {
  return publicEvent(`evt_${id}`, clientId, type, at, { ...example, test: true });
}

function publicEvent(eventId: string, clientId: number, type: string, at: string, data: object): PublicEvent {
  const body = Buffer.from(JSON.stringify({ id: eventId, type, createdAt: at, data }));
  return { eventId, clientId, type, createdAt: Date.parse(at), body };
}
