// A lock between processes that the kernel frees when its process ends in any way: a SQLite file in an open
// exclusive transaction. Nothing else may open that file: closing any descriptor of it would free the lock.
import Database from 'libsql';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** `mode=ro` takes locks and changes nothing; `immutable=1` takes none and ignores a write-ahead log */
export type FileMode = 'mode=rw' | 'mode=ro' | 'immutable=1';

/** The URI that opens a SQLite file which must exist. */
export function fileUri(path: string, mode: FileMode): string {
  return `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?${mode}`;
}

export type KernelLock = Readonly<{ release(): void }>;

const RETRY_MS = 250;

/** @returns null while another process, or another holder in this one, has it */
export function tryKernelLock(path: string): KernelLock | null {
  const db = new Database(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => release(db) };
}

/** @returns null when the signal aborts first */
export async function waitForKernelLock(path: string, signal: AbortSignal): Promise<KernelLock | null> {
  while (!signal.aborted) {
    const lock = tryKernelLock(path);
    if (lock !== null) return lock;
    await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

/** Whether another process holds the lock of a file that this one may only read; false without the file. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = new Database(fileUri(path, 'mode=ro'), { timeout: 0 });
  try {
    db.exec('BEGIN; SELECT 1 FROM sqlite_schema; ROLLBACK');
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db.close();
  }
}

export function isBusy(error: unknown): boolean {
  return (error as { code?: string } | null | undefined)?.code?.startsWith('SQLITE_BUSY') ?? false;
}

// Keeps processes of different PID namespaces (containers, machines) from using one folder at the same time.
// Processes of one namespace share the lock; the kernel frees it when they end in any way. A SQLite file holds the
// namespace's name: it changes only under SQLite's exclusive lock, and every holder keeps SQLite's shared lock, so
// all holders have read the same name.

type Connection = InstanceType<typeof Database>;

/** How long to wait for a holder of another namespace that is ending or starting. */
const WAIT_MS = 1_000;
/** How long to wait while the name cannot be read: a process writes it, on a disk that may be slow. */
const NAME_WAIT_MS = 30_000;
const FOLDER_RETRY_MS = 5;

/**
 * @param path of a file that nothing else opens, in a folder that can be written
 * @param namespace name of this process's PID namespace, unique over machines and restarts
 * @returns null while processes of another namespace hold the lock
 */
export async function tryFolderLock(path: string, namespace: string): Promise<KernelLock | null> {
  const db = new Database(path, { timeout: 0 });
  const startMs = performance.now();
  try {
    for (;;) {
      const holder = share(db);
      if (holder === namespace) return { release: () => release(db) };
      if (performance.now() - startMs > (holder === null ? NAME_WAIT_MS : WAIT_MS)) break;
      takeOver(db, namespace);
      await pause(FOLDER_RETRY_MS);
    }
  } catch (error) {
    release(db);
    throw error;
  }
  release(db);
  return null;
}

/** Takes the shared lock. @returns the namespace that holds the folder; null for none, or while it changes */
function share(db: Connection): string | null {
  if (db.inTransaction) db.exec('ROLLBACK');
  return unlessBusy(() => {
    db.exec('BEGIN'); // SQLite takes the lock with the first read
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE name = 'holder'").all();
    if (tables.length === 0) return null;
    const [row] = db.prepare('SELECT namespace FROM holder').all() as { namespace: string }[];
    return row?.namespace ?? null;
  });
}

/** Writes this namespace's name if no process holds the lock. */
function takeOver(db: Connection, namespace: string): void {
  if (db.inTransaction) db.exec('ROLLBACK');
  unlessBusy(() => {
    db.exec('BEGIN EXCLUSIVE');
    db.exec(
      'CREATE TABLE IF NOT EXISTS holder (one INTEGER PRIMARY KEY CHECK (one = 1), namespace TEXT NOT NULL)',
    );
    db.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?)').run(namespace);
    db.exec('COMMIT');
    return null;
  });
}

function unlessBusy<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
}

/** `close` alone keeps the transaction, and the lock, until the object is garbage-collected. */
function release(db: Connection): void {
  if (!db.open) return;
  if (db.inTransaction) db.exec('ROLLBACK');
  db.close();
}
