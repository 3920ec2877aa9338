// Classifies the driver's errors by name and code, not by class, as the driver is loaded only when needed.
import type * as Driver from 'mongodb';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { isNativeError } from 'node:util/types';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';

type DriverError = Error &
  Readonly<{
    code?: number | string;
    writeErrors?: unknown;
    result?: { getWriteConcernError?(): unknown };
    hasErrorLabel?(label: string): boolean;
  }>;

/** Codes of MongoDB (src/mongo/base/error_codes.yml of its sources) that say nothing about the question itself. */
const AWAY_CODES = new Set(
  [
    // The server or one that it needs is out of reach.
    [6, 7, 70, 89, 133, 149, 202, 317, 384, 407, 9001],
    // It is starting, stopping, electing another primary or moving data.
    [63, 91, 134, 150, 189, 216, 246, 249, 10058, 10107, 11600, 11602, 13388, 13435, 13436],
    // It is overloaded, out of memory, files or disk, or failing.
    [1, 39, 96, 146, 208, 261, 264, 365, 402, 433, 449, 462, 14031],
    // It interrupted the question, or another one was in the way.
    [24, 43, 46, 50, 112, 117, 136, 143, 175, 221, 237, 262, 276, 279, 285, 355, 11601, 12586, 12587],
    // The majority did not acknowledge a write, which may be rolled back.
    [64, 75, 79, 100],
    // A right is missing, the password has changed, or writes are not allowed at the moment.
    [11, 13, 18, 31, 214, 371, 391, 8000],
  ].flat(),
);
/** Labels by which servers and the driver tell that the same question may be answered later. */
const AWAY_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError'];
/** Errors of the caller, raised by the driver itself. */
const MISTAKES = new Set([
  'MongoInvalidArgumentError',
  'MongoMissingDependencyError',
  'MongoParseError',
  'MongoAPIError',
]);
/** Of operations in progress when the server fell silent; its name differs from other network errors. */
const INTERRUPTED = 'PoolClearedOnNetworkError';
const DUPLICATE_KEY = 11_000;
/** Code of a query whose hint names no index, among others. */
const BAD_VALUE = 2;

/** Whether the store is unavailable; false when it refused the operation. */
export function isAway(error: unknown): boolean {
  if (!isNativeError(error) || MISTAKES.has(error.name)) return false;
  const { code, name } = error as DriverError;
  if (name === 'Error') return typeof code === 'string'; // a socket's, which the driver passes on as it is
  if (name === INTERRUPTED) return true;
  if (!name.startsWith('Mongo')) return false;
  if (typeof code !== 'number' || concernFailed(error)) return true;
  const isLabeled = AWAY_LABELS.some((label) => (error as DriverError).hasErrorLabel?.(label) === true);
  return isLabeled || [code, ...writeCodes(error)].some((each) => AWAY_CODES.has(each));
}

export function isIndexMissing(error: unknown): boolean {
  return isNativeError(error) && (error as DriverError).code === BAD_VALUE && /\bhint\b/.test(error.message);
}

export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && (error as DriverError).code === DUPLICATE_KEY;
}

/** Of an unordered bulk, those whose document already exists. @throws the error when it has any other cause */
export function duplicatesIn(error: unknown): readonly number[] {
  const each = writeErrorsOf(error);
  if (each.length === 0 || each.some((one) => one?.code !== DUPLICATE_KEY)) throw error;
  return each.flatMap((one) => (one?.index === undefined ? [] : [one.index]));
}

type WriteFailure = Readonly<{ code?: number; index?: number }>;

function writeErrorsOf(error: unknown): readonly (WriteFailure | undefined)[] {
  const writeErrors = (error as DriverError).writeErrors;
  return (Array.isArray(writeErrors) ? writeErrors : [writeErrors]) as (WriteFailure | undefined)[];
}

function writeCodes(error: unknown): readonly number[] {
  return writeErrorsOf(error).flatMap((one) => one?.code ?? []);
}

/** Whether the write may be rolled back, as the majority did not acknowledge it. */
function concernFailed(error: unknown): boolean {
  const { name, result } = error as DriverError;
  return name === 'MongoWriteConcernError' || (result?.getWriteConcernError?.() ?? undefined) !== undefined;
}

// The MongoDB driver with two patches. One gives each question its time limit: the driver (7.9) has a limit for
// all sockets and one for single calls, but none for both; its `timeoutMS` has no effect any more and is announced
// to go. The other ends an endless wait: while it waits for a socket to drain it listens to the socket's errors
// only, not to a close without an error (a timeout). The operation then never ends, and its connection never
// returns to the pool. test/stores/mongo/connection.test.ts fails without either.

type Connection = EventEmitter & Readonly<{ error: Error | null }>;
type Written = (this: Connection, ...call: unknown[]) => Promise<void>;
type CommandOptions = Readonly<{ session?: unknown; socketTimeoutMS?: number }>;
type Commanded = (
  this: Connection,
  ns: unknown,
  command: Driver.Document,
  options?: CommandOptions,
  ...more: unknown[]
) => Promise<unknown>;

/** Silence after which a connection is closed, beyond the limit at which a server ends the question itself. */
const SILENT_MS = 2_000;

/** The server goes on building an index that nobody waits for: ended, it would begin anew each time. */
const BUILD_MS = 3_600_000;

let isPatched = false;
/** When the time of the question under way is over. */
const deadlines = new AsyncLocalStorage<number>();

/** All that the driver sends for the question gets this time, together. */
export function withinTime<Result>(timeoutMs: number, question: () => Promise<Result>): Promise<Result> {
  return deadlines.run(performance.now() + timeoutMs, question);
}

/** Loads the driver at the first call, as that takes 50 ms. */
export async function loadDriver(): Promise<typeof Driver> {
  const driver = await import('mongodb');
  if (!isPatched) patch();
  isPatched = true;
  return driver;
}

function patch(): void {
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: { command: Commanded; writeCommand: Written } };
  };
  const { command: sendCommand, writeCommand } = Connection.prototype;
  Connection.prototype.command = function (ns, command, options, ...moreArguments) {
    const deadlineMs = deadlines.getStore();
    // The driver's own checks and handshakes have no session.
    if (deadlineMs === undefined || options?.session === undefined)
      return sendCommand.call(this, ns, command, options, ...moreArguments);
    const leftMs = Math.ceil(deadlineMs - performance.now());
    if (leftMs <= 0) return Promise.reject(new StoreUnavailable('The time to ask MongoDB is over'));
    const limits = { ...options, socketTimeoutMS: leftMs + SILENT_MS };
    const maxTimeMS = 'createIndexes' in command ? BUILD_MS : leftMs;
    // Servers reject it on getMore, to which what is left of the first question's time applies.
    const timed = 'getMore' in command ? command : { ...command, maxTimeMS };
    return sendCommand.call(this, ns, timed, limits, ...moreArguments);
  };
  Connection.prototype.writeCommand = function (...call) {
    return unlessClosed(this, writeCommand.apply(this, call));
  };
}

/** @throws the error the connection was closed with */
async function unlessClosed(connection: Connection, written: Promise<void>): Promise<void> {
  let onClose = (): void => undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    onClose = () => reject(connection.error ?? new Error('The connection was closed'));
  });
  connection.once('close', onClose);
  try {
    await Promise.race([written, closed]);
  } finally {
    connection.off('close', onClose);
  }
}
