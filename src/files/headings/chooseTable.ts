// Which of a file's tables is the trial balance: the saved mapping's, or the first visible one whose heading names
// what an import needs. Others that look like one are named in a warning. Source: docs/spec/files.md#workbooks.
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { FileRequest } from '../../domain/trialBalance/fileFindings.js';
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import type { Warning } from '../../domain/trialBalance/warnings.js';
import { looksLikeCode } from '../cells/accountCode.js';
import { unitOfHeadings } from '../cells/amountUnit.js';
import { plainText, shownText, textOf } from '../cells/cellText.js';
import { monthNamed } from '../cells/periodPatterns.js';
import { competenceInName, monthWithYear, periodOfCell, type Period } from '../cells/periodText.js';
import { columnChoices } from '../columns/amountColumns.js';
import { amountIndexes } from '../columns/amounts.js';
import { findSecondMonth } from '../columns/balanceArithmetic.js';
import { isAmountValue } from '../columns/columnValues.js';
import { recogniseColumns } from '../columns/recogniseColumns.js';
import { FileRefused, type OpenFile, type Table, type TableRow } from '../formats/table.js';
import { interpretationOf } from '../interpretation.js';
import {
  HEADING_ROWS_MAX,
  PreviewedTable,
  findHeading,
  namedHeadings,
  sampleAfter,
  type Heading,
  type NoHeading,
} from './findHeading.js';
import { headingRole } from './headingRole.js';
import { headingKey } from './headingVocabulary.js';
import { findMappedHeading } from './mappedHeading.js';
import { readMetadata } from './readMetadata.js';

/** The rows that may hold the heading, and a sample after them to tell columns apart by their values. */
const PREVIEW_ROWS = 160;
const PARAMETER_ROWS_MAX = 60;
/** Further sheets are ignored. */
const TABLES_SEARCHED_MAX = 60;

/** The caller closes `table`. */
export type ChosenTable = Readonly<{
  table: PreviewedTable;
  heading: Heading;
  /** Whether the company's saved mapping named the columns. */
  isMapped: boolean;
  /** The period on a sheet of parameters beside the table; null where there is none. */
  elsewhere: Period | null;
  warnings: readonly Warning[];
}>;

/** @throws FileRefused */
export async function chooseTable(file: OpenFile, request: FileRequest): Promise<ChosenTable> {
  const tables = file.format === 'ecd' ? [tableOfPeriod(file, request)] : file.tables;
  const { mapping } = request;
  const warnings: Warning[] = [];
  if (mapping !== null) {
    const mapped = await mappedTable(tables, mapping);
    if ('heading' in mapped) return mapped;
    warnings.push({ is: 'MappingNotUsed', missing: mapped.missing });
  }
  return recognisedTable(file, tables, request.competence, warnings);
}

/** An ECD has one table per period. */
function tableOfPeriod({ tables }: OpenFile, { competence }: FileRequest): Table {
  const competences = tables.flatMap(({ name }) => parseCompetence(name ?? '') ?? []);
  const [first] = tables;
  if (first === undefined) throw new FileRefused({ is: 'FileWithoutLines' });
  if (competence === null) {
    if (tables.length > 1) throw new FileRefused({ is: 'FilePeriodsSeveral', competences });
    return first;
  }
  const sheetOfMonth = tables.find(({ name }) => name === competence);
  if (sheetOfMonth === undefined) throw new FileRefused({ is: 'FilePeriodNotFound', competence, competences });
  return sheetOfMonth;
}

/** @returns the headings that the best table lacks, when no table has them all */
async function mappedTable(
  tables: readonly Table[],
  mapping: ColumnMapping,
): Promise<ChosenTable | Readonly<{ missing: readonly string[] }>> {
  let missing: readonly string[] | null = null;
  const { sheet, headerRow = 0 } = mapping;
  const candidates = sheet === undefined ? visibleFirst(tables) : tables.filter(({ name }) => name === sheet);
  if (sheet !== undefined && candidates.length === 0) return { missing: [sheet] };
  for (const candidate of candidates) {
    const table = await PreviewedTable.open(candidate, headerRow + PREVIEW_ROWS);
    const heading = findMappedHeading(table.preview, mapping);
    if ('columns' in heading) return { table, heading: heading, isMapped: true, elsewhere: null, warnings: [] };
    await table.close();
    if (missing === null || heading.missing.length < missing.length) missing = heading.missing;
  }
  return { missing: missing ?? [] };
}

async function recognisedTable(
  file: OpenFile,
  tables: readonly Table[],
  competence: Competence | null,
  warnings: Warning[],
): Promise<ChosenTable> {
  let choice: Readonly<{ table: PreviewedTable; heading: Heading }> | null = null;
  let closest: Readonly<{ table: PreviewedTable; heading: NoHeading }> | null = null;
  const ignored: string[] = [];
  let elsewhere: Period | null = null;
  for (const candidate of sheetOfMonthFirst(visibleFirst(tables), competence)) {
    const table = await PreviewedTable.open(candidate, PREVIEW_ROWS);
    const heading = findHeading(table.preview);
    if ('columns' in heading && choice === null) {
      choice = { table, heading };
      continue;
    }
    await table.close();
    if (isOfParameters(table)) elsewhere ??= readMetadata(table.preview).period;
    if ('columns' in heading) ignored.push(candidate.name ?? '');
    else if (table.preview.length > 0 && heading.recognised > (closest?.heading.recognised ?? -1))
      closest = { table, heading };
  }
  if (choice === null) throw withoutHeading(file, closest);
  const { columns, next } = choice.heading;
  if (isLedger(columns.headings, choice.table.preview.slice(next)))
    throw new FileRefused({ is: 'FileIsOtherReport', report: 'ledger' });
  refuseTwoMonths(choice.heading, choice.table.preview);
  if (ignored.length > 0) warnings.push({ is: 'SheetsIgnored', sheets: ignored });
  return { ...choice, isMapped: false, elsewhere, warnings };
}

function withoutHeading(
  file: OpenFile,
  closest: Readonly<{ table: PreviewedTable; heading: NoHeading }> | null,
): FileRefused {
  if (closest === null) return new FileRefused({ is: 'FileWithoutLines' });
  const { table, heading } = closest;
  const unit = unitOfHeadings(heading.found);
  const unknown = unknownTable(table.preview);
  const reason = reasonWithoutHeading(table.preview, heading, unknown);
  const refused = new FileRefused(unit === null ? reason : { is: 'FileUnit', unit, line: null });
  let { understood } = heading;
  if (understood.line === 0 && unknown !== null) {
    const { headings, next } = unknown;
    understood = { columns: { ...understood.columns, headings, labels: headings }, line: 0, next };
  }
  refused.interpretation = interpretationOf(file, { table, heading: understood }, understood.columns, false);
  return refused;
}

/** `03`, `Balancete 03`, `0326` or `03-26`, and no other number. */
const MONTH_NUMBER = /^\D*(0[1-9]|1[0-2])(?:[-._ ]?(\d\d))?\D*$/;

/** Puts first, in a workbook with a sheet for each month, the one named after the month asked for. */
function sheetOfMonthFirst(tables: readonly Table[], competence: Competence | null): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  /** YYYY-MM, or MM where the name has no year. */
  const monthOf = ({ name }: Table): string | null => {
    const named = monthNamed(name ?? '');
    const [, number, year] = MONTH_NUMBER.exec(name ?? '') ?? [];
    const month = number ?? (named === null ? null : String(named).padStart(2, '0'));
    return competenceInName(name ?? '') ?? (year === undefined ? month : `20${year}-${number}`);
  };
  if (competence === null || visible.filter((table) => monthOf(table) !== null).length < 2) return tables;
  const requestedTable = visible.find((table) => {
    const month = monthOf(table);
    return month !== null && (month === competence || month === competence.slice(5));
  });
  return requestedTable === undefined
    ? tables
    : [requestedTable, ...tables.filter((table) => table !== requestedTable)];
}

/** A few rows without accounts: how the report was asked for. */
function isOfParameters({ source, preview }: PreviewedTable): boolean {
  return !source.hidden && preview.length <= PARAMETER_ROWS_MAX && !preview.some(isData);
}

/** @throws FileRefused for two months side by side, where nothing tells which one is meant */
function refuseTwoMonths({ columns, next }: Heading, rows: readonly TableRow[]): void {
  const roles = columns.headings.map(headingRole);
  const choices = columnChoices(roles);
  if (Object.values(choices).some(({ length }) => length < 2)) return;
  if (findSecondMonth(columns, choices, rows.slice(next)) === null) return;
  const repeated = amountIndexes(columns).map((index) => columns.labels[index] ?? '');
  throw new FileRefused({ is: 'FileColumnsTwice', columns: repeated });
}

/** Hidden sheets are read only when no visible one is a trial balance. */
function visibleFirst(tables: readonly Table[]): readonly Table[] {
  const visible = tables.filter(({ hidden }) => !hidden);
  return [...visible, ...tables.filter(({ hidden }) => hidden)].slice(0, TABLES_SEARCHED_MAX);
}

// Tables that are no trial balance, by name: entries of a ledger, months side by side, rows without a heading.
// Source: docs/spec/files.md#other-reports.

/** Headings of the date of an entry, and of what else entries have. */
const ENTRY_DATE =
  /^(?:data|date|dt|fecha)(?:d[oe])?(?:lancamento|lancto|lancamentos|lanc|lcto|movimento|mov|mvto|entry|posting)?$/;
const ENTRY =
  /^(?:historico|hist|complemento|historicocomplemento|contrapartida|contrapart|cpartida|lancamento|lancto|lcto|nlancamento|nrolancamento|numerolancamento|lote|documento|doc|ndocumento|nrodocumento|partida|entry|journal|memo)/;
const COMPARATIVE = /\bcomparativ[oa]s?\b/;
/** Columns of months, from which on a table compares them. */
const MONTHS_MIN = 3;
/** Amounts in a row of data. */
const AMOUNTS_MIN = 3;
/** Rows and cells that a refusal shows, and characters of a cell. */
const ROWS_SHOWN = 3;
const CELLS_SHOWN = 12;
const TEXT_SHOWN = 30;

/** Whether the headings and the values under them are those of single entries. */
function isLedger(headings: readonly string[], sample: readonly TableRow[]): boolean {
  const keys = headings.map(headingKey);
  if (!keys.some((key) => ENTRY.test(key))) return false;
  return keys.some((key, at) => {
    if (!ENTRY_DATE.test(key)) return false;
    const dates = sample.map(({ cells }) => cells[at] ?? null).filter((cell) => cell !== null && cell !== '');
    return dates.length === 0 || dates.filter((cell) => periodOfCell(cell) !== null).length * 2 > dates.length;
  });
}

/** Why a table without the headings of a trial balance is refused. @param rows the first ones */
function reasonWithoutHeading(
  rows: readonly TableRow[],
  { missing: fields, found }: NoHeading,
  unknown: UnknownTable | null,
): FileReason {
  const first = rows.slice(0, HEADING_ROWS_MAX);
  for (const [at, { cells }] of first.entries())
    if (isLedger(cells.map(textOf), sampleAfter(rows, at + 1)))
      return { is: 'FileIsOtherReport', report: 'ledger' };
  if (first.some(isComparative)) return { is: 'FileIsOtherReport', report: 'comparative' };
  if (found.length > 0 || unknown === null) return { is: 'FileColumnsMissing', fields, found };
  const { headings, next } = unknown;
  const titles = namedHeadings(headings);
  if (titles.length > 0) return { is: 'FileColumnsMissing', fields, found: titles };
  return { is: 'FileWithoutHeading', rows: rows.slice(next, next + ROWS_SHOWN).map(textsOf) };
}

/** `next`: the index of the first row of data. */
type UnknownTable = Readonly<{ headings: readonly string[]; next: number }>;

/**
 * The columns of a table of which no heading is known, for people to tell them apart: titles from the row that
 * looks like a heading, else empty ones. Null without a row of data.
 */
function unknownTable(rows: readonly TableRow[]): UnknownTable | null {
  const next = rows.findIndex(isData);
  const first = rows[next];
  if (first === undefined) return null;
  const heading = rows.slice(0, Math.min(next, HEADING_ROWS_MAX)).findLast(isHeadingLike);
  const width = Math.max(first.cells.length, heading?.cells.length ?? 0);
  return { headings: Array.from({ length: width }, (_, index) => textOf(heading?.cells[index])), next };
}

/** A row of an account: a code and amounts. */
function isData({ cells }: TableRow): boolean {
  const amounts = cells.filter((cell) => cell !== null && isAmountValue(cell)).length;
  return amounts >= AMOUNTS_MIN && cells.some((cell) => cell !== null && looksLikeCode(cell));
}

function isHeadingLike({ cells }: TableRow): boolean {
  const texts = cells.map(textOf).filter((text) => text !== '');
  return texts.length >= AMOUNTS_MIN && texts.every((text) => /\p{L}/u.test(text)) && !cells.some(isNumber);
}

function isComparative({ cells }: TableRow): boolean {
  const texts = cells.map((cell) => plainText(textOf(cell)));
  if (texts.some((text) => COMPARATIVE.test(text))) return true;
  if (recogniseColumns(cells.map(textOf), []).missing.length === 0) return false;
  return texts.filter((text) => monthWithYear(text.trim())?.is === 'month').length >= MONTHS_MIN;
}

function isNumber(cell: TableRow['cells'][number]): boolean {
  return typeof cell === 'number';
}

function textsOf({ line, cells }: TableRow): Readonly<{ line: number; cells: readonly string[] }> {
  return { line, cells: cells.slice(0, CELLS_SHOWN).map((cell) => shownText(cell).trim().slice(0, TEXT_SHOWN)) };
}
