// Tasks with files of the console, in threads of their own: annotated copies, and the accounts of a chart. One at a time; a
// few may wait.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnnotateFile } from '../commands/imports/document.js';
import type { ReadAccountsTable } from '../commands/registers/chartFile.js';
import { DomainError } from '../domain/problem.js';
import type { FileTask, FileTaskAnswers } from './fileTaskThread.js';

const THREAD = new URL('./fileTaskThread.js', import.meta.url);
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };
const WAITING_MAX = 10;
const TIME_MS_MAX = 120_000;

export type FileTasks = Readonly<{ annotateFile: AnnotateFile; readAccountsTable: ReadAccountsTable }>;

export function createFileTasks(): FileTasks {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const run = async <Task extends FileTask>(
    task: Task,
    signal: AbortSignal,
  ): Promise<FileTaskAnswers[Task['is']]> => {
    if (waiting >= WAITING_MAX) throw new DomainError({ is: 'Unavailable' });
    waiting++;
    const turn = last.then(() => answerOf(task, signal));
    last = turn.catch(() => undefined).finally(() => waiting--);
    return turn;
  };
  return {
    async annotateFile(path, out, errors, signal) {
      await run({ is: 'annotate', path, out, errors }, signal);
    },
    readAccountsTable: (path, accountsMax, signal) => run({ is: 'readAccounts', path, accountsMax }, signal),
  };
}

async function answerOf<Task extends FileTask>(
  task: Task,
  signal: AbortSignal,
): Promise<FileTaskAnswers[Task['is']]> {
  signal.throwIfAborted();
  const thread = new Worker(THREAD, { workerData: task, resourceLimits: RESOURCE_LIMITS });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIME_MS_MAX)]);
  try {
    const ended = once(thread, 'exit', { signal: ending }).then(([code]) => {
      throw new Error(`the thread of a file's task ended with code ${String(code)}`);
    });
    const answered = once(thread, 'message', { signal: ending });
    ended.catch(() => undefined);
    const [answer] = (await Promise.race([answered, ended])) as [FileTaskAnswers[Task['is']]];
    return answer;
  } finally {
    await thread.terminate();
  }
}
