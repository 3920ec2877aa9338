// Deliveries, and their documents in the queue: a row for each delivery, the body of each event once, the
// fan-out's checkpoint, replays. A delivery is claimed, attempted and settled until its status is final. A claim
// is a token; no two clocks are compared. Times are milliseconds since 1970.
import { collection } from '../../commands/kernel/documents.js';
import type { KnownEvent } from '../../domain/kernel/knownEvent.js';
import type { DeliveryStatus } from '../../domain/webhooks/events.js';

/** The cause of a delivery: one `EVENT` per event and webhook. A `TEST` is neither failure nor success. */
export type DeliveryOrigin = 'EVENT' | 'REPLAY' | 'REDELIVERY' | 'TEST';

/** Every attempt of every delivery sends the same bytes of `body`. `eventId` starts with `evt_`. */
export type PublicEvent = Readonly<{
  eventId: string;
  clientId: number;
  type: string;
  createdAt: number;
  body: Buffer;
}>;

/** `activation` of the webhook at the time of scheduling; `dueAt` 0: at once, regardless of the clock. */
export type NewDelivery = Readonly<{
  deliveryId: string;
  webhookId: string;
  url: string;
  activation: number;
  origin: DeliveryOrigin;
  status: 'PENDING' | 'SKIPPED';
  createdAt: number;
  dueAt: number;
}>;

export type Scheduled = Readonly<{ event: PublicEvent; deliveries: readonly NewDelivery[] }>;

/** The result of an attempt: `responseStatus` is null without an answer. */
export type Attempted = Readonly<{
  at: number;
  url: string;
  /** The webhook's activation at the attempt: consecutive failures are counted per activation. */
  activation: number;
  responseStatus: number | null;
  error: string;
}>;

export type Claim = Readonly<{ deliveryId: string; token: string }>;

/** A claimed delivery. `attempts` made so far; `body` null after its retention. */
export type Claimed = Claim &
  Readonly<{
    eventId: string;
    clientId: number;
    webhookId: string;
    type: string;
    origin: DeliveryOrigin;
    activation: number;
    attempts: number;
    createdAt: number;
    body: Buffer | null;
  }>;

/** The outcome of a claimed delivery. `attempt` null: none was made. `dueAt` only with `RETRYING`. */
export type Settlement = Readonly<{
  claim: Claim;
  status: Exclude<DeliveryStatus, 'PENDING'>;
  attempt: Attempted | null;
  dueAt: number | null;
  /** Time of the final status, or of the last attempt. */
  at: number;
  /** A public event about this outcome, stored before it, and only if the claim is still valid. */
  announce: Scheduled | null;
}>;

export type Delivery = Readonly<{
  deliveryId: string;
  eventId: string;
  type: string;
  createdAt: number;
  webhookId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: number | null;
  nextAttemptAt: number | null;
  responseStatus: number | null;
  error: string;
  origin: DeliveryOrigin;
}>;

/** An attempt of a delivery as kept with it. `error` holds what was answered, shortened. */
export type MadeAttempt = Readonly<Pick<Attempted, 'at' | 'responseStatus' | 'error'>>;

/** A delivery with its attempts, in their order. `event` is null after the retention of its body. */
export type FoundDelivery = Delivery & Readonly<{ made: readonly MadeAttempt[]; event: PublicEvent | null }>;

/**
 * `lane` is the webhook's id while the delivery is open, then null; `token` null while it is not claimed; `dueAt`
 * null once it is final; `changedAt`: last change of a listed field; `finishedAt` only of those that were
 * delivered or failed.
 */
export type Row = Readonly<{ _id: string }> &
  Omit<Delivery, 'deliveryId' | 'nextAttemptAt'> &
  Readonly<{
    clientId: number;
    eventCreatedAt: number;
    activation: number;
    dueAt: number | null;
    finishedAt: number | null;
    lane: string | null;
    token: string | null;
    changedAt: number;
    made: readonly MadeAttempt[];
  }>;

/** `body` is the text of the bytes, which are JSON in UTF-8. */
type Body = Readonly<{ _id: string; body: string }> & Omit<PublicEvent, 'eventId' | 'body'>;

type Place = Readonly<{
  _id: string;
  queueId: string;
  logId: string;
  position: number;
  last: KnownEvent | null;
}>;

type Replay = Readonly<{ _id: string; begunAt: number }>;

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
    _id: deliveryId,
    eventId,
    clientId,
    type,
    eventCreatedAt: createdAt,
    ...delivery,
    attempts: 0,
    lastAttemptAt: null,
    dueAt: isOpen ? dueAt : null,
    responseStatus: null,
    error: '',
    finishedAt: null,
    lane: isOpen ? delivery.webhookId : null,
    token: null,
    changedAt: 0,
    made: [],
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
    deliveryId,
    eventId,
    type,
    createdAt,
    webhookId,
    url,
    status,
    attempts,
    lastAttemptAt,
    nextAttemptAt,
    responseStatus,
    error,
    origin,
  };
}

export function foundOf(row: Row, body: Body | null): FoundDelivery {
  return { ...deliveryOf(row), made: row.made, event: body && eventOf(body) };
}
