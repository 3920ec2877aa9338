// A lock between processes that the kernel frees when its process ends, however it ends: a SQLite file held by an open
// exclusive transaction. Nothing else may open that file: closing any descriptor of it would free the lock.
import Database from 'libsql';
import { setTimeout as pause } from 'node:timers/promises';

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
      db.exec('ROLLBACK'); // close alone leaves the transaction, and the lock, until the object is collected
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

export function isBusy(error: unknown): boolean {
  return (error as { code?: string }).code?.startsWith('SQLITE_BUSY') ?? false;
}
