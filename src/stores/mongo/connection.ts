// The one connection of a process (or thread) to MongoDB. It is lazy, reconnects by itself, and every question asked
// through it ends in bounded time, with an answer or with StoreUnavailable.
import type { Db } from 'mongodb';
import { StoreUnavailable } from '../../domain/kernel/storeUnavailable.js';
import { isAway } from './errors.js';

/** Until a server is found that takes the question; a new connection gets as long. */
const SELECT_MS = 2_000;
const CONNECT_MS = 2_000;
/** A connection that stays silent this long while an answer is due is given up. */
const SOCKET_SILENT_MS = 20_000;
const CONNECTIONS_MAX = 50;
/** How often the driver looks whether the server is there when nobody asks. */
const HEARTBEAT_MS = 2_000;
/** A question of a request; what projections write may take as long as the connection lives. */
const ANSWER_MS = 5_000;

export type Mongo = Readonly<{
  db: Db;
  /**
   * @param timeoutMs after which nobody waits any more; a write may then have been stored all the same
   * @throws StoreUnavailable when the store could not be asked; the client's own error for what it refused
   */
  ask<Result>(what: string, question: () => Promise<Result>, timeoutMs?: number): Promise<Result>;
  close(): Promise<void>;
}>;

/**
 * Opens no connection yet: the server may be away when we start. The client is loaded only here, for its 50 ms.
 * Majority concerns, so that nothing acknowledged or shown is taken back when a replica set elects another primary; a
 * single server takes them as its own.
 * @param url `mongodb://` or `mongodb+srv://` with a database name
 */
export async function openMongo(url: string): Promise<Mongo> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, {
    writeConcern: { w: 'majority' },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: SELECT_MS,
    connectTimeoutMS: CONNECT_MS,
    socketTimeoutMS: SOCKET_SILENT_MS,
    waitQueueTimeoutMS: SELECT_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    maxPoolSize: CONNECTIONS_MAX,
    ignoreUndefined: true,
    appName: 'accounting-reconciliation-service',
  });
  return {
    db: client.db(),
    ask: async (what, question, timeoutMs = ANSWER_MS) => {
      try {
        return await within(timeoutMs, question());
      } catch (error) {
        if (error instanceof StoreUnavailable || !isAway(error)) throw error;
        const { name, message } = error as Error;
        throw new StoreUnavailable(`${what}: ${name}: ${message}`, { cause: error });
      }
    },
    close: () => client.close(),
  };
}

async function within<Result>(timeoutMs: number, answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable(`MongoDB did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
