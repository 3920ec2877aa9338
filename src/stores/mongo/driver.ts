// The MongoDB driver with a patch for an endless wait (7.8). While it waits for a socket to drain it listens to the socket's
// errors only, not to a close without an error (a clean shutdown of the server, a timeout). The operation then never ends, its
// connection never returns to the pool, and a server check that waits so is never repeated.
import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import type * as Driver from 'mongodb';

type Connection = EventEmitter & Readonly<{ error: Error | null }>;
type Written = (this: Connection, ...call: unknown[]) => Promise<void>;

let isPatched = false;

/** Loads the driver at the first call, as that takes 50 ms. */
export async function loadDriver(): Promise<typeof Driver> {
  const driver = await import('mongodb');
  if (!isPatched) patch();
  isPatched = true;
  return driver;
}

function patch(): void {
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: { writeCommand: Written } };
  };
  const { writeCommand } = Connection.prototype;
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
