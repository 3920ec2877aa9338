// A report file's trial balance: chooses the table and its heading, settles month, chart and decimal mark, reads every
// row as a line. Source: docs/spec/files.md.
import type { FileFindings } from '../domain/trialBalance/fileFindings.js';
import type { LineTable } from '../domain/trialBalance/lines/lineTable.js';
import type { ImportReason } from '../domain/trialBalance/refusals.js';
import { codeText, splitCodeAndName } from './cells/accountCode.js';
import type { DecimalMark } from './cells/amountText.js';
import { textOf } from './cells/cellText.js';
import { decimalMarkOfAccounts } from './cells/decimalMark.js';
import { amountIndexes } from './columns/amountColumns.js';
import type { Columns } from './columns/recogniseColumns.js';
import { refuseUnquotedCommas } from './columns/unquotedCommas.js';
import { filePeriod } from './filePeriod.js';
import type { FileRequest } from './fileRequest.js';
import { FileRefused, type OpenFile, type TableRow } from './formats/table.js';
import { chooseTable, type ChosenTable } from './headings/chooseTable.js';
import { PreviewedTable } from './headings/previewedTable.js';
import { readMetadata } from './headings/readMetadata.js';
import { hasSideSuffix, interpretationOf } from './interpretation.js';
import type { AccountMatcher } from './lines/accountMatcher.js';
import { DecimalMarkUnclear } from './lines/lineAmounts.js';
import { LineReader } from './lines/lineReader.js';

/** `lines` is null when there is any reason or line error. */
export type FileContent = FileFindings & Readonly<{ lines: LineTable | null }>;

/** The chart's accounts by its name, which only the file may tell; null when the company has no such chart. */
export type ChartAccounts = (chartName: string) => Promise<AccountMatcher | null>;

/**
 * @param onRows called with the number of rows after each batch
 * @throws FileRefused
 */
export async function readTrialBalance(
  file: OpenFile,
  request: FileRequest,
  accounts: ChartAccounts,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const chosen = await chooseTable(file, request);
  const { columns, next } = chosen.heading;
  const { source, preview } = chosen.table;
  const indexes = amountIndexes(columns);
  try {
    const mark = decimalMarkOfAccounts(preview.slice(next), columns.code, indexes);
    return await readLines(file, chosen, { request, accounts, mark }, onRows);
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
      return await readLines(file, { ...chosen, table: again }, { request, accounts, mark }, onRows);
    } finally {
      await again.close();
    }
  } finally {
    await chosen.table.close();
  }
}

type Given = Readonly<{ request: FileRequest; accounts: ChartAccounts; mark: DecimalMark | null }>;

async function readLines(
  file: OpenFile,
  chosen: ChosenTable,
  { request, accounts, mark }: Given,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const { heading, table } = chosen;
  const { columns } = heading;
  const sample = table.preview.slice(heading.next);
  const metadata = readMetadata(table.preview.slice(0, Math.max(0, heading.next - 1)));
  refuseUnquotedCommas(file, columns, sample);
  const period = filePeriod({ metadata, columns, sheet: table.source.name ?? '', request });
  const chartName = request.chartName ?? chartIn(columns, sample) ?? metadata.chartName;
  if (metadata.unit !== null) throw new FileRefused({ is: 'FileUnit', unit: metadata.unit, line: null });
  const matcher = chartName === null ? null : await accounts(chartName);
  matcher?.settle(codesOf(columns, sample));
  const reader = new LineReader({
    columns,
    mark,
    isText: file.format === 'csv' || file.format === 'txt' || file.format === 'ecd',
    competence: period.settled,
    chartName,
    cnpj: request.cnpj,
    cnpjs: metadata.cnpjs,
    company: metadata.company,
    matcher,
  });
  reader.findings.warnings.push(...chosen.warnings);
  let usesSuffix = false;
  for await (const rows of table.rowsFrom(heading.next)) {
    usesSuffix ||= rows.some(({ cells }) => hasSideSuffix(cells[columns.closing.amount]));
    for (const row of rows) reader.read(row);
    onRows(rows.length);
  }
  if (reader.received === 0) throw new FileRefused({ is: 'FileWithoutLines' });
  if (!reader.hasAmounts) throw new FileRefused({ is: 'FileWithoutAmounts', columns: amountHeadings(columns) });

  const competence = reader.competence ?? period.fallback;
  const reasons = [
    ...period.reasons(competence),
    ...cnpjReasons(typeof file.cnpj === 'string' ? [file.cnpj] : metadata.cnpjs, request),
    ...(chartName === null ? [{ is: 'ChartNameMissing' } as const] : []),
  ];
  reader.findings.warnings.push(...period.warnings(competence));
  const { errors } = reader;
  return {
    competence,
    chartName,
    received: reader.received,
    reasons,
    lineErrors: errors.kept,
    lineErrorCount: errors.count,
    lines: reasons.length === 0 && errors.count === 0 ? reader.table() : null,
    interpretation: interpretationOf(file, chosen, usesSuffix),
  };
}

/** One of several CNPJs has to be the company's: the office that keeps the books may be named beside it. */
function cnpjReasons(cnpjs: readonly string[], { cnpj: expected }: FileRequest): readonly ImportReason[] {
  const [cnpj] = cnpjs;
  return cnpj === undefined || cnpjs.includes(expected) ? [] : [{ is: 'FileCnpjDiffers', cnpj }];
}

function codesOf({ code, codeHasName }: Columns, rows: readonly TableRow[]): readonly string[] {
  return rows.flatMap(({ cells }) => {
    const cell = cells[code];
    const text = (codeHasName && typeof cell === 'string' ? splitCodeAndName(cell)?.code : null) ?? codeText(cell);
    return text === '' ? [] : [text];
  });
}

function chartIn({ chart }: Columns, rows: readonly TableRow[]): string | null {
  if (chart === -1) return null;
  return rows.map(({ cells }) => textOf(cells[chart])).find((name) => name !== '') ?? null;
}

function amountHeadings(columns: Columns): readonly string[] {
  return amountIndexes(columns).flatMap((index) => columns.labels[index] || []);
}
