// The thread that writes the log.
import { workerData } from 'node:worker_threads';
import { serve } from '../../../runtime/thread.js';
import { SqliteFile } from '../../sqlite/sqliteFile.js';
import type { CheckedAppend } from '../appendChecks.js';
import { LogCommits } from './logCommits.js';

/** Of `LogCommits`. */
export type WriterData = Readonly<{ path: string; lockMs: number }>;

const { path, lockMs } = workerData as WriterData;
let file: SqliteFile | null = null;
const commits = new LogCommits(() => (file = new SqliteFile(path, { mode: 'mode=rw' })), lockMs);

const handlers = {
  append: (appends: readonly CheckedAppend[]) => commits.append(appends),
  close(): void {
    commits.finish();
    file?.close();
  },
};
export type WriterHandlers = typeof handlers;

serve(handlers);
