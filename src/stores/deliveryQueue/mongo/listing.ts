// Lists and counts of deliveries in MongoDB. Each names its index, so that no plan depends on the server's estimates.
import type { Filter } from 'mongodb';
import {
  deliveryStatuses,
  type DeliveryFilter,
  type DeliveryQueue,
  type DeliveryStatus,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import {
  CHANGED_INDEX,
  INDEX_MS,
  LISTED_INDEX,
  OPEN_INDEX,
  TYPE_INDEX,
  deliveryOf,
  type DeliveryDocument,
  type Prepare,
  type QueueCollections,
} from './documents.js';
import { changedUntil } from './serverTime.js';

const COUNT_MS = 30_000;
/** The index of the list, walked forwards and backwards. */
const ORDERS = { desc: { createdAt: -1, _id: 1 }, asc: { createdAt: 1, _id: -1 } } as const;
/** Up to this number, changed rows are read by the index of changes and sorted; more, by scanning from the newest. */
const CHANGED_ROWS_SORTED = 1_000;

const COUNTS = [{ $group: { _id: { type: '$type', status: '$status' }, count: { $sum: 1 } } }];
type Counted = Readonly<{ _id: Readonly<{ type: string; status: DeliveryStatus }>; count: number }>;

type Listing = Pick<DeliveryQueue, 'list' | 'stats' | 'countByType'>;

export function listing(mongo: Mongo, { deliveries }: QueueCollections, prepared: Prepare): Listing {
  return {
    async list(filter, { skip, limit, order = 'desc' }) {
      const until = await changedUntil(mongo);
      await prepared();
      const where = listFilter(filter);
      const count = (hint: string) =>
        mongo.ask('Counting deliveries', () => deliveries.countDocuments(where, { hint }), COUNT_MS);
      const read = async (hint: string) => {
        const found = await mongo.ask('Listing deliveries', () =>
          deliveries.find(where, { hint, sort: ORDERS[order], skip, limit }).batchSize(limit).toArray(),
        );
        return found.map(deliveryOf);
      };
      if (filter.changedSince === undefined) {
        const [total, rows] = await Promise.all([count(LISTED_INDEX), read(LISTED_INDEX)]);
        return { total, rows, changedUntil: until };
      }
      const total = await count(CHANGED_INDEX);
      const rows = await read(total > CHANGED_ROWS_SORTED ? LISTED_INDEX : CHANGED_INDEX);
      return { total, rows, changedUntil: until };
    },
    async stats(now) {
      await prepared();
      const [idle, hint] = [{ lane: { $gt: '' }, token: null }, OPEN_INDEX];
      const [depth, first, waiting] = await Promise.all([
        mongo.ask('Counting', () => deliveries.countDocuments({ lane: { $gt: '' } }, { hint }), COUNT_MS),
        mongo.ask('Looking', () => deliveries.findOne({ ...idle, dueAt: 0 }, { hint, sort: { createdAt: 1 } })),
        mongo.ask('Looking', () =>
          deliveries.findOne({ ...idle, dueAt: { $gt: 0, $lte: now } }, { hint, sort: { dueAt: 1 } }),
        ),
      ]);
      const oldest = [first?.createdAt, waiting?.dueAt].filter((at): at is number => typeof at === 'number');
      return { depth, oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest) };
    },
    async countByType() {
      const { key, name: hint } = TYPE_INDEX;
      await mongo.ask('Indexing deliveries', () => deliveries.createIndex(key, { name: hint }), INDEX_MS);
      const found = await mongo.ask(
        'Counting',
        () => deliveries.aggregate<Counted>(COUNTS, { hint }).toArray(),
        COUNT_MS,
      );
      const types = [...new Set(found.map(({ _id }) => _id.type))].sort();
      return types.map((type) => {
        const counted = (status: DeliveryStatus) =>
          found.find(({ _id }) => _id.type === type && _id.status === status)?.count ?? 0;
        const counts = Object.fromEntries(deliveryStatuses.map((status) => [status, counted(status)]));
        return { type, counts: counts as Record<DeliveryStatus, number> };
      });
    },
  };
}

function listFilter(filter: DeliveryFilter): Filter<DeliveryDocument> {
  const { clientId, types, hidden, webhookId, status, responseStatus, from, to, changedSince } = filter;
  const range = { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) };
  const webhook = {
    ...(webhookId !== undefined && { $eq: webhookId }),
    ...(hidden.length > 0 && { $nin: [...hidden] }),
  };
  return {
    clientId,
    type: { $in: [...types] },
    ...(Object.keys(webhook).length > 0 && { webhookId: webhook }),
    ...(status !== undefined && { status }),
    ...(responseStatus !== undefined && { responseStatus }),
    ...(Object.keys(range).length > 0 && { createdAt: range }),
    ...(changedSince !== undefined && { changedAt: { $gte: new Date(changedSince) } }),
  };
}
