// Reads the movements of one account from a workbook, a delimited text or an OFX. Source: docs/spec/files.md#statements.
import type {
  Statement,
  StatementAsked,
  StatementFault,
} from '../../domain/reconciliation/statements/statement.js';
import { detectFileKind } from '../formats/detectFileKind.js';
import { openFile } from '../formats/openFile.js';
import { FileRefused, type OpenFile } from '../formats/table.js';
import { isOfx, readOfx } from './readOfx.js';
import { readStatementTable } from './statementTable.js';

/** The movements of the first visible table with a heading, in order. */
export async function readStatement(path: string, asked: StatementAsked): Promise<Statement | StatementFault> {
  const reading = new AbortController();
  let file: OpenFile | null = null;
  try {
    const kind = await detectFileKind(path);
    if (await isOfx(path)) return await readOfx(path, kind, asked.linesMax, reading.signal);
    file = await openFile(path, kind, reading.signal);
    for (const table of [...file.tables].sort((a, b) => Number(a.hidden) - Number(b.hidden))) {
      const read = await readStatementTable(table, asked);
      if (!('is' in read) || read.is !== 'HeadingMissing') return read;
    }
    return { is: 'HeadingMissing' };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { is: 'FileUnreadable', reason: error.reason };
  } finally {
    reading.abort();
    await file?.close();
  }
}
