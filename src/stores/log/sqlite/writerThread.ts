// The thread that writes the log.
import { MessageChannel, workerData } from 'node:worker_threads';
import { serve } from '../../../runtime/thread.js';
import { SqliteFile } from '../../sqlite/sqliteFile.js';
import type { CheckedAppend } from '../appendChecks.js';
import { LogCommits } from './logCommits.js';

/** Arguments of `LogCommits`. */
export type WriterData = Readonly<{ path: string; lockMs: number }>;

const { path, lockMs } = workerData as WriterData;
let file: SqliteFile | null = null;
const commits = new LogCommits(() => (file = new SqliteFile(path, { mode: 'mode=rw' })), lockMs, free);

const handlers = {
  append: (appends: readonly CheckedAppend[]) => commits.append(appends),
  close(): void {
    commits.finish();
    file?.close();
  },
};
export type WriterHandlers = typeof handlers;

serve(handlers);

/**
 * Frees the bytes by a message to nobody: an idle thread collects no garbage, which is up to 100 MB after a large
 * file.
 */
function free(appends: readonly CheckedAppend[]): void {
  const data = appends.flatMap(({ events }) => events.map((event) => event.data));
  const buffers = data.flatMap((bytes) => (typeof bytes === 'string' ? [] : [bytes.buffer as ArrayBuffer]));
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [...new Set(buffers)]);
  port1.close();
}
