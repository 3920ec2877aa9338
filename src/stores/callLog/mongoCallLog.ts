// The call log in MongoDB, for any number of processes: one flat document a call, written in batches in the background. The
// writer deletes calls older than 90 days, as not every compatible server supports TTL indexes.
import type { Collection, Filter } from 'mongodb';
import { CALL_LOG_DAYS, type CallFilter, type CallLog, type CallRecord } from '../../api/http/callLog.js';
import type { Mongo } from '../mongo/connection.js';
import { duplicatesIn } from '../mongo/errors.js';

const FLUSH_MS = 500;
/** A batch of this size is written at once. */
const BATCH_CALLS_MAX = 1_000;
/** Calls kept while the store is unavailable; above, the oldest are dropped and reported. */
const PENDING_CALLS_MAX = 100_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PURGE_EVERY_MS = 3_600_000;
const PURGE_MS = 60_000;
const INDEX_MS = 60_000;

/** `_id` is the request id, so that a batch sent twice is stored once. Times are dates, for BI tools. */
type CallDocument = Omit<CallRecord, 'at' | 'requestId'> & { _id: string; at: Date };
const [BY_TIME, BY_CLIENT, BY_ID] = ['by_time', 'by_client', '_id_'] as const;
const INDEXES = [
  { key: { at: 1 }, name: BY_TIME },
  { key: { clientId: 1, at: 1 }, name: BY_CLIENT },
] as const;

type UseDocument = { _id: string; minute: number };

export type MongoCallLogOptions = Readonly<{
  mongo: Mongo;
  /** Called for batches that could not be written (they are retried), with the number of calls dropped. */
  onError(error: unknown, dropped: number): void;
  now?: () => number;
}>;

export function openMongoCallLog({ mongo, onError, now = Date.now }: MongoCallLogOptions): CallLog {
  const calls: Collection<CallDocument> = mongo.db.collection('calls');
  const uses: Collection<UseDocument> = mongo.db.collection('keyUses');
  let pending: CallRecord[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let closing = false;
  let purgedAt = 0;
  let indexed = false;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    await writing;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    writing = write(batch).catch((error: unknown) => {
      pending = batch.concat(pending);
      const dropped = Math.max(0, pending.length - PENDING_CALLS_MAX);
      pending.splice(0, dropped);
      onError(error, dropped);
      if (!closing) schedule();
    });
    await writing;
    writing = null;
  }

  async function index(): Promise<void> {
    if (indexed) return;
    for (const { key, name } of INDEXES)
      await mongo.ask('Indexing calls', () => calls.createIndex(key, { name }), INDEX_MS);
    indexed = true;
  }

  async function write(batch: readonly CallRecord[]): Promise<void> {
    await index();
    for (let from = 0; from < batch.length; from += BATCH_CALLS_MAX) {
      const documents = batch.slice(from, from + BATCH_CALLS_MAX).map(documentOf);
      await mongo
        .ask('Writing calls', () => calls.insertMany(documents, { ordered: false }))
        .catch((error: unknown) => void duplicatesIn(error));
    }
    await noteUses(batch);
    await purge();
  }

  async function noteUses(batch: readonly CallRecord[]): Promise<void> {
    const minutes = new Map<number, number>();
    for (const { keyId, at } of batch)
      minutes.set(keyId, Math.max(minutes.get(keyId) ?? 0, at - (at % MINUTE_MS)));
    const operations = [...minutes].map(([keyId, minute]) => ({
      // Keeps the later minute: processes write in any order.
      updateOne: { filter: { _id: String(keyId) }, update: { $max: { minute } }, upsert: true },
    }));
    await mongo
      .ask('Noting uses of keys', () => uses.bulkWrite(operations, { ordered: false }))
      .catch((error: unknown) => void duplicatesIn(error)); // inserted concurrently by another process, with the same minute
  }

  /** Once an hour, and after the clock was set back. */
  async function purge(): Promise<void> {
    const at = now();
    if (at - purgedAt < PURGE_EVERY_MS && at >= purgedAt) return;
    const oldest = new Date(at - CALL_LOG_DAYS * DAY_MS);
    await mongo.ask('Dropping old calls', () => calls.deleteMany({ at: { $lt: oldest } }), PURGE_MS);
    purgedAt = at;
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  }

  return {
    record(call) {
      pending.push(call);
      if (pending.length === BATCH_CALLS_MAX) void flush();
      else schedule();
    },
    async list(limit, filter) {
      await flush();
      await index();
      const hint = filter === undefined ? BY_TIME : filter.requestId === undefined ? BY_CLIENT : BY_ID;
      const found = await mongo.ask('Listing calls', () =>
        calls
          .find(filter === undefined ? {} : documentsOf(filter), { hint, sort: { at: -1 }, limit })
          .batchSize(limit)
          .toArray(),
      );
      return found.map(recordOf);
    },
    async lastUses() {
      await flush();
      const found = await mongo.ask('Listing uses of keys', () => uses.find({}).toArray());
      return new Map(found.map(({ _id, minute }) => [Number(_id), minute]));
    },
    async close() {
      closing = true;
      await flush();
    },
  };
}

function documentsOf({ clientId, requestId, route, status, keyId }: CallFilter): Filter<CallDocument> {
  return {
    clientId,
    ...(requestId !== undefined && { _id: requestId }),
    ...(route !== undefined && { route: { $regex: literal(route), $options: 'i' } }),
    ...(status !== undefined && { status: statusesFrom(status) }),
    ...(keyId !== undefined && { keyId }),
  };
}

/** Statuses have three digits. */
function statusesFrom(digits: string): Readonly<{ $gte: number; $lt: number }> {
  const rest = 10 ** Math.max(0, 3 - digits.length);
  const first = /^\d{1,3}$/.test(digits) ? Number(digits) : 10_000;
  return { $gte: first * rest, $lt: (first + 1) * rest };
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

function documentOf({ requestId, at, ...call }: CallRecord): CallDocument {
  return { _id: requestId, at: new Date(at), ...call };
}

function recordOf({ _id: requestId, at, ...call }: CallDocument): CallRecord {
  return { at: at.getTime(), requestId, ...call };
}
