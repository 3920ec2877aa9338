// Copies the log while other processes append to it, by lmdb's own copy of one committed state. Pages are copied unchanged;
// writers wait only while the two meta pages, which name the newest commit, are copied.
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isBusy } from '../../sqlite/kernelLock.js';
import { openingLockOf } from './lmdbQuirks.js';
import { checkLogFile } from './logFile.js';
import { openTables, type Tables } from './tables.js';

/** How often the size of the copy is checked. */
const LOOK_MS = 500;
/** A copy that has not grown for this long waits for a suspended process or a disk that does not answer. */
const STALLED_MS = 60_000;

/** The copy did not grow within STALLED_MS. */
export class CopyStalled extends Error {
  override readonly name = 'CopyStalled';
}

/**
 * Every event acknowledged before the call is in the copy.
 * @param to an existing folder without a log
 * @param onProgress bytes copied so far
 * @throws StoreError LogTorn; CopyStalled, after which only the end of the process frees its resources
 */
export async function copyEmbeddedLog(
  folder: string,
  to: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const openingLock = openingLockOf(folder);
  try {
    // Read-only: opening tables for writing would block this thread behind a suspended writer.
    const open = (): Tables => {
      checkLogFile(folder); // the copy of a file that is too short fails with `Invalid argument`
      return openTables(folder, { readOnly: true });
    };
    const tables = await openingLock.exclusive(open).catch(asStalled);
    await copyTables(tables, to, onProgress);
    await tables.root.close();
    await chmod(join(to, 'data.mdb'), 0o600);
  } finally {
    openingLock.close();
  }
}

async function copyTables({ root }: Tables, to: string, onProgress: (bytes: number) => void): Promise<void> {
  const file = join(to, 'data.mdb');
  let [copied, grownMs] = [0, performance.now()];
  let looking: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, reject) => {
    const look = async (): Promise<void> => {
      const size = (await stat(file).catch(() => null))?.size ?? 0;
      if (size > copied) [copied, grownMs] = [size, performance.now()];
      onProgress(copied);
      if (performance.now() - grownMs > STALLED_MS) reject(new CopyStalled(`${file} does not grow`));
    };
    looking = setInterval(() => void look(), LOOK_MS);
  });
  const compact = false; // a compacting copy renumbers pages, and refuses a log with an unreferenced page
  try {
    await Promise.race([root.backup(to, compact).catch(withCode(file)), stalled]);
  } finally {
    clearInterval(looking);
  }
}

/** The process that holds the lock of a commit did not continue within a minute. */
function asStalled(error: unknown): never {
  const isHeld = error instanceof Error && isBusy(error.cause);
  throw isHeld ? new CopyStalled('The lock is held by a stopped process', { cause: error }) : error;
}

/** lmdb-js reports only the text of the system's error. */
function withCode(path: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && error.message === 'No space left on device' ? 'ENOSPC' : undefined;
    throw code === undefined ? error : Object.assign(error as Error, { code, path });
  };
}
