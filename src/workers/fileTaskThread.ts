// The entry of a thread that does one task with a file of the console.
import type { FileToAnnotate } from '../commands/imports/document.js';
import type { AccountsFile } from '../commands/registers/chartFile.js';
import type { AccountsTable, AccountsTableFault } from '../domain/charts/accountsTable.js';
import { readAccountsTable } from '../files/accountsTable.js';
import { annotateFile } from '../files/annotateFile.js';
import { serve } from '../runtime/thread.js';
import { matchStatements } from './matchStatements.js';

const handlers = {
  readAccounts: ({ path, accountsMax }: AccountsFile): Promise<AccountsTable | AccountsTableFault> =>
    readAccountsTable(path, accountsMax),
  matchStatements,
  annotate: ({ path, out, errors }: FileToAnnotate): Promise<void> => annotateFile(path, out, errors),
};
export type FileTaskHandlers = typeof handlers;

serve(handlers);
