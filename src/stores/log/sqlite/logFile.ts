// The file of the embedded log: one table, whose primary key is the order of the log. Positions have no gap.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { isDamage } from '../../sqlite/copySqlite.js';
import { isBusy } from '../../sqlite/kernelLock.js';
import { SqliteFile } from '../../sqlite/sqliteFile.js';

/** `data`: JSON text, or the bytes of a part; last but one, so that a scan of streams does not read it. */
const TABLE = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
    data NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision))`;

/** How long opening waits for a process that was stopped in a commit. */
const OPEN_MS = 60_000;
const RETRY_MS = 5;

/** Files beside the log while it is open. Processes coordinate through them. */
export function sharedFilesOf(path: string): readonly string[] {
  return [`${path}-wal`, `${path}-shm`];
}

/** Creates an empty log under a temporary name and links it into place: a process that dies leaves no partial file. */
export function makeLogFile(path: string): void {
  const made = `${path}.new-${randomUUID()}`;
  try {
    const file = new SqliteFile(made, { synchronous: 'FULL' });
    file.exec(TABLE);
    file.close();
    linkSync(made, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error; // otherwise another process created it
  } finally {
    for (const suffix of ['', '-journal']) rmSync(made + suffix, { force: true });
  }
}

/**
 * A connection that reads and changes nothing.
 * @throws StoreError LogTorn, LogHeld
 */
export async function openLogFile(path: string, openMs = OPEN_MS): Promise<SqliteFile> {
  return tornIfDamaged(path, async () => {
    const file = new SqliteFile(path, { mode: 'mode=rw', journal: 'WAL' });
    try {
      mustBeWhole(file);
      await mustBeWritable(file, openMs);
      file.pragma('query_only = ON');
      return file;
    } catch (error) {
      file.close();
      throw error;
    }
  });
}

/**
 * Opens a log that no process writes, without creating files beside it.
 * @param path of a log without a write-ahead log
 * @throws StoreError LogTorn
 */
export async function openUnchangedFile(path: string): Promise<SqliteFile> {
  return tornIfDamaged(path, async () => {
    const file = new SqliteFile(path, { mode: 'immutable=1' });
    mustBeWhole(file);
    return file;
  });
}

/** @returns whether changes are kept in the write-ahead log, for the file is in use, or a process was killed */
export function hasChangesBeside(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function tornIfDamaged(path: string, open: () => Promise<SqliteFile>): Promise<SqliteFile> {
  try {
    return await open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreError({ is: 'LogTorn', path }, { cause: error });
  }
}

/** SQLite itself misses a file that was cut within its last page. Pages in the write-ahead log may be missing in the file. */
function mustBeWhole(file: SqliteFile): void {
  const torn = () => new StoreError({ is: 'LogTorn', path: file.path });
  if (statSync(file.path).size === 0) throw torn();
  const [tables] = file.getRaw("SELECT count(*) FROM sqlite_schema WHERE name = 'events'") ?? [];
  if (tables !== 1) throw torn();
  const sizeBytes = Number(file.pragma('page_count')) * Number(file.pragma('page_size'));
  if (statSync(file.path).size < sizeBytes && !hasChangesBeside(file.path)) throw torn();
}

/** Waits for the write lock once: behind a stopped process no append would be answered. */
async function mustBeWritable(file: SqliteFile, openMs: number): Promise<void> {
  const untilMs = performance.now() + openMs;
  const busyMs = file.pragma('busy_timeout');
  file.pragma('busy_timeout = 0');
  for (;;)
    try {
      file.transaction(() => undefined);
      file.pragma(`busy_timeout = ${Number(busyMs)}`);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > untilMs) throw new StoreError({ is: 'LogHeld', path: file.path }, { cause: error });
      await pause(RETRY_MS);
    }
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
