// Opens a log that must not or cannot be changed: a backup, or a folder mounted read-only. Only for a log that no process
// writes: it is read without locks.
import { realpathSync } from 'node:fs';
import type { EventLog } from '../../../domain/kernel/log.js';
import { EmbeddedLog } from './embeddedLog.js';
import { openUnchangedFile } from './logFile.js';
import { LogFiles } from './logFiles.js';

/**
 * @param path without a write-ahead log, which is not read
 * @throws ENOENT without a log; StoreError LogTorn
 */
export async function openReadOnlyLog(path: string): Promise<EventLog> {
  return new EmbeddedLog(await openUnchangedFile(realpathSync(path)), new LogFiles([]), null);
}
