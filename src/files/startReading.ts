// What is settled before the first line of a table is read: its month, chart, company, columns and the column of
// codes.
// Source: docs/spec/files.md.
import type { DecimalMark } from './cells/amountText.js';
import { textOf } from './cells/cellText.js';
import type { Columns } from './columns/recogniseColumns.js';
import { filePeriod } from './filePeriod.js';
import type { FileRequest } from '../domain/trialBalance/fileFindings.js';
import { FileRefused, type OpenFile, type TableRow, type Cell } from './formats/table.js';
import type { ChosenTable } from './headings/chooseTable.js';
import { readMetadata } from './headings/readMetadata.js';
import type { AccountMatcher } from './lines/accounts/accountMatcher.js';
import { chooseCodeColumn } from './lines/accounts/chooseCodeColumn.js';
import { LineReader } from './lines/lineReader.js';
import { headingKey } from './headings/headingVocabulary.js';
import { isFilled, NO_COLUMN } from './columns/columnValues.js';
import { amountIndexes } from './columns/amounts.js';

/** Rows by which the chart tells which column holds the codes. */
const CODES_SAMPLED = 2_000;

/** What is known of a file but for its lines. */
export type Report = Readonly<Awaited<ReturnType<typeof understoodReport>>>;

/** @throws FileRefused */
export async function understoodReport(file: OpenFile, choice: ChosenTable, request: FileRequest) {
  const { heading, table } = choice;
  const { columns } = heading;
  await table.readAhead(heading.next + CODES_SAMPLED);
  // The first rows under the heading.
  const sample = table.preview.slice(heading.next);
  const metadata = readMetadata(table.preview.slice(0, Math.max(0, heading.next - 1)));
  refuseUnquotedCommas(file, columns, sample);
  const period = filePeriod(choice, metadata, request);
  if (metadata.unit !== null) throw new FileRefused({ is: 'FileUnit', unit: metadata.unit, line: null });
  // The name in the request, otherwise the name in the file.
  const chartName = request.chartName ?? chartIn(columns, sample) ?? metadata.chartName;
  return { file, choice, request, metadata, period, chartName, sample };
}

/**
 * The reader of its lines, and the columns with that of the codes.
 * @param mark null where the first rows do not settle it
 * @param matcher null when the company has no such chart
 */
export function startReading(
  { file, choice, request, metadata, period, chartName, sample }: Report,
  { matcher, mark }: Readonly<{ matcher: AccountMatcher | null; mark: DecimalMark | null }>,
): Readonly<{ reader: LineReader; columns: Columns }> {
  const { columns: recognised } = choice.heading;
  const codes = chooseCodeColumn(recognised, sample, matcher, choice.isMapped);
  const columns = { ...recognised, code: codes.code.index, codeHasName: codes.code.hasName };
  const kindOf = kindReader(columns, sample);
  const isText = file.format === 'csv' || file.format === 'txt' || file.format === 'ecd';
  const { cnpjs, company } = metadata;
  const of = { competence: period.settled, chartName, cnpj: request.cnpj, cnpjs, company };
  const reader = new LineReader({ columns, codes, kindOf, mark, isText, matcher, ...of });
  reader.findings.warnings.push(...choice.warnings);
  return { reader, columns };
}

function chartIn({ chart }: Columns, rows: readonly TableRow[]): string | null {
  if (chart === -1) return null;
  return rows.map(({ cells }) => textOf(cells[chart])).find((name) => name !== '') ?? null;
}

const GROUP = /^(?:s|t|sint|sintetic[ao]|synthetic|sumari[ao]|titulo|group)$/;
const DETAIL = /^(?:a|anal|analitic[ao]|analytic(?:al)?|detail|detalhe|posting)$/;

type KindOf = (cell: Cell | undefined) => 'group' | 'detail' | null;

/**
 * For a column that tells groups from accounts: `S` and `A`, `T` and `A`, or words (docs/spec/files.md#sums). One
 * of the same heading that holds anything else, as `A`, `P`, `R` and `D`, tells nothing.
 * @returns null where no column tells both kinds
 */
function kindReader({ kind }: Pick<Columns, 'kind'>, sample: readonly TableRow[]): KindOf | null {
  if (kind === NO_COLUMN) return null;
  const kinds = sample.flatMap(({ cells }) => (isFilled(cells[kind]) ? [kindOf(cells[kind])] : []));
  const otherCount = kinds.filter((one) => one === null).length;
  const tells = kinds.includes('group') && kinds.includes('detail') && otherCount * 10 <= kinds.length;
  return tells ? kindOf : null;
}

function kindOf(cell: Cell | undefined): 'group' | 'detail' | null {
  const key = headingKey(textOf(cell));
  if (GROUP.test(key)) return 'group';
  return DETAIL.test(key) ? 'detail' : null;
}

/** What stands behind the decimal comma of an amount. */
const DECIMALS = /^\d{1,2}\s*[DC)-]?$/i;

/**
 * Refuses text separated by commas whose amounts hold decimal commas of their own without quotes:
 * `1.1,Caixa,10,00,0,00,…`. Line by line it would fail with misleading errors, or be read as other amounts
 * (docs/spec/files.md#delimiters).
 * @throws FileRefused FileCommasWithin when at least half of the rows have every amount split in two
 */
function refuseUnquotedCommas(
  { delimiter }: Pick<OpenFile, 'delimiter'>,
  columns: Columns,
  rows: readonly TableRow[],
): void {
  if (delimiter !== ',') return;
  const headings = columns.headings.length;
  const from = Math.min(...amountIndexes(columns));
  const isSplit = ({ cells }: TableRow): boolean => {
    const amounts = cells.slice(from).map(textOf);
    return (
      amounts.length === 2 * (headings - from) && amounts.every((text, at) => at % 2 === 0 || DECIMALS.test(text))
    );
  };
  const [first, ...otherRows] = rows.filter(isSplit);
  if (first === undefined || (otherRows.length + 1) * 2 < rows.length) return;
  throw new FileRefused({ is: 'FileCommasWithin', line: first.line, cells: first.cells.length, headings });
}
