// Where lmdb-js 3.5.6 needs more than its documentation and types say. Each function names the test that fails without it,
// of test/stores/log/lmdb or of the contract (test/contracts/log.contract.ts).
import type { Database, Key, PutOptions } from 'lmdb';
import { join } from 'node:path';
import { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { LogDamaged } from './records.js';
import type { Tables } from './tables.js';

/**
 * Commits share this lock, opening the folder takes it alone: lmdb before ITS#9496 notes the newest commit anew whenever the
 * folder is opened, so a commit made at that moment would be overwritten by the next one.
 * Test: embeddedDisk.faults, "nothing acknowledged is lost while another process opens the folder, however long that takes".
 */
export function openingLockOf(folder: string): ReaderWriterLock {
  return new ReaderWriterLock(join(folder, 'openings.lock'));
}

/**
 * A read sees the snapshot taken first in its turn of the event loop; this drops it.
 * Test: contract, "reads, through any handle, what was acknowledged before".
 */
export function seeNewestCommit({ root }: Tables): void {
  root.resetReadTxn();
}

/**
 * All of the work's writes or none. An ordinary transaction keeps the writes made before the one that failed; a child
 * transaction is rolled back.
 * Test: embeddedLog, "stores nothing of a commit in which one append would overwrite an event".
 */
export function commitAtomically<Result>({ root }: Tables, work: () => Result): Promise<Result> {
  return root.childTransaction(work);
}

/**
 * A failed commit rejects with a general error, and puts the reason into a second promise. Left unhandled, the
 * second one ends the process.
 * Test: embeddedDisk.faults, "rejects when the disk is full, acknowledges nothing it lost, and works on once there is space".
 */
export function onCommitError(error: unknown, listener: (reason: unknown) => void): void {
  (error as { commitError?: Promise<never> } | null)?.commitError?.catch(listener);
}

/**
 * Inside a transaction `putSync` returns whether the value was written, which its types do not tell.
 * Test: embeddedLog, "stores nothing of a commit in which one append would overwrite an event".
 * @throws LogDamaged when the key exists: the transaction must not be committed
 */
export function putNew<Value, Of extends Key>(
  table: Database<Value, Of>,
  key: Of,
  value: Value,
  options: PutOptions = { noOverwrite: true },
): void {
  const written = table.putSync(key, value, options) as unknown;
  if (written !== true) throw new LogDamaged(`An event would overwrite another: ${String(key)}`);
}
