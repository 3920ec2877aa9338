// The collections of the delivery queue in MongoDB; writes are acknowledged by the majority, journaled.
import type { Binary, Collection } from 'mongodb';
import type { KnownEvent } from '../../../domain/kernel/knownEvent.js';
import {
  deliveryFields,
  type Delivery,
  type DeliveryOrigin,
  type DeliveryStatus,
  type MadeAttempt,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { SET_CHANGED_AT } from './serverTime.js';

/**
 * `lane` is the webhook's id while the delivery is open, then null; `token` null while it is not claimed; `changedAt`: last
 * change of a listed field, by the server's clock (serverTime.ts).
 */
export type DeliveryDocument = {
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
  responseBody: string;
  finishedAt: number | null;
  lane: string | null;
  token: string | null;
  changedAt: Date;
  /** Every attempt; absent in documents of an earlier build. */
  made?: MadeAttempt[];
};
export type EventDocument = {
  _id: string;
  clientId: number;
  type: string;
  createdAt: number;
  body: Binary | Buffer;
};
export type FanOutDocument = {
  _id: string;
  queueId: string;
  logId: string;
  position: number;
  last?: KnownEvent | null;
};
export type ReplayDocument = { _id: string; begunAt: number };

export type QueueCollections = Readonly<{
  deliveries: Collection<DeliveryDocument>;
  events: Collection<EventDocument>;
  fanOut: Collection<FanOutDocument>;
  replays: Collection<ReplayDocument>;
}>;

const DURABLE = { writeConcern: { w: 'majority', journal: true } } as const;
export const INDEX_MS = 60_000;

/** Documents of one bulk; parallel operations. */
export const SLICE = 1_000;
export const PARALLEL = 16;

/** Created last: it exists only when every row has its `changedAt`. */
export const CHANGED_INDEX = 'changed';
export const LISTED_INDEX = 'listed';
export const OPEN_INDEX = 'open';
export const IN_HAND_INDEX = 'in_hand';
export const FINISHED_INDEX = 'finished';
export const EVENT_INDEX = 'of_event';
export const REPLAY_INDEX = 'for_replay';
export const TIME_INDEX = 'by_time';
/** Made by the counts, which alone need it. */
export const TYPE_INDEX = { name: 'by_type', key: { type: 1, status: 1 } } as const;

export function queueCollections({ db }: Mongo): QueueCollections {
  return {
    deliveries: db.collection('deliveries', DURABLE),
    events: db.collection('deliveryEvents', DURABLE),
    fanOut: db.collection('fanOut', DURABLE),
    replays: db.collection('replays', DURABLE),
  };
}

type Index = Readonly<{ name: string; key: Readonly<Record<string, 1 | -1>> }>;

const INDEXES: readonly Index[] = [
  { name: OPEN_INDEX, key: { lane: 1, token: 1, dueAt: 1 } },
  { name: IN_HAND_INDEX, key: { token: 1 } },
  { name: LISTED_INDEX, key: { clientId: 1, createdAt: -1, _id: 1 } },
  { name: FINISHED_INDEX, key: { webhookId: 1, finishedAt: -1 } },
  { name: EVENT_INDEX, key: { eventId: 1, webhookId: 1, status: 1 } },
  { name: REPLAY_INDEX, key: { webhookId: 1, origin: 1, eventCreatedAt: 1, eventId: 1 } },
  { name: TIME_INDEX, key: { createdAt: 1 } },
];

/** Resolves once the collections have their indexes; a failure is retried at the next call. */
export type Prepare = () => Promise<void>;

export function preparing(mongo: Mongo, collections: QueueCollections): Prepare {
  let indexed: Promise<void> | null = null;
  return () => {
    indexed ??= makeIndexes(mongo, collections).catch((error: unknown) => {
      indexed = null;
      throw error;
    });
    return indexed;
  };
}

async function makeIndexes(mongo: Mongo, { deliveries, events }: QueueCollections): Promise<void> {
  const make = <Result>(what: () => Promise<Result>) => mongo.ask('Indexing deliveries', what, INDEX_MS);
  for (const { name, key } of INDEXES) await make(() => deliveries.createIndex({ ...key }, { name }));
  await make(() => events.createIndex({ createdAt: 1 }, { name: TIME_INDEX }));
  const made = await make(() => deliveries.indexes());
  if (made.some(({ name }) => name === CHANGED_INDEX)) return;
  await setOldChangeTimes(mongo, deliveries);
  await make(() => deliveries.createIndex({ clientId: 1, changedAt: 1 }, { name: CHANGED_INDEX }));
}

/** Migrates rows of an earlier build: they count as changed now. The index created next marks it as done. */
async function setOldChangeTimes(mongo: Mongo, deliveries: QueueCollections['deliveries']): Promise<void> {
  const withoutTime = { changedAt: { $exists: false } };
  for (let after = ''; ;) {
    const some = await mongo.ask(
      'Listing untimed deliveries',
      () =>
        deliveries
          .find(
            { _id: { $gt: after }, ...withoutTime },
            { projection: { _id: 1 }, sort: { _id: 1 }, limit: SLICE },
          )
          .batchSize(SLICE)
          .toArray(),
      INDEX_MS,
    );
    const ids = some.map(({ _id }) => _id);
    const time = () => deliveries.updateMany({ _id: { $in: ids }, ...withoutTime }, SET_CHANGED_AT);
    if (ids.length > 0) await mongo.ask('Timing deliveries', time, INDEX_MS);
    if (ids.length < SLICE) return;
    after = ids.at(-1) ?? after;
  }
}

export function deliveryOf(document: DeliveryDocument): Delivery {
  const { _id: deliveryId, createdAt, dueAt } = document;
  const all = { ...document, deliveryId, nextAttemptAt: dueAt === 0 ? createdAt : dueAt };
  return Object.fromEntries(deliveryFields.map((field) => [field, all[field]])) as unknown as Delivery;
}

export function bodyOf({ body }: Pick<EventDocument, 'body'>): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer);
}

export function* sliced<One>(all: readonly One[], size: number = SLICE): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

export function attemptsIn({ made = [], ...last }: DeliveryDocument): readonly MadeAttempt[] {
  const { attempts, lastAttemptAt, responseStatus, error } = last;
  if (attempts === 0 || lastAttemptAt === null) return [];
  return made.length > 0
    ? made.map((each) => ({ at: each.at, responseStatus: each.responseStatus, error: each.error }))
    : [{ at: lastAttemptAt, responseStatus, error }];
}
