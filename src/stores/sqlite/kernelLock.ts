// A lock between processes that the kernel frees when its process ends in any way: a SQLite file in an open exclusive
// transaction. Nothing else may open that file: closing any descriptor of it would free the lock.
import Database from 'libsql';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileUri } from './fileUri.js';

export type KernelLock = Readonly<{ release(): void }>;

/** How often a waiting process tries again. */
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
  return {
    release() {
      if (!db.open) return;
      db.exec('ROLLBACK'); // `close` alone keeps the transaction, and the lock, until the object is garbage-collected
      db.close();
    },
  };
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

/** Whether another process holds the lock, for a file that this process may only read. False for a missing file. */
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
