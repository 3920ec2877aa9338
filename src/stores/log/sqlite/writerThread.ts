// The thread that writes the log.
import { workerData } from 'node:worker_threads';
import { serve } from '../../../runtime/thread.js';
import type { CheckedAppend } from '../appendChecks.js';
import { LogCommits } from './logCommits.js';

/** Of `LogCommits`. */
export type WriterData = Readonly<{ path: string; lockMs: number }>;

const { path, lockMs } = workerData as WriterData;
const commits = new LogCommits(path, lockMs);

const handlers = {
  append: (appends: readonly CheckedAppend[]) => commits.append(appends),
  close: () => commits.close(),
};
export type WriterHandlers = typeof handlers;

serve(handlers);
