// The one connection of a process (or thread) to MongoDB. It is lazy, reconnects by itself, and every question asked
// through it ends in bounded time, with an answer or with StoreUnavailable.
import type { Db, MongoClient } from 'mongodb';
import pRetry from 'p-retry';
import { StoreUnavailable } from '../../domain/kernel/storeUnavailable.js';
import { withTimeout } from '../withTimeout.js';
import { loadDriver } from './driver.js';
import { isAway } from './errors.js';

/** Until a server is found that takes the question; a new connection gets as long. */
const SELECT_MS = 2_000;
const CONNECT_MS = 2_000;
/** A connection that stays silent this long while an answer is due is given up. */
const SOCKET_SILENT_MS = 20_000;
const CONNECTIONS_MAX = 50;
/** How often the driver looks whether the server is there when nobody asks. */
const HEARTBEAT_MS = 2_000;
/** A look ends, well or badly, within two of them. Counted rather than timed: a busy process looks up late itself. */
const UNANSWERED_LOOKS_MAX = 5;
/** The first connection is tried until it is there: a client whose first try failed never tries again by itself. */
const CONNECTING = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 100,
  maxTimeout: 4_000,
  factor: 2,
  randomize: true,
};
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
 * Waits for no connection: the server may be away when we start. The client is loaded only here, for its 50 ms.
 * Majority concerns, so that nothing acknowledged or shown is taken back when a replica set elects another primary; a
 * single server takes them as its own.
 * @param url `mongodb://` or `mongodb+srv://` with a database name
 */
export async function openMongo(url: string): Promise<Mongo> {
  const { MongoClient } = await loadDriver();
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
  let connection = connect(client);
  const watch = watchLooks(client, () => {
    connection.giveUp();
    connection = connect(
      client,
      client.close().catch(() => undefined),
    );
  });
  return {
    db: client.db(),
    ask: async (what, question, timeoutMs = ANSWER_MS) => {
      try {
        await connection.made(Math.min(timeoutMs, SELECT_MS));
        return await withTimeout(
          timeoutMs,
          question(),
          () => new StoreUnavailable(`MongoDB did not answer within ${timeoutMs} ms`),
        );
      } catch (error) {
        if (error instanceof StoreUnavailable || !isAway(error)) throw error;
        const { name, message } = error as Error;
        throw new StoreUnavailable(`${what}: ${name}: ${message}`, { cause: error });
      }
    },
    close: async () => {
      watch.end();
      connection.giveUp();
      await client.close();
    },
  };
}

/**
 * A driver that does not get out of the middle of a look (7.8 has such waits, see driver.ts) never looks again, and a
 * server once lost stays lost for the life of the process.
 */
function watchLooks(client: MongoClient, onStuck: () => void) {
  const unanswered = new Map<string, number>();
  client
    .on('serverHeartbeatStarted', ({ connectionId }) => void unanswered.set(connectionId, 0))
    .on('serverHeartbeatSucceeded', ({ connectionId }) => void unanswered.delete(connectionId))
    .on('serverHeartbeatFailed', ({ connectionId }) => void unanswered.delete(connectionId))
    .on('serverClosed', ({ address }) => void unanswered.delete(address));
  const timer = setInterval(() => {
    for (const [address, looks] of unanswered) unanswered.set(address, looks + 1);
    if (![...unanswered.values()].some((looks) => looks > UNANSWERED_LOOKS_MAX)) return;
    unanswered.clear();
    onStuck();
  }, HEARTBEAT_MS).unref();
  return { end: () => clearInterval(timer) };
}

/** Once made, the client reconnects by itself. @param before what has to end first */
function connect(client: MongoClient, before: Promise<void> = Promise.resolve()) {
  const closing = new AbortController();
  let isMade = false;
  let failure = 'no answer yet';
  const attempt = async (): Promise<void> => {
    await before;
    closing.signal.throwIfAborted(); // given up meanwhile, it would stay connected for ever
    await client.connect();
  };
  const connecting = pRetry(attempt, {
    ...CONNECTING,
    signal: closing.signal,
    onFailedAttempt: ({ error }) => void (failure = `${error.name}: ${error.message}`),
  }).then(
    () => void (isMade = true),
    () => Promise.reject(new StoreUnavailable('The connection to MongoDB is closed')),
  );
  connecting.catch(() => undefined); // whoever asks is told
  return {
    /** @throws StoreUnavailable when it is not made within the time */
    async made(timeoutMs: number): Promise<void> {
      const late = () => new StoreUnavailable(`MongoDB is not connected: ${failure}`);
      if (!isMade) await withTimeout(timeoutMs, connecting, late);
    },
    giveUp: () => closing.abort(),
  };
}
