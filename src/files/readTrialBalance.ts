// A report file's trial balance: chooses the table and its heading, reads every row as a line, and reads again
// where the decimal mark is settled further down. Source: docs/spec/files.md.
import type { Account } from '../domain/charts/events.js';
import type { FileRequest } from '../domain/trialBalance/fileFindings.js';
import { decimalMarkOfAccounts, type DecimalMark } from './cells/amountText.js';
import { amountIndexes } from './columns/amounts.js';
import { contentOf, type FileContent } from './fileContent.js';
import { detectFileKind } from './formats/detectFileKind.js';
import { openFile } from './formats/openFile.js';
import { FileRefused } from './formats/table.js';
import { chooseTable, type ChosenTable } from './headings/chooseTable.js';
import { PreviewedTable } from './headings/findHeading.js';
import { interpretationOf } from './interpretation.js';
import { AccountMatcher } from './lines/accounts/accountMatcher.js';
import { DecimalMarkUnclear } from './lines/lineAmounts.js';
import { startReading, understoodReport, type Report } from './startReading.js';

export type OpenReport = Readonly<{
  /** The name in the request, otherwise the name in the file. */
  chartName: string | null;
  /**
   * Reads the lines, once, and closes the file.
   * @param accounts those of the chart; null when the company has no such chart
   * @throws FileRefused
   */
  read(accounts: Iterable<Account> | null): Promise<FileContent>;
  /** Closes a file that was not read. */
  close(): Promise<void>;
}>;

/**
 * @param onRows called with the number of rows after each batch
 * @throws FileRefused
 */
export async function openReport(
  path: string,
  request: FileRequest,
  onRows: (rows: number) => void,
): Promise<OpenReport> {
  const ending = new AbortController();
  const file = await openFile(path, await detectFileKind(path), ending.signal);
  let choice: ChosenTable | null = null;
  const close = async (): Promise<void> => {
    await choice?.table.close();
    ending.abort();
    await file.close();
  };
  const refused = async (error: unknown): Promise<never> => {
    await close();
    if (error instanceof FileRefused && choice !== null)
      error.interpretation ??= interpretationOf(file, choice, choice.heading.columns, false);
    throw error;
  };
  try {
    choice = await chooseTable(file, request);
    const report = await understoodReport(file, choice, request);
    const read = async (accounts: Iterable<Account> | null): Promise<FileContent> => {
      const content = await readReport(report, accounts && new AccountMatcher(accounts), onRows).catch(refused);
      await close();
      return content;
    };
    return { chartName: report.chartName, read, close };
  } catch (error) {
    return refused(error);
  }
}

async function readReport(
  report: Report,
  matcher: AccountMatcher | null,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const { heading, table } = report.choice;
  const { columns, next } = heading;
  const { source, preview } = table;
  const indexes = amountIndexes(columns);
  try {
    const mark = decimalMarkOfAccounts(preview.slice(next), columns.code, indexes);
    return await readLines(report, table, { matcher, mark }, onRows);
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
      return await readLines(report, again, { matcher, mark }, onRows);
    } finally {
      await again.close();
    }
  }
}

async function readLines(
  report: Report,
  table: PreviewedTable,
  settled: Readonly<{ matcher: AccountMatcher | null; mark: DecimalMark | null }>,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const { reader, columns } = startReading(report, settled);
  for await (const rows of table.rowsFrom(report.choice.heading.next)) {
    for (const row of rows) reader.read(row);
    onRows(rows.length);
  }
  return contentOf(report, reader, columns, settled.matcher !== null);
}
