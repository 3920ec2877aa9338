// What is settled before the first line of a table is read: its month, chart, company, columns and the column of codes.
// Source: docs/spec/files.md.
import type { DecimalMark } from './cells/amountText.js';
import { textOf } from './cells/cellText.js';
import type { Columns } from './columns/recogniseColumns.js';
import { kindReader } from './columns/kindColumn.js';
import { refuseUnquotedCommas } from './columns/unquotedCommas.js';
import { filePeriod, type FilePeriod } from './filePeriod.js';
import type { FileRequest } from '../domain/trialBalance/fileRequest.js';
import { FileRefused, type OpenFile, type TableRow } from './formats/table.js';
import type { ChosenTable } from './headings/chooseTable.js';
import { readMetadata } from './headings/readMetadata.js';
import type { AccountMatcher } from './lines/accounts/accountMatcher.js';
import { chooseCodeColumn } from './lines/accounts/chooseCodeColumn.js';
import { LineReader } from './lines/lineReader.js';

/** Rows by which the chart tells which column holds the codes. */
const CODES_SAMPLED = 2_000;

/** The chart's accounts by its name, which only the file may tell; null when the company has no such chart. */
export type FindChartAccounts = (chartName: string) => Promise<AccountMatcher | null>;

/** `mark` is null where the first rows do not settle it. */
export type Given = Readonly<{ request: FileRequest; accounts: FindChartAccounts; mark: DecimalMark | null }>;

export type Reading = Readonly<{
  reader: LineReader;
  columns: Columns;
  period: FilePeriod;
  chartName: string | null;
  /** null when the company has no such chart. */
  matcher: AccountMatcher | null;
  /** Those above the table. */
  cnpjs: readonly string[];
  /** The first rows under the heading. */
  sample: readonly TableRow[];
}>;

/** @throws FileRefused */
export async function startReading(
  file: OpenFile,
  chosen: ChosenTable,
  { request, accounts, mark }: Given,
): Promise<Reading> {
  const { heading, table, isMapped, elsewhere } = chosen;
  const { columns: recognised } = heading;
  await table.readAhead(heading.next + CODES_SAMPLED);
  const sample = table.preview.slice(heading.next);
  const metadata = readMetadata(table.preview.slice(0, Math.max(0, heading.next - 1)));
  const { cnpjs, company, unit } = metadata;
  refuseUnquotedCommas(file, recognised, sample);
  const sheet = table.source.name ?? '';
  const period = filePeriod({ metadata, columns: recognised, isMapped, sheet, elsewhere, request });
  const chartName = request.chartName ?? chartIn(recognised, sample) ?? metadata.chartName;
  if (unit !== null) throw new FileRefused({ is: 'FileUnit', unit, line: null });
  const matcher = chartName === null ? null : await accounts(chartName);
  const codes = chooseCodeColumn(recognised, sample, matcher, isMapped);
  const columns = { ...recognised, code: codes.code.index, codeHasName: codes.code.hasName };
  const kindOf = kindReader(columns, sample);
  const isText = file.format === 'csv' || file.format === 'txt' || file.format === 'ecd';
  const of = { competence: period.settled, chartName, cnpj: request.cnpj, cnpjs, company };
  const reader = new LineReader({ columns, codes, kindOf, mark, isText, matcher, ...of });
  reader.findings.warnings.push(...chosen.warnings);
  return { reader, columns, period, chartName, matcher, cnpjs, sample };
}

function chartIn({ chart }: Columns, rows: readonly TableRow[]): string | null {
  if (chart === -1) return null;
  return rows.map(({ cells }) => textOf(cells[chart])).find((name) => name !== '') ?? null;
}
