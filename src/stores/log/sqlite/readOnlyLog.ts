// Opens a log that must not or cannot be changed: a backup, or a folder mounted read-only. Only for a log that no process
// writes: it is read without locks.
import { chmodSync, copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { EventLog } from '../../../domain/kernel/log.js';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { EmbeddedLog } from './embeddedLog.js';
import { hasChangesBeside, openLogFile, openUnchangedFile } from './logFile.js';
import { LogFiles } from './logFiles.js';

/** @throws ENOENT without a log; StoreError LogTorn */
export async function openReadOnlyLog(path: string): Promise<EventLog> {
  const real = realpathSync(path);
  if (!hasChangesBeside(real)) return new EmbeddedLog(await openUnchangedFile(real), new LogFiles([]), null);
  return openCopy(real);
}

/** SQLite applies the changes beside the log to the file, so it does that to a copy. */
async function openCopy(path: string): Promise<EventLog> {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, basename(path));
  try {
    for (const suffix of ['', '-wal']) {
      copyFileSync(path + suffix, copy + suffix);
      chmodSync(copy + suffix, 0o600); // a copy has the permissions of its source
    }
    const log = new EmbeddedLog(await openLogFile(copy), new LogFiles([]), null);
    return {
      append: (...call) => log.append(...call),
      read: (...call) => log.read(...call),
      subscribe: (...call) => log.subscribe(...call),
      head: () => log.head(),
      close: () => log.close().finally(remove),
    };
  } catch (error) {
    remove();
    const isTorn = error instanceof StoreError && error.problem.is === 'LogTorn';
    throw isTorn ? new StoreError({ is: 'LogTorn', path }) : error; // the error names the copy
  }
}
