// The delivery queue on documents, in SQLite or MongoDB; with the fan-out's checkpoint, replays under way and retention.
import { REPLAY_STALE_MS, type DeliveryQueue, type QueueLease } from '../../webhooks/delivery/deliveryQueue.js';
import { put, type Documents } from '../documents/documents.js';
import type { Mongo } from '../mongo/connection.js';
import { Leases, LEASE_TIMES, type LeaseTimes } from '../mongo/lease.js';
import { openMongoDocuments } from '../mongo/mongoDocuments.js';
import { waitForKernelLock } from '../sqlite/kernelLock.js';
import { openThreadedDocuments } from '../sqlite/sqliteDocuments.js';
import { listing } from './lists.js';
import { bodies, places, queueCollections, replays, rows } from './rows.js';
import { working } from './work.js';

const FAN_OUT = 'fanOut';

/** `lists` may be read by a thread of its own, so that a long list delays no delivery. */
export type QueueParts = Readonly<{
  work: Documents;
  lists: Documents;
  fanOutLease(signal: AbortSignal): Promise<QueueLease | null>;
}>;

/** Uses a connection that the caller opens and closes. */
export function openMongoDeliveryQueue(mongo: Mongo, times: LeaseTimes = LEASE_TIMES): DeliveryQueue {
  const documents = openMongoDocuments(mongo, { collections: queueCollections, isJournaled: true });
  const leases = new Leases(mongo, 'leases', times);
  return deliveryQueueOn({
    ...{ work: documents, lists: documents },
    fanOutLease: (signal) => leases.acquire(FAN_OUT, signal),
  });
}

/**
 * @param path of the file, created at the first operation; `path.lock` holds the lock of the fan-out
 * @param watch called with each file that must stay while the queue is open
 */
export function openEmbeddedDeliveryQueue(path: string, watch?: (path: string) => () => void): DeliveryQueue {
  const options = { journal: 'WAL', synchronous: 'FULL', collections: queueCollections } as const;
  return deliveryQueueOn({
    work: openThreadedDocuments(path, options, watch),
    lists: openThreadedDocuments(path, options),
    async fanOutLease(signal) {
      const lock = await waitForKernelLock(`${path}.lock`, signal);
      return lock && { lost: new AbortController().signal, release: async () => lock.release() };
    },
  });
}

function deliveryQueueOn({ work, lists, fanOutLease }: QueueParts): DeliveryQueue {
  return {
    ...working(work),
    ...listing(lists),
    async replaying(webhookId, now, replay) {
      const waiting = { lane: webhookId, origin: 'REPLAY', status: 'PENDING' } as const;
      if ((await work.find(rows, waiting, { index: 'open', limit: 1 })).length > 0) return null;
      const [below, above] = [now - REPLAY_STALE_MS, now + REPLAY_STALE_MS];
      const isStale = { any: [{ begunAt: { below } }, { begunAt: { above } }] };
      if (!(await put(work, replays, { _id: webhookId, begunAt: now }, isStale))) return null;
      try {
        return await replay();
      } finally {
        await work.delete(replays, { _id: webhookId });
      }
    },
    async fanOutCheckpoint() {
      const place = await work.get(places, FAN_OUT);
      if (place === null) return null;
      const { queueId, logId, position, last } = place;
      return { queueId, logId, position, ...(last !== null && { last }) };
    },
    async beginFanOut({ queueId, logId, position, last = null }) {
      await put(work, places, { _id: FAN_OUT, queueId, logId, position, last });
    },
    async advanceFanOut({ queueId, logId, position, last }) {
      const behind = { _id: FAN_OUT, queueId, logId, position: { upTo: position } };
      await work.update(places, behind, { set: { position, ...(last !== undefined && { last }) } });
    },
    fanOutLease,
    async purge(rowsBefore, bodiesBefore) {
      const createdBefore = { eventCreatedAt: { below: Math.max(rowsBefore, bodiesBefore) } };
      const open = await work.find(rows, [{ lane: { above: '' } }, createdBefore], { index: 'open' });
      const openRows = { _id: { notIn: open.map(({ _id }) => _id) } };
      const openEvents = { _id: { notIn: open.map(({ eventId }) => eventId) } };
      return (
        (await work.delete(rows, [{ createdAt: { below: rowsBefore } }, openRows])) +
        (await work.delete(bodies, [{ createdAt: { below: bodiesBefore } }, openEvents]))
      );
    },
    async close() {
      await Promise.all([lists.close(), work.close()]);
    },
  };
}
