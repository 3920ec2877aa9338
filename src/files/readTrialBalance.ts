// A file's trial balance: which table and heading, which marks and sides, which month and chart, and every line of it.
import type { SignConvention } from '../domain/books/events.js';
import type { ColumnField, FileFormat } from '../domain/trialBalance/fileReasons.js';
import type { LineTable } from '../domain/trialBalance/lines/lineTable.js';
import type { ImportReason, LineError } from '../domain/trialBalance/refusals.js';
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import { codeText, leadingCode } from './cells/accountCode.js';
import type { AccountMatcher } from './lines/accountMatcher.js';
import type { DecimalMark } from './cells/amountText.js';
import { chooseTable, Peeked, type Chosen } from './headings/chooseTable.js';
import { refuseCommasWithin } from './formats/text/commasWithin.js';
import type { Columns } from './columns/columns.js';
import { competenceInName } from './cells/competenceInName.js';
import type { Period } from './cells/periodText.js';
import { textOf } from './cells/cellText.js';
import type { FileRequest } from './fileRequest.js';
import { markIn, markOf } from './cells/decimalMark.js';
import { amountIndexesOf, MarkUnclear } from './cells/amountCells.js';
import { LineReader } from './lines/lineReader.js';
import { readMetadata, type Metadata } from './headings/readMetadata.js';
import { FileRefused, type OpenFile, type TableRow } from './formats/table.js';

/** How marks of debit and credit stand in the file; with none the sign convention is told by the lines themselves. */
export type SideStyle = 'suffix' | 'column' | 'separate' | 'none';

/** How the file was understood. */
export type Interpretation = Readonly<{
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  headingLine: number;
  /** Headings as the file has them. */
  columns: Readonly<Partial<Record<ColumnField, string>>>;
  sides: SideStyle;
  convention: SignConvention | null;
  /** Every heading, by column; and the first rows under them, as text. */
  headings: readonly string[];
  firstRows: readonly (readonly string[])[];
}>;

export type FileContent = Readonly<{
  competence: Competence | null;
  chartName: string | null;
  received: number;
  reasons: readonly ImportReason[];
  lineErrors: readonly LineError[];
  lineErrorCount: number;
  /** null when anything is wrong. */
  lines: LineTable | null;
  interpretation: Interpretation;
}>;

/** Accounts by the chart's name, asked for once the name is known. */
export type ChartAccounts = (chartName: string) => Promise<AccountMatcher | null>;

const FIRST_ROWS = 5;

/** @throws FileRefused */
export async function readTrialBalance(
  file: OpenFile,
  request: FileRequest,
  accounts: ChartAccounts,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const chosen = await chooseTable(file, request);
  const { columns, next } = chosen.heading;
  const { table } = chosen.peeked;
  try {
    const mark = markIn(chosen.peeked.first.slice(next), columns);
    return await readChosen(file, chosen, { request, accounts, mark }, onRows);
  } catch (error) {
    if (!(error instanceof MarkUnclear)) throw error;
    const { line, cited } = error;
    const mark = await markOf(table, columns, () => onRows(0));
    if (mark === null) throw new FileRefused({ is: 'FileDecimalMarkUnclear', line, ...cited });
    const again = { ...chosen, peeked: await Peeked.at(table, chosen.peeked.first.length) };
    try {
      return await readChosen(file, again, { request, accounts, mark }, onRows);
    } finally {
      await again.peeked.end();
    }
  } finally {
    await chosen.peeked.end();
  }
}

type Reading = Readonly<{ request: FileRequest; accounts: ChartAccounts; mark: DecimalMark | null }>;

async function readChosen(
  file: OpenFile,
  chosen: Chosen,
  { request, accounts, mark }: Reading,
  onRows: (rows: number) => void,
): Promise<FileContent> {
  const { heading, peeked } = chosen;
  const { columns } = heading;
  const metadata = readMetadata(peeked.first.slice(0, Math.max(0, heading.next - 1)));
  refuseCommasWithin(file, columns, peeked.first.slice(heading.next));
  const months = monthsOf(chosen, metadata, request);
  const chartName = request.chartName ?? chartIn(columns, peeked.first.slice(heading.next)) ?? metadata.chartName;
  if (metadata.unit !== null) throw new FileRefused({ is: 'FileUnit', unit: metadata.unit, line: null });
  const matcher = chartName === null ? null : await accounts(chartName);
  matcher?.settle(codesOf(columns, peeked.first.slice(heading.next)));
  const isText = file.format === 'csv' || file.format === 'txt' || file.format === 'ecd';
  const reader = new LineReader({
    columns,
    mark,
    isText,
    competence: months.settled,
    chartName,
    cnpj: request.cnpj,
    cnpjs: metadata.cnpjs,
    company: metadata.company,
    matcher,
  });
  reader.aside.warnings.push(...chosen.warnings);
  let usesSuffix = false;
  for await (const rows of peeked.from(heading.next)) {
    usesSuffix ||= rows.some(({ cells }) => hasSuffix(cells[columns.closing.amount]));
    for (const row of rows) reader.read(row);
    onRows(rows.length);
  }
  if (reader.received === 0) throw new FileRefused({ is: 'FileWithoutLines' });
  if (!reader.hasAmounts) throw new FileRefused({ is: 'FileWithoutAmounts', columns: amountHeadings(columns) });

  const competence = reader.competence ?? months.fallback;
  const reasons: ImportReason[] = [];
  if (competence === null) reasons.push({ is: 'FilePeriodMissing' });
  else if (months.elsewhere !== null && months.elsewhere !== competence)
    reasons.push({ is: 'FilePeriodDiffers', competence: months.elsewhere, importCompetence: competence });
  // The office that keeps the books may be named beside the company.
  const cnpjs = file.cnpj === null || file.cnpj === undefined ? metadata.cnpjs : [file.cnpj];
  const [cnpj] = cnpjs;
  if (cnpj !== undefined && !cnpjs.includes(request.cnpj)) reasons.push({ is: 'FileCnpjDiffers', cnpj });
  if (chartName === null) reasons.push({ is: 'ChartNameMissing' });
  if (competence !== null && months.elsewhere === null) warnOfOtherMonth(months, competence, reader);

  const { errors } = reader;
  return {
    competence,
    chartName,
    received: reader.received,
    reasons,
    lineErrors: errors.kept,
    lineErrorCount: errors.count,
    lines: reasons.length === 0 && errors.count === 0 ? reader.table() : null,
    interpretation: {
      format: file.format,
      encoding: file.encoding,
      delimiter: file.delimiter,
      sheet: peeked.table.name,
      headingLine: heading.line,
      columns: namedColumns(columns),
      sides: sideStyle(columns, usesSuffix),
      convention: null,
      headings: columns.headings,
      firstRows: peeked.first
        .slice(heading.next, heading.next + FIRST_ROWS)
        .map(({ cells }) => columns.headings.map((_, index) => shown(cells[index]))),
    },
  };
}

type Months = Readonly<{
  /** What every line must agree with; null leaves it to the first line that tells. */
  settled: Competence | null;
  /** What the file says outside its lines: it must agree too. */
  elsewhere: Competence | null;
  fallback: Competence | null;
  /** A title, and the sheet's name, that are months: they contradict nothing, and are warned of. */
  named: readonly Readonly<{ text: string; competence: Competence }>[];
}>;

/** The request's first, then the lines', what stands above the table, and the file's name. */
function monthsOf(
  { peeked, heading }: Chosen,
  { period, titleMonth, fiscalYear }: Metadata,
  request: FileRequest,
): Months {
  const { columns } = heading;
  const hasColumn = columns.period !== -1 || (columns.month !== -1 && columns.year !== -1);
  refuseRange(period);
  // A report of a year names no month; one of a month may name its year.
  if (period === null && titleMonth === null && !hasColumn) refuseRange(fiscalYear);
  const sheet = peeked.table.name ?? '';
  const elsewhere = (period?.is === 'month' ? period.competence : null) ?? parseCompetence(sheet);
  const ofSheet = competenceInName(sheet);
  const named = [
    ...(titleMonth === null ? [] : [titleMonth]),
    ...(ofSheet === null ? [] : [{ text: sheet, competence: ofSheet }]),
  ];
  const fallback = elsewhere ?? named[0]?.competence ?? competenceInName(request.fileName);
  return { settled: request.competence ?? (hasColumn ? null : elsewhere), elsewhere, fallback, named };
}

function warnOfOtherMonth({ named }: Months, competence: Competence, { aside }: LineReader): void {
  const other = named.find((one) => one.competence !== competence);
  if (other !== undefined) aside.warnings.push({ is: 'OtherMonthNamed', text: other.text, competence });
}

/** As texts, of the rows under the heading. */
function codesOf({ code, codeHasName }: Columns, rows: readonly TableRow[]): readonly string[] {
  return rows.flatMap(({ cells }) => {
    const cell = cells[code];
    const text = (codeHasName && typeof cell === 'string' ? leadingCode(cell)?.code : null) ?? codeText(cell);
    return text === '' ? [] : [text];
  });
}

/** @throws FileRefused for an accumulated report */
function refuseRange(period: Period | null): void {
  if (period?.is === 'range') throw new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
}

function chartIn({ chart }: Columns, rows: readonly TableRow[]): string | null {
  if (chart === -1) return null;
  return rows.map(({ cells }) => textOf(cells[chart])).find((name) => name !== '') ?? null;
}

function amountHeadings(columns: Columns): readonly string[] {
  return amountIndexesOf(columns).flatMap((index) => columns.labels[index] || []);
}

function hasSuffix(cell: unknown): boolean {
  return typeof cell === 'string' && /\d\)?\s*\(?(?:[DC]|DB|CR)\)?\.?\s*$|^\s*(?:[DC]|DB|CR)\s+[\d.,]/i.test(cell);
}

function sideStyle({ opening, closing }: Columns, usesSuffix: boolean): SideStyle {
  if (closing.amount === -1 || opening.amount === -1) return 'separate';
  if (closing.side !== -1) return 'column';
  return usesSuffix ? 'suffix' : 'none';
}

function namedColumns(columns: Columns): Partial<Record<ColumnField, string>> {
  const { opening, closing, labels } = columns;
  const pair = (amount: number, debit: number, credit: number): readonly number[] =>
    amount === -1 ? [debit, credit] : [amount];
  const places: readonly (readonly [ColumnField, readonly number[]])[] = [
    ['accountCode', [columns.code]],
    ['accountName', [columns.name]],
    ['previousBalance', pair(opening.amount, opening.debit, opening.credit)],
    ['previousBalanceSide', [opening.side]],
    ['debit', [columns.debit]],
    ['credit', [columns.credit]],
    ['finalBalance', pair(closing.amount, closing.debit, closing.credit)],
    ['finalBalanceSide', [closing.side]],
    ['cnpj', [columns.cnpj]],
    ['period', columns.period === -1 ? [columns.month, columns.year] : [columns.period]],
    ['chartName', [columns.chart]],
  ];
  const named: Partial<Record<ColumnField, string>> = {};
  for (const [field, indexes] of places)
    if (!indexes.includes(-1))
      named[field] = indexes.map((index) => labels[index] || `nº ${index + 1}`).join(' / ');
  return named;
}

function shown(cell: TableRow['cells'][number] | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell).slice(0, 200);
}
