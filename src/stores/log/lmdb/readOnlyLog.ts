// Opens a log that must not or cannot be changed: a backup, or a folder mounted read-only. lmdb creates a lock file beside
// the log and registers its readers there, so the log is opened through a link in a temporary folder.
// Only for a log that no process writes: without the shared lock file, writers would reuse the pages being read.
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '../../../domain/kernel/log.js';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { openEmbeddedLog } from './embeddedLog.js';

/** An append to a log that was opened read-only. */
export class LogReadOnly extends Error {
  override readonly name = 'LogReadOnly';
}

/** @throws ENOENT when the folder holds no log; StoreError LogTorn */
export async function openReadOnlyLog(folder: string): Promise<EventLog> {
  const file = realpathSync(join(folder, 'data.mdb'));
  const own = mkdtempSync(join(tmpdir(), 'log-'));
  const remove = (): void => rmSync(own, { recursive: true, force: true });
  try {
    symlinkSync(file, join(own, 'data.mdb'));
    const log = await openEmbeddedLog(own, { readOnly: true });
    return {
      append: () => Promise.reject(new LogReadOnly('The log was opened read-only')),
      read: (...call) => log.read(...call),
      subscribe: (...call) => log.subscribe(...call),
      head: () => log.head(),
      close: () => log.close().finally(remove),
    };
  } catch (error) {
    remove();
    const isTorn = error instanceof StoreError && error.problem.is === 'LogTorn';
    throw isTorn ? new StoreError({ is: 'LogTorn', path: file }) : error; // the error names the link's path
  }
}
