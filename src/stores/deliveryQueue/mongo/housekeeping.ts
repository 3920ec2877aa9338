// Replays, the fan-out's checkpoint and retention, in MongoDB.
import type { Filter } from 'mongodb';
import {
  REPLAY_STALE_MS,
  type DeliveryQueue,
  type Replayable,
  type ReplaySelection,
} from '../../../webhooks/delivery/deliveryQueue.js';
import type { Mongo } from '../../mongo/connection.js';
import { isDuplicate } from '../../mongo/errors.js';
import {
  EVENT_INDEX,
  FINISHED_INDEX,
  REPLAY_INDEX,
  TIME_INDEX,
  attemptsIn,
  deliveryOf,
  SLICE,
  bodyOf,
  type DeliveryDocument,
  type Prepare,
  type QueueCollections,
} from './documents.js';

const PURGE_MS = 60_000;
const FAN_OUT = 'fanOut';

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
  | 'list'
  | 'stats'
  | 'countByType'
  | 'close'
>;

export function keeping(mongo: Mongo, collections: QueueCollections, prepared: Prepare): Keeping {
  const { deliveries, events, fanOut, replays } = collections;

  /** Their events. */
  async function eventsOf(those: Filter<DeliveryDocument>): Promise<readonly string[]> {
    const found = await mongo.ask('Reading deliveries', () =>
      deliveries
        .find(those, { hint: EVENT_INDEX, projection: { eventId: 1 } })
        .batchSize(SLICE)
        .toArray(),
    );
    return found.map(({ eventId }) => eventId);
  }

  /** A page of candidates, without those whose event was deleted or, unless `all`, was delivered. */
  async function replayable(
    selection: ReplaySelection,
    after: Replayable | null,
  ): Promise<Readonly<{ found: readonly Replayable[]; last: Replayable | null }>> {
    const { webhookId } = selection;
    await prepared();
    const some = await mongo.ask('Selecting for replay', () =>
      deliveries
        .find(replayFilter(selection, after), {
          hint: REPLAY_INDEX,
          sort: { eventCreatedAt: 1, eventId: 1 },
          limit: SLICE,
        })
        .batchSize(SLICE)
        .toArray(),
    );
    const ids = some.map(({ eventId }) => eventId);
    const kept = await mongo.ask('Reading events', () =>
      events
        .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
        .batchSize(SLICE)
        .toArray(),
    );
    const delivered = selection.all
      ? []
      : await eventsOf({ eventId: { $in: ids }, webhookId, status: 'DELIVERED' });
    const [isKept, isDelivered] = [new Set(kept.map(({ _id }) => _id)), new Set(delivered)];
    const found = some.map(({ eventId, eventCreatedAt: createdAt }) => ({ eventId, createdAt }));
    return {
      found: found.filter(({ eventId }) => isKept.has(eventId) && !isDelivered.has(eventId)),
      last: some.length < SLICE ? null : (found.at(-1) ?? null),
    };
  }

  return {
    async failuresInARow(webhookId, activation, max) {
      await prepared();
      const last = await mongo.ask('Counting failures', () =>
        deliveries
          .find(
            { webhookId, activation, finishedAt: { $gt: 0 }, origin: { $ne: 'TEST' } },
            { hint: FINISHED_INDEX, projection: { status: 1 }, sort: { finishedAt: -1 }, limit: max },
          )
          .toArray(),
      );
      const other = last.findIndex(({ status }) => status !== 'FAILED');
      return other < 0 ? last.length : other;
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
      await prepared();
      let bodies = 0;
      for (let kept = 0; ;) {
        const old = await mongo.ask('Listing old events', () =>
          events
            .find(
              { createdAt: { $lt: bodiesBefore } },
              { hint: TIME_INDEX, projection: { body: 0 }, skip: kept, limit: SLICE },
            )
            .batchSize(SLICE)
            .toArray(),
        );
        const ids = old.map(({ _id }) => _id);
        const isOpen = new Set(await eventsOf({ eventId: { $in: ids }, lane: { $gt: '' } }));
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
