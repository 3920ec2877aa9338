// Opens the delivery queue in SQLite or MongoDB.
import type { Mongo } from './mongo/connection.js';
import { Leases } from './mongo/lease.js';
import { MongoDocuments } from './mongo/mongoDocuments.js';
import { waitForKernelLock } from './sqlite/kernelLock.js';
import { SqliteFile } from './sqlite/sqliteFile.js';
import { openSqliteDocuments, openThreadedDocuments } from './sqlite/sqliteDocuments.js';
import { DeliveryQueue, FAN_OUT } from '../webhooks/delivery/deliveryQueue.js';
import { queueCollections } from '../webhooks/delivery/deliveries.js';

/** Uses a connection that the caller opens and closes. */
export function openMongoDeliveryQueue(mongo: Mongo): DeliveryQueue {
  const documents = new MongoDocuments(mongo, { collections: queueCollections, isJournaled: true });
  const leases = new Leases(mongo, 'leases');
  return new DeliveryQueue(documents, documents, (signal) => leases.acquire(FAN_OUT, signal));
}

/**
 * @param path of the file, created at the first operation; `path.lock` holds the lock of the fan-out
 * @param watch called with each file that must stay while the queue is open; without it the caller waits for the
 *   disk
 */
export function openEmbeddedDeliveryQueue(path: string, watch?: (path: string) => () => void): DeliveryQueue {
  const options = { journal: 'WAL', synchronous: 'FULL', collections: queueCollections } as const;
  const here = watch === undefined ? openSqliteDocuments(path, options) : null;
  const work = here ?? openThreadedDocuments(path, options, watch);
  const lists = here ?? openThreadedDocuments(path, options);
  return new DeliveryQueue(work, lists, async (signal) => {
    const lock = await waitForKernelLock(`${path}.lock`, signal);
    return lock && { lost: new AbortController().signal, release: async () => lock.release() };
  });
}

/**
 * Reads a file that no process writes, and creates no file beside it.
 * @returns null for a file that has no tables yet
 */
export function openReadOnlyDeliveryQueue(path: string): DeliveryQueue | null {
  const file = new SqliteFile(path, { mode: 'immutable=1' });
  const hasTables = file.getRaw('SELECT 1 FROM sqlite_schema') !== undefined;
  file.close();
  if (!hasTables) return null;
  const options = { mode: 'immutable=1', areMade: true, collections: queueCollections } as const;
  const documents = openSqliteDocuments(path, options);
  return new DeliveryQueue(documents, documents, async () => null);
}
