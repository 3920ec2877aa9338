// Lists, counts, replays, the fan-out's checkpoint and retention, in MongoDB.
import type { Filter } from 'mongodb';
import {
  deliveryStatuses,
  REPLAY_STALE_MS,
  type DeliveryFilter,
  type DeliveryQueue,
  type DeliveryStatus,
  type Replayable,
  type ReplaySelection,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { isDuplicate } from '../../mongo/errors.js';
import {
  CHANGED_INDEX,
  LISTED_INDEX,
  attemptsIn,
  deliveryOf,
  SLICE,
  bodyOf,
  type DeliveryDocument,
  type Prepare,
  type QueueCollections,
} from './documents.js';
import { changedUntil } from './serverTime.js';

const COUNT_MS = 30_000;
const PURGE_MS = 60_000;
const FAN_OUT = 'fanOut';
/** The index of the list, walked forwards and backwards. */
const ORDERS = { desc: { createdAt: -1, _id: 1 }, asc: { createdAt: 1, _id: -1 } } as const;
/** Up to this number, changed rows are read by the index of changes and sorted; more, by scanning from the newest. */
const CHANGED_ROWS_SORTED = 1_000;

type Keeping = Omit<
  DeliveryQueue,
  | 'enqueue'
  | 'enqueueAgain'
  | 'due'
  | 'claim'
  | 'claims'
  | 'release'
  | 'settle'
  | 'closeOpen'
  | 'rebase'
  | 'fanOutLease'
  | 'close'
>;

export function keeping(mongo: Mongo, collections: QueueCollections, prepared: Prepare): Keeping {
  const { deliveries, events, fanOut, replays } = collections;

  /** A page of candidates, without those whose event was deleted or, unless `all`, was delivered. */
  async function replayable(
    selection: ReplaySelection,
    after: Replayable | null,
  ): Promise<Readonly<{ found: readonly Replayable[]; last: Replayable | null }>> {
    const { webhookId } = selection;
    const some = await mongo.ask('Selecting for replay', () =>
      deliveries
        .find(replayFilter(selection, after), { sort: { eventCreatedAt: 1, eventId: 1 }, limit: SLICE })
        .batchSize(SLICE)
        .toArray(),
    );
    const ids = some.map(({ eventId }) => eventId);
    const kept = await mongo.ask('Reading events', () => events.distinct('_id', { _id: { $in: ids } }));
    const delivered = selection.all
      ? []
      : await mongo.ask('Reading deliveries', () =>
          deliveries.distinct('eventId', { eventId: { $in: ids }, webhookId, status: 'DELIVERED' }),
        );
    const [isKept, isDelivered] = [new Set(kept), new Set(delivered)];
    const found = some.map(({ eventId, eventCreatedAt: createdAt }) => ({ eventId, createdAt }));
    return {
      found: found.filter(({ eventId }) => isKept.has(eventId) && !isDelivered.has(eventId)),
      last: some.length < SLICE ? null : (found.at(-1) ?? null),
    };
  }

  return {
    async failuresInARow(webhookId, activation, max) {
      const last = await mongo.ask('Counting failures', () =>
        deliveries
          .find(
            { webhookId, activation, finishedAt: { $gt: 0 }, origin: { $ne: 'TEST' } },
            { projection: { status: 1 }, sort: { finishedAt: -1 }, limit: max },
          )
          .toArray(),
      );
      const other = last.findIndex(({ status }) => status !== 'FAILED');
      return other < 0 ? last.length : other;
    },
    async list(filter, { skip, limit, order = 'desc' }) {
      const until = await changedUntil(mongo);
      const where = listFilter(filter);
      const count = (options = {}) =>
        mongo.ask('Counting deliveries', () => deliveries.countDocuments(where, options), COUNT_MS);
      const read = async (options = {}) => {
        const found = await mongo.ask('Listing deliveries', () =>
          deliveries
            .find(where, { ...options, sort: ORDERS[order], skip, limit })
            .batchSize(limit)
            .toArray(),
        );
        return found.map(deliveryOf);
      };
      if (filter.changedSince === undefined) {
        const [total, rows] = await Promise.all([count(), read()]);
        return { total, rows, changedUntil: until };
      }
      await prepared();
      const total = await count({ hint: CHANGED_INDEX });
      const rows = await read({ hint: total > CHANGED_ROWS_SORTED ? LISTED_INDEX : CHANGED_INDEX });
      return { total, rows, changedUntil: until };
    },
    async find(clientId, deliveryId) {
      const found = await mongo.ask('Reading a delivery', () => deliveries.findOne({ _id: deliveryId, clientId }));
      return found && deliveryOf(found);
    },
    async attemptsOf(clientId, deliveryId) {
      const found = await mongo.ask('Reading attempts', () => deliveries.findOne({ _id: deliveryId, clientId }));
      return found === null ? [] : attemptsIn(found);
    },
    async body(clientId, eventId) {
      const found = await mongo.ask('Reading a body', () => events.findOne({ _id: eventId, clientId }));
      return found && bodyOf(found);
    },
    async beginReplay(webhookId, now) {
      const waiting = { lane: webhookId, origin: 'REPLAY', status: 'PENDING' } as const;
      if ((await mongo.ask('Looking for a replay', () => deliveries.findOne(waiting))) !== null) return false;
      try {
        await mongo.ask('Beginning a replay', () => replays.insertOne({ _id: webhookId, begunAt: now }));
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      const stale = [{ begunAt: { $lt: now - REPLAY_STALE_MS } }, { begunAt: { $gt: now + REPLAY_STALE_MS } }];
      const taken = await mongo.ask('Beginning a replay', () =>
        replays.updateOne({ _id: webhookId, $or: stale }, { $set: { begunAt: now } }),
      );
      return taken.matchedCount === 1;
    },
    async endReplay(webhookId) {
      await mongo.ask('Ending a replay', () => replays.deleteOne({ _id: webhookId }));
    },
    async selectForReplay(selection, after, limit) {
      const selected: Replayable[] = [];
      for (let from = after; ;) {
        const { found, last } = await replayable(selection, from);
        selected.push(...found);
        if (last === null || selected.length >= limit) return selected.slice(0, limit);
        from = last;
      }
    },
    async countForReplay(selection, max) {
      let count = 0;
      for (let from: Replayable | null = null; ;) {
        const { found, last } = await replayable(selection, from);
        count += found.length;
        if (last === null || count >= max) return Math.min(count, max);
        from = last;
      }
    },
    async extent(members) {
      const highest: Record<string, number> = {};
      let [clientId, newestAt] = [0, null as number | null];
      for (let after = ''; ;) {
        const some = await mongo.ask(
          'Reading events',
          () => events.find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: SLICE }).toArray(),
          PURGE_MS,
        );
        for (const event of some) {
          const { data } = JSON.parse(bodyOf(event).toString()) as { data: Readonly<Record<string, unknown>> };
          for (const member of members) {
            const value = data[member];
            if (typeof value === 'number') highest[member] = Math.max(highest[member] ?? 0, value);
          }
          clientId = Math.max(clientId, event.clientId);
          newestAt = Math.max(newestAt ?? 0, event.createdAt);
        }
        if (some.length < SLICE) return { highest, clientId, newestAt };
        after = some.at(-1)?._id ?? after;
      }
    },
    async stats(now) {
      const idle = { lane: { $gt: '' }, token: null };
      const [depth, first, waiting] = await Promise.all([
        mongo.ask('Counting', () => deliveries.countDocuments({ lane: { $gt: '' } }), COUNT_MS),
        mongo.ask('Looking', () => deliveries.findOne({ ...idle, dueAt: 0 }, { sort: { createdAt: 1 } })),
        mongo.ask('Looking', () =>
          deliveries.findOne({ ...idle, dueAt: { $gt: 0, $lte: now } }, { sort: { dueAt: 1 } }),
        ),
      ]);
      const oldest = [first?.createdAt, waiting?.dueAt].filter((at): at is number => typeof at === 'number');
      return { depth, oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest) };
    },
    async countByType() {
      const types = await mongo.ask('Listing types', () => deliveries.distinct('type'), COUNT_MS);
      const rows = [];
      for (const type of types.sort()) {
        const count = async (status: DeliveryStatus): Promise<[DeliveryStatus, number]> => [
          status,
          await mongo.ask('Counting', () => deliveries.countDocuments({ type, status }), COUNT_MS),
        ];
        const counts = Object.fromEntries(await Promise.all(deliveryStatuses.map(count)));
        rows.push({ type, counts: counts as Record<DeliveryStatus, number> });
      }
      return rows;
    },
    async fanOutCheckpoint() {
      const found = await mongo.ask('Reading the checkpoint', () => fanOut.findOne({ _id: FAN_OUT }));
      if (found === null) return null;
      const { queueId, logId, position, last } = found;
      return { queueId, logId, position, ...(last ? { last } : {}) };
    },
    async beginFanOut({ queueId, logId, position, ...known }) {
      const last = known.last ?? null;
      await mongo.ask('Beginning the fan-out', () =>
        fanOut.replaceOne({ _id: FAN_OUT }, { queueId, logId, position, last }, { upsert: true }),
      );
    },
    async advanceFanOut({ queueId, logId, position, last }) {
      await mongo.ask('Storing the checkpoint', () =>
        fanOut.updateOne(
          { _id: FAN_OUT, queueId, logId },
          { $max: { position }, ...(last === undefined ? {} : { $set: { last } }) },
        ),
      );
    },
    async purge(rowsBefore, bodiesBefore) {
      const rows = await mongo.ask(
        'Dropping old deliveries',
        () => deliveries.deleteMany({ createdAt: { $lt: rowsBefore }, lane: null }),
        PURGE_MS,
      );
      let bodies = 0;
      for (let kept = 0; ;) {
        const old = await mongo.ask('Listing old events', () =>
          events
            .find({ createdAt: { $lt: bodiesBefore } }, { projection: { body: 0 }, skip: kept, limit: SLICE })
            .batchSize(SLICE)
            .toArray(),
        );
        const ids = old.map(({ _id }) => _id);
        const open = await mongo.ask('Looking for open deliveries', () =>
          deliveries.distinct('eventId', { eventId: { $in: ids }, lane: { $gt: '' } }),
        );
        const isOpen = new Set(open);
        const closed = ids.filter((id) => !isOpen.has(id));
        const drop = () => events.deleteMany({ _id: { $in: closed } });
        bodies += (await mongo.ask('Dropping old events', drop, PURGE_MS)).deletedCount;
        kept += isOpen.size;
        if (old.length < SLICE) break;
      }
      return rows.deletedCount + bodies;
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

function replayFilter(selection: ReplaySelection, after: Replayable | null): Filter<DeliveryDocument> {
  const { clientId, webhookId, types, since, until } = selection;
  const from =
    after === null
      ? {}
      : {
          $or: [
            { eventCreatedAt: { $gt: after.createdAt } },
            { eventCreatedAt: after.createdAt, eventId: { $gt: after.eventId } },
          ],
        };
  return {
    ...{ clientId, webhookId, origin: 'EVENT' as const, type: { $in: [...types] } },
    eventCreatedAt: { $gte: after?.createdAt ?? since, $lte: until },
    ...from,
  };
}
