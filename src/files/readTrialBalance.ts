// A report file's trial balance: chooses the table and its heading, reads every row as a line, and reads again where the
// decimal mark is settled further down. Source: docs/spec/files.md.
import { decimalMarkOfAccounts, type DecimalMark } from './cells/amountText.js';
import { amountIndexes } from './columns/amounts.js';
import { contentOf, type FileContent } from './fileContent.js';
import type { FileRequest } from '../domain/trialBalance/fileFindings.js';
import { FileRefused, type OpenFile } from './formats/table.js';
import { chooseTable, type ChosenTable } from './headings/chooseTable.js';
import { PreviewedTable } from './headings/findHeading.js';
import { interpretationOf } from './interpretation.js';
import { DecimalMarkUnclear } from './lines/lineAmounts.js';
import { startReading, type FindChartAccounts, type Given } from './startReading.js';

/**
 * @param onRows called with the number of rows after each batch
 * @throws FileRefused
 */
export async function readTrialBalance(
  file: OpenFile,
  request: FileRequest,
  accounts: FindChartAccounts,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const table = await chooseTable(file, request);
  try {
    return await readChosen(file, table, request, accounts, onRows);
  } catch (error) {
    if (error instanceof FileRefused)
      error.interpretation ??= interpretationOf(file, table, table.heading.columns, false);
    throw error;
  }
}

async function readChosen(
  file: OpenFile,
  table: ChosenTable,
  request: FileRequest,
  accounts: FindChartAccounts,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const { columns, next } = table.heading;
  const { source, preview } = table.table;
  const indexes = amountIndexes(columns);
  try {
    const mark = decimalMarkOfAccounts(preview.slice(next), columns.code, indexes);
    return await readLines(file, table, { request, accounts, mark }, onRows);
  } catch (error) {
    if (!(error instanceof DecimalMarkUnclear)) throw error;
    // The mark is settled further down: it is searched there, and the table is read again from the start.
    let mark: DecimalMark | null = null;
    for await (const rows of source.rows()) {
      mark = decimalMarkOfAccounts(rows, columns.code, indexes);
      if (mark !== null) break;
      onRows(0);
    }
    if (mark === null) throw new FileRefused({ is: 'FileDecimalMarkUnclear', line: error.line, ...error.cell });
    const again = await PreviewedTable.open(source, preview.length);
    try {
      return await readLines(file, { ...table, table: again }, { request, accounts, mark }, onRows);
    } finally {
      await again.close();
    }
  } finally {
    await table.table.close();
  }
}

async function readLines(
  file: OpenFile,
  table: ChosenTable,
  given: Given,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const reading = await startReading(file, table, given);
  for await (const rows of table.table.rowsFrom(table.heading.next)) {
    for (const row of rows) reading.reader.read(row);
    onRows(rows.length);
  }
  return contentOf(file, table, given.request, reading);
}
