// The one client of a process (or thread) for MongoDB. It connects lazily, reconnects by itself, and every
// operation ends in bounded time, with an answer or with StoreUnavailable.
import { readFileSync } from 'node:fs';
import type { MongoClient, MongoClientOptions } from 'mongodb';
import pRetry from 'p-retry';
import { IndexMissing, StoreUnavailable } from '../../domain/kernel/storeError.js';
import { withTimeout } from '../../runtime/withTimeout.js';
import { isAway, isIndexMissing, loadDriver, withinTime } from './driver.js';

/** Server selection; a new connection gets as long. */
const SELECT_MS = 2_000;
const CONNECT_MS = 2_000;
/** Silence that closes a connection while the driver's own calls are due; questions have their own limit. */
const SOCKET_SILENT_MS = 20_000;
const CONNECTIONS_MAX = 50;
/** The driver's interval between server checks. */
const HEARTBEAT_MS = 2_000;
/** A check succeeds or fails within two intervals. Counted, not timed: timers of a busy process are late. */
const UNANSWERED_CHECKS_MAX = 5;
/** The first connection is retried forever, which the client does not do itself. */
const CONNECTING = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 100,
  maxTimeout: 4_000,
  factor: 2,
  randomize: true,
};
/** How long a missing index is reported after a question that named it. */
const MISSING_MS = 60_000;
/** Default limit of an operation; projections pass a longer one. */
const ANSWER_MS = 5_000;

const INDEX_MISSING =
  'an index is missing: operator rebuild makes those of the read models, a new start the others';

export type Mongo = Awaited<ReturnType<typeof openMongo>>;

/**
 * Majority concerns: no acknowledged write and no read is rolled back when a replica set elects another primary; a
 * single server accepts them. Reads are answered by the primary alone: another member may not have what was
 * acknowledged.
 */
const OPTIONS: MongoClientOptions = {
  writeConcern: { w: 'majority' },
  readConcern: { level: 'majority' },
  readPreference: 'primary',
  retryWrites: true,
  serverSelectionTimeoutMS: SELECT_MS,
  connectTimeoutMS: CONNECT_MS,
  socketTimeoutMS: SOCKET_SILENT_MS,
  waitQueueTimeoutMS: SELECT_MS,
  heartbeatFrequencyMS: HEARTBEAT_MS,
  maxPoolSize: CONNECTIONS_MAX,
  ignoreUndefined: true,
  appName: 'accounting-reconciliation-service',
};

/**
 * Does not wait for a connection: the server may be unavailable at the start. Loads the client here, as that takes
 * 50 ms.
 * @param url `mongodb://` or `mongodb+srv://` with a database name
 * @throws the client's error for a wrong address; the system's for a missing certificate
 */
export async function openMongo(url: string) {
  const { MongoClient } = await loadDriver();
  const { url: address, overridden } = addressOf(url);
  const client = new MongoClient(address, OPTIONS);
  // The client would look for them at each attempt to connect only.
  const { tlsCAFile, tlsCertificateKeyFile, tlsCRLFile } = client.options;
  for (const file of [tlsCAFile, tlsCertificateKeyFile, tlsCRLFile]) if (file) readFileSync(file);
  let connection = connect(client);
  const watch = watchServerChecks(client, () => {
    connection.giveUp();
    connection = connect(
      client,
      client.close().catch(() => undefined),
    );
  });
  let missingMs = -Infinity;
  return {
    db: client.db(),
    /** Options of the address that the service decides otherwise (`DECIDED`). */
    overridden,
    /** Whether an index was found missing in the last minute. */
    isIndexMissing: (): boolean => performance.now() - missingMs < MISSING_MS,
    /**
     * @param timeoutMs limit of the wait; a write may be stored even if it passes
     * @throws StoreUnavailable when the store is unavailable or does not permit it; IndexMissing; the client's own
     *   error when it refused the operation
     */
    async ask<Result>(what: string, question: () => Promise<Result>, timeoutMs = ANSWER_MS): Promise<Result> {
      try {
        await connection.waitUntilMade(Math.min(timeoutMs, SELECT_MS));
        return await withTimeout(
          timeoutMs,
          withinTime(timeoutMs, question),
          () => new StoreUnavailable(`MongoDB did not answer within ${timeoutMs} ms`),
        );
      } catch (error) {
        if (isIndexMissing(error)) {
          missingMs = performance.now();
          throw new IndexMissing(`${what}: ${INDEX_MISSING}`, { cause: error });
        }
        if (error instanceof StoreUnavailable || !isAway(error)) throw error;
        const { name, message } = error as Error;
        throw new StoreUnavailable(`${what}: ${name}: ${message}`, { cause: error });
      }
    },
    async close(): Promise<void> {
      watch.end();
      connection.giveUp();
      await client.close();
    },
  };
}

/** Detects a server check that never ends (driver 7.8, see driver.ts): the server would stay lost for good. */
function watchServerChecks(client: MongoClient, onStuck: () => void) {
  const unanswered = new Map<string, number>();
  client
    .on('serverHeartbeatStarted', ({ connectionId }) => void unanswered.set(connectionId, 0))
    .on('serverHeartbeatSucceeded', ({ connectionId }) => void unanswered.delete(connectionId))
    .on('serverHeartbeatFailed', ({ connectionId }) => void unanswered.delete(connectionId))
    .on('serverClosed', ({ address }) => void unanswered.delete(address));
  const timer = setInterval(() => {
    for (const [address, checks] of unanswered) unanswered.set(address, checks + 1);
    if (![...unanswered.values()].some((checks) => checks > UNANSWERED_CHECKS_MAX)) return;
    unanswered.clear();
    onStuck();
  }, HEARTBEAT_MS).unref();
  return { end: () => clearInterval(timer) };
}

/** Once connected, the client reconnects by itself. @param before awaited first */
function connect(client: MongoClient, before: Promise<void> = Promise.resolve()) {
  const closing = new AbortController();
  let isMade = false;
  let failure = 'no answer yet';
  const attempt = async (): Promise<void> => {
    await before;
    closing.signal.throwIfAborted(); // otherwise a client closed meanwhile would stay connected
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
  connecting.catch(() => undefined); // `waitUntilMade` rejects as well
  return {
    /** @throws StoreUnavailable when it is not made within the time */
    async waitUntilMade(timeoutMs: number): Promise<void> {
      const late = () => new StoreUnavailable(`MongoDB is not connected: ${failure}`);
      if (!isMade) await withTimeout(timeoutMs, connecting, late);
    },
    giveUp: () => closing.abort(),
  };
}

/** Value that holds for an option, by its name in lower case; null where the option has no place. */
const DECIDED = new Map<string, string | null>(
  Object.entries({
    readpreference: 'primary',
    readpreferencetags: null,
    maxstalenessseconds: null,
    readconcernlevel: 'majority',
    w: 'majority',
    wtimeout: null,
    wtimeoutms: null,
    journal: 'true',
    retrywrites: 'true',
    retryreads: 'true',
    timeoutms: null,
    raw: 'false',
    usebigint64: 'false',
    promotelongs: 'true',
    promotevalues: 'true',
    promotebuffers: 'false',
  }),
);

/** Without a last slash, and without the options that would break what the stores promise. */
function addressOf(url: string) {
  const [written = '', query = ''] = url.split('?', 2);
  const place = written.replace(/\/$/, '');
  const options = query.split('&').map((text) => {
    const [name = '', value = ''] = text.split('=', 2);
    return { text, name, value: value.toLowerCase(), decided: DECIDED.get(name.toLowerCase()) };
  });
  const undecided = options.filter(({ decided }) => decided === undefined).map(({ text }) => text);
  const other = options.filter(({ decided, value }) => decided !== undefined && decided !== value);
  const otherOptions = undecided.join('&');
  return {
    /** Without those options. */
    url: otherOptions === '' ? place : `${place}?${otherOptions}`,
    /** Names of those with another value than the one that holds. */
    overridden: other.map(({ name }) => name),
  };
}
