// Tasks with files of the console, in a thread of their own: annotated copies, the accounts of a chart, movements
// of an account. One at a time, clients in turns; a few may wait.
import type { AnnotateFile } from '../commands/imports/document.js';
import type { ReadAccountsTable } from '../commands/registers/chartFile.js';
import type { ReadStatements } from '../commands/reconciliations/statementFiles.js';
import { atMost, FairQueue } from '../runtime/fairQueue.js';
import { Thread } from '../runtime/thread.js';
import { FILE_LIMITS, IDLE_MS_MAX } from './fileThreads.js';
import type { FileTaskHandlers } from './fileTaskThread.js';

const ENTRY = new URL('./fileTaskThread.js', import.meta.url);
/** That run or wait; of one client half as many. */
const TASKS_MAX = 10;
const TIME_MS_MAX = 120_000;
/** A thread that worked for longer is ended, which frees its memory. */
const KEPT_AFTER_MS_MAX = 1_000;

type Done<Name extends keyof FileTaskHandlers> = Awaited<ReturnType<FileTaskHandlers[Name]>>;

export type FileTasks = Readonly<{
  annotateFile: AnnotateFile;
  readAccountsTable: ReadAccountsTable;
  readStatements: ReadStatements;
}>;

/** @param idleMsMax how long the thread is kept for another task */
export function createFileTasks(idleMsMax = IDLE_MS_MAX): FileTasks {
  const turns = new FairQueue({ mayGo: atMost(1), placesMax: TASKS_MAX, placesOfOwnerMax: TASKS_MAX / 2 });
  let thread: Thread<FileTaskHandlers> | null = null;
  let idleEnd: NodeJS.Timeout | undefined;
  const run = <Name extends keyof FileTaskHandlers>(
    clientId: number,
    name: Name,
    task: Parameters<FileTaskHandlers[Name]>[0],
    signal: AbortSignal,
  ): Promise<Done<Name>> => {
    const work = async (): Promise<Done<Name>> => {
      const startMs = performance.now();
      clearTimeout(idleEnd);
      const one = (thread = thread?.isAlive ? thread : new Thread(ENTRY, { limits: FILE_LIMITS }));
      try {
        return await one.requestUntil(AbortSignal.any([signal, AbortSignal.timeout(TIME_MS_MAX)]), name, task);
      } finally {
        if (performance.now() - startMs > KEPT_AFTER_MS_MAX) await one.end();
        else idleEnd = setTimeout(() => void one.end(), idleMsMax).unref();
      }
    };
    return turns.run(clientId, task, work, signal);
  };
  return {
    annotateFile: (clientId, task, signal) => run(clientId, 'annotate', task, signal),
    readAccountsTable: (clientId, task, signal) => run(clientId, 'readAccounts', task, signal),
    readStatements: (clientId, request, signal) => run(clientId, 'matchStatements', request, signal),
  };
}
