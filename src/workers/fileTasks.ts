// Tasks with files of the console, in threads of their own: annotated copies, the accounts of a chart, movements
// of an account. One at a time, clients in turns; a few may wait.
import type { AnnotateFile } from '../commands/imports/document.js';
import type { ReadAccountsTable } from '../commands/registers/chartFile.js';
import type { ReadStatements } from '../commands/reconciliations/statementFiles.js';
import { atMost, FairQueue } from '../runtime/fairQueue.js';
import { requestInThread } from '../runtime/thread.js';
import { FILE_LIMITS } from './fileThreads.js';
import type { FileTaskHandlers } from './fileTaskThread.js';

const ENTRY = new URL('./fileTaskThread.js', import.meta.url);
/** That run or wait; of one client half as many. */
const TASKS_MAX = 10;
const TIME_MS_MAX = 120_000;

export type FileTasks = Readonly<{
  annotateFile: AnnotateFile;
  readAccountsTable: ReadAccountsTable;
  readStatements: ReadStatements;
}>;

export function createFileTasks(): FileTasks {
  const turns = new FairQueue({ mayGo: atMost(1), placesMax: TASKS_MAX, placesOfOwnerMax: TASKS_MAX / 2 });
  const run = <Name extends keyof FileTaskHandlers>(
    clientId: number,
    name: Name,
    task: Parameters<FileTaskHandlers[Name]>[0],
    signal: AbortSignal,
  ): Promise<Awaited<ReturnType<FileTaskHandlers[Name]>>> => {
    const work = () => {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS_MAX)]);
      return requestInThread<FileTaskHandlers, Name>(ENTRY, name, task, { limits: FILE_LIMITS, signal: ending });
    };
    return turns.run(clientId, task, work, signal);
  };
  return {
    annotateFile: (clientId, task, signal) => run(clientId, 'annotate', task, signal),
    readAccountsTable: (clientId, task, signal) => run(clientId, 'readAccounts', task, signal),
    readStatements: (clientId, request, signal) => run(clientId, 'matchStatements', request, signal),
  };
}
