// The file of the embedded log: one table, whose primary key is the order of the log. Positions have no gap. It
// has a folder of its own, which is moved and replaced whole: the write-ahead log of one file must never be beside
// another.
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { SqliteFile, copySqlite, isDamage } from '../../sqlite/sqliteFile.js';
import { isBusy, type FileMode } from '../../sqlite/kernelLock.js';

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

/** Creates an empty log under a temporary name and links it: a process that dies leaves no partial file. */
export function makeLogFile(path: string): void {
  const newPath = `${path}.new-${randomUUID()}`;
  try {
    const file = new SqliteFile(newPath, { synchronous: 'FULL' });
    file.exec(TABLE);
    file.close();
    linkSync(newPath, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (!existsSync(path)) throw error; // otherwise another process created it
  } finally {
    for (const suffix of ['', '-journal']) rmSync(newPath + suffix, { force: true });
  }
}

/** A connection that reads and changes nothing. @throws StoreError LogTorn, LogHeld */
export async function openLogFile(path: string, openMs = OPEN_MS): Promise<SqliteFile> {
  return tornIfDamaged(path, async () => {
    const file = openWhole(path, 'mode=rw');
    try {
      file.setJournal('WAL');
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
  return tornIfDamaged(path, () => {
    // They would be ignored without a word.
    if (hasChangesBeside(path)) throw new StoreError({ is: 'LogTorn', path });
    return openWhole(path, 'immutable=1');
  });
}

/** Copies one committed state, with every event acknowledged before the call. @throws StoreError LogTorn */
export async function copyLogFile(path: string, to: string): Promise<void> {
  await tornIfDamaged(path, () => {
    const file = openWhole(path, 'mode=rw');
    file.setJournal('WAL'); // so that a copy keeps no process from opening the log
    file.close();
    copySqlite(path, to);
  });
}

/** Moves the write-ahead log into the file, unless others have it open: libsql closes late, when collected. */
export function closeLogFile(file: SqliteFile): void {
  try {
    file.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
  } catch {
    // in use, or on a full disk: whoever opens the file reads both
  }
  file.close();
}

/** @returns whether changes are kept in the write-ahead log, for the file is in use, or a process was killed */
export function hasChangesBeside(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

async function tornIfDamaged<Result>(path: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new StoreError({ is: 'LogTorn', path }, { cause: error });
  }
}

/**
 * Looks before anything is changed: SQLite would begin a new file in one that is all but empty. It also misses a
 * file that was cut within its last page; pages that are in the write-ahead log may be missing in the file.
 */
function openWhole(path: string, mode: FileMode): SqliteFile {
  const file = new SqliteFile(path, { mode });
  try {
    const [tables] = file.getRaw("SELECT count(*) FROM sqlite_schema WHERE name = 'events'") ?? [];
    const sizeBytes = Number(file.pragma('page_count')) * Number(file.pragma('page_size'));
    if (tables === 1 && (statSync(path).size >= sizeBytes || hasChangesBeside(path))) return file;
    throw new StoreError({ is: 'LogTorn', path });
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Waits until no process is within a commit, or one has ended: behind a stopped one no append is answered. */
async function mustBeWritable(file: SqliteFile, openMs: number): Promise<void> {
  const untilMs = performance.now() + openMs;
  const busyMs = file.pragma('busy_timeout');
  file.exec('PRAGMA busy_timeout = 0');
  const version = file.pragma('data_version');
  while (isHeld(file) && file.pragma('data_version') === version) {
    if (performance.now() > untilMs) throw new StoreError({ is: 'LogHeld', path: file.path });
    await pause(RETRY_MS);
  }
  file.exec(`PRAGMA busy_timeout = ${Number(busyMs)}`);
}

/** SQLITE_BUSY_SNAPSHOT: the lock was free, but another process committed since the transaction began. */
function isHeld(file: SqliteFile): boolean {
  try {
    file.transaction(() => undefined);
    return false;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return (error as { code?: string }).code !== 'SQLITE_BUSY_SNAPSHOT';
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
