// The MongoDB driver with two patches. One gives each question its time limit: the driver (7.9) has a limit for all sockets and
// one for single calls, but none for both; its `timeoutMS` has no effect any more and is announced to go. The other ends an endless
// wait: while it waits for a socket to drain it listens to the socket's errors only, not to a close without an error (a timeout).
// The operation then never ends, and its connection never returns to the pool. test/stores/mongo/connection.test.ts fails
// without either.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import type * as Driver from 'mongodb';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';

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
  const { command: commanded, writeCommand } = Connection.prototype;
  Connection.prototype.command = function (ns, command, options, ...more) {
    const deadlineMs = deadlines.getStore();
    // The driver's own checks and handshakes have no session.
    if (deadlineMs === undefined || options?.session === undefined)
      return commanded.call(this, ns, command, options, ...more);
    const leftMs = Math.ceil(deadlineMs - performance.now());
    if (leftMs <= 0) return Promise.reject(new StoreUnavailable('The time to ask MongoDB is over'));
    const limits = { ...options, socketTimeoutMS: leftMs + SILENT_MS };
    const maxTimeMS = 'createIndexes' in command ? BUILD_MS : leftMs;
    // Servers reject it on getMore, to which what is left of the first question's time applies.
    const timed = 'getMore' in command ? command : { ...command, maxTimeMS };
    return commanded.call(this, ns, timed, limits, ...more);
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
