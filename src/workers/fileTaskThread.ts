// The thread that does one task with a file of the console, answers, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import type { FileErrors } from '../commands/imports/document.js';
import type { AccountsTable, AccountsTableFault } from '../domain/charts/accountsTable.js';
import { readAccountsTable } from '../files/accountsTable.js';
import { annotateFile } from '../files/annotateFile.js';

export type FileTask =
  | Readonly<{ is: 'annotate'; path: string; out: string; errors: FileErrors }>
  | Readonly<{ is: 'readAccounts'; path: string; accountsMax: number }>;
/** By the task's `is`. */
export type FileTaskAnswers = Readonly<{ annotate: null; readAccounts: AccountsTable | AccountsTableFault }>;

parentPort?.postMessage(await done(workerData as FileTask));

async function done(task: FileTask): Promise<FileTaskAnswers[FileTask['is']]> {
  if (task.is === 'readAccounts') return readAccountsTable(task.path, task.accountsMax);
  // `general` is never empty, so that a file that cannot be read needs no sentence of its own.
  await annotateFile(task.path, task.out, { ...task.errors, sentenceOf: () => '' });
  return null;
}
