// Reads the movements of one account from a workbook, a delimited text or an OFX. Source: docs/spec/files.md#statements.
import type {
  Statement,
  StatementAsked,
  StatementFault,
} from '../../domain/reconciliation/statements/statement.js';
import { readFirstTable } from '../firstTable.js';
import { isOfx, readOfx } from './readOfx.js';
import { readStatementTable } from './statementTable.js';

/** The movements of the first visible table with a heading, in order. */
export function readStatement(path: string, asked: StatementAsked): Promise<Statement | StatementFault> {
  return readFirstTable<Statement | StatementFault>(
    path,
    (table) => readStatementTable(table, asked),
    async (kind, signal) => ((await isOfx(path)) ? readOfx(path, kind, asked.linesMax, signal) : null),
  );
}
