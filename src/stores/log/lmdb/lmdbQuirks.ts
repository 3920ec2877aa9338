// Where lmdb-js 3.5.6 needs more than its documentation and types say. Each function names the test that fails without it,
// of test/stores/log/lmdb or of the contract (test/contracts/log.contract.ts).
import type { Database, Key, PutOptions } from 'lmdb';
import { join } from 'node:path';
import { OpenedFile } from '../../openedFile.js';
import { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { LogDamaged } from './records.js';
import type { Tables } from './tables.js';

/**
 * Commits hold this lock shared, opening the folder holds it exclusively: lmdb before ITS#9496 writes the newest meta page again
 * whenever the folder is opened, so the next commit would overwrite one made at that moment.
 * Test: embeddedDisk.faults, "nothing acknowledged is lost while another process opens the folder, however long that takes".
 */
export function openingLockOf(folder: string): ReaderWriterLock {
  return new ReaderWriterLock(join(folder, OPENING_LOCK));
}

/** The lock files of the folder, through which its processes coordinate: the lock above, and lmdb's table of readers. */
export function lockFilesOf(folder: string): readonly OpenedFile[] {
  return [OPENING_LOCK, 'lock.mdb'].map((name) => new OpenedFile(join(folder, name)));
}

const OPENING_LOCK = 'openings.lock';

/**
 * Drops the snapshot that lmdb-js keeps for all reads of one turn of the event loop.
 * Test: contract, "reads, through any handle, what was acknowledged before".
 */
export function seeNewestCommit({ root }: Tables): void {
  root.resetReadTxn();
}

/**
 * Stores all writes or none. An ordinary transaction keeps the writes before the one that failed; a child transaction is
 * rolled back.
 * Test: embeddedLog, "stores nothing of a commit in which one append would overwrite an event".
 */
export function commitAtomically<Result>({ root }: Tables, work: () => Result): Promise<Result> {
  return root.childTransaction(work);
}

/**
 * A failed commit rejects with a general error whose second promise rejects with the cause. Unhandled, that rejection ends
 * the process.
 * Test: embeddedDisk.faults, "rejects when the disk is full, acknowledges nothing it lost, and works on once there is space".
 */
export function onCommitError(error: unknown, listener: (reason: unknown) => void): void {
  (error as { commitError?: Promise<never> } | null)?.commitError?.catch(listener);
}

/**
 * Inside a transaction `putSync` returns whether the value was written, which its types omit.
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
