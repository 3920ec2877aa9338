// The thread that writes the log.
import { workerData } from 'node:worker_threads';
import { freeLarge, serve } from '../../../runtime/thread.js';
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

/** Texts are garbage of the thread's own heap. */
function free(appends: readonly CheckedAppend[]): void {
  const data = appends.flatMap(({ events }) => events.map((event) => event.data));
  freeLarge(data.filter((bytes): bytes is Uint8Array<ArrayBuffer> => typeof bytes !== 'string'));
}
