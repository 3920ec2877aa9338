// The documents of the delivery queue: a row for each delivery, the body of each event once, the fan-out's checkpoint, replays.
import type { KnownEvent } from '../../domain/kernel/knownEvent.js';
import type {
  Claimed,
  Delivery,
  DeliveryOrigin,
  FoundDelivery,
  MadeAttempt,
  NewDelivery,
  PublicEvent,
} from '../../webhooks/delivery/deliveryQueue.js';
import type { DeliveryStatus } from '../../domain/webhooks/events.js';
import { collection } from '../documents/documents.js';

/**
 * `lane` is the webhook's id while the delivery is open, then null; `token` null while it is not claimed; `dueAt` null once it is
 * final; `changedAt`: last change of a listed field; `finishedAt` only of those that were delivered or failed.
 */
export type Row = Readonly<{
  _id: string;
  eventId: string;
  clientId: number;
  webhookId: string;
  type: string;
  createdAt: number;
  eventCreatedAt: number;
  url: string;
  origin: DeliveryOrigin;
  activation: number;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: number | null;
  dueAt: number | null;
  responseStatus: number | null;
  error: string;
  finishedAt: number | null;
  lane: string | null;
  token: string | null;
  changedAt: number;
  made: readonly MadeAttempt[];
}>;

/** `body` is the text of the bytes, which are JSON in UTF-8. */
export type Body = Readonly<{ _id: string; clientId: number; type: string; createdAt: number; body: string }>;

export type Place = Readonly<{
  _id: string;
  queueId: string;
  logId: string;
  position: number;
  last: KnownEvent | null;
}>;

export type Replay = Readonly<{ _id: string; begunAt: number }>;

/** In `listed`, what follows `_id` lets the common counts read the index alone. */
export const rows = collection<Row>(
  'webhookDeliveries',
  {
    open: ['lane', 'token', 'dueAt'],
    inHand: ['token'],
    listed: ['clientId', '-createdAt', '_id', 'type', 'webhookId', 'status'],
    changed: ['changedAt'],
    finished: ['webhookId', '-finishedAt'],
    byEvent: ['eventId', 'webhookId'],
    forReplay: ['webhookId', 'origin', 'eventCreatedAt', 'eventId'],
    byTime: ['createdAt'],
  },
  { stamped: 'changedAt', absentWithout: { open: 'lane', inHand: 'token', finished: 'finishedAt' } },
);
export const bodies = collection<Body>('webhookBodies', { byTime: ['createdAt'] });
export const places = collection<Place>('webhookFanOut');
export const replays = collection<Replay>('webhookReplays');

export const queueCollections = [rows, bodies, places, replays];

export function rowOf(
  { eventId, clientId, type, createdAt }: Omit<PublicEvent, 'body'>,
  { deliveryId, dueAt, ...delivery }: NewDelivery,
): Row {
  const isOpen = delivery.status === 'PENDING';
  return {
    ...{ _id: deliveryId, eventId, clientId, type, eventCreatedAt: createdAt, ...delivery },
    ...{ attempts: 0, lastAttemptAt: null, dueAt: isOpen ? dueAt : null, responseStatus: null, error: '' },
    ...{ finishedAt: null, lane: isOpen ? delivery.webhookId : null, token: null, changedAt: 0, made: [] },
  };
}

export function bodyOf({ eventId: _id, clientId, type, createdAt, body }: PublicEvent): Body {
  return { _id, clientId, type, createdAt, body: body.toString() };
}

export function eventOf({ _id: eventId, body, ...event }: Body): PublicEvent {
  return { eventId, ...event, body: Buffer.from(body) };
}

export function deliveryOf(row: Row): Delivery {
  const { _id: deliveryId, eventId, type, createdAt, webhookId, url, status, attempts, dueAt } = row;
  const { lastAttemptAt, responseStatus, error, origin } = row;
  const nextAttemptAt = dueAt === 0 ? createdAt : dueAt;
  return {
    ...{ deliveryId, eventId, type, createdAt, webhookId, url, status, attempts },
    ...{ lastAttemptAt, nextAttemptAt, responseStatus, error, origin },
  };
}

export function foundOf(row: Row, body: Body | null): FoundDelivery {
  return { ...deliveryOf(row), made: row.made, event: body && eventOf(body) };
}

export function claimedOf({ _id: deliveryId, token, ...row }: Row, body: Buffer | null): Claimed {
  const { eventId, clientId, webhookId, type, origin, activation, attempts, createdAt } = row;
  return {
    ...{ deliveryId, token: token ?? '', eventId, clientId, webhookId, type, origin },
    ...{ activation, attempts, createdAt, body },
  };
}
