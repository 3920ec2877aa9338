// The MongoDB driver with one wait mended. It waits until a socket has taken what was written to it, and hears only of
// the socket's errors meanwhile: of one that is closed without an error (a server that leaves cleanly, a time that was
// over) it hears nothing, and waits for ever (7.8). The question never ends, its connection is never given back to the
// pool until none is left, and a look for the server is the last one.
import { createRequire } from 'node:module';
import type { EventEmitter } from 'node:events';
import type * as Driver from 'mongodb';

type Connection = EventEmitter & Readonly<{ error: Error | null }>;
type Written = (this: Connection, ...call: unknown[]) => Promise<void>;

let isMended = false;

/** Loaded when first asked for, for its 50 ms. */
export async function loadDriver(): Promise<typeof Driver> {
  const driver = await import('mongodb');
  if (!isMended) mend();
  isMended = true;
  return driver;
}

function mend(): void {
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: { writeCommand: Written } };
  };
  const { writeCommand } = Connection.prototype;
  Connection.prototype.writeCommand = function (...call) {
    return unlessClosed(this, writeCommand.apply(this, call));
  };
}

/** @throws what the connection was closed with, even though nobody told the one who writes */
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
