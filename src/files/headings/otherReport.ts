// Tables that are no trial balance, by name: entries of a ledger, months side by side, rows without a heading.
// Source: docs/spec/files.md#other-reports.
import type { FileReason } from '../../domain/trialBalance/fileReasons.js';
import { looksLikeCode } from '../cells/accountCode.js';
import { plainText, shownText, textOf } from '../cells/cellText.js';
import { monthWithYear } from '../cells/periodInText.js';
import { periodOfCell } from '../cells/periodText.js';
import { isAmountValue } from '../columns/columnValues.js';
import { recogniseColumns } from '../columns/recogniseColumns.js';
import type { TableRow } from '../formats/table.js';
import { HEADING_ROWS_MAX, namedHeadings, sampleAfter, type NoHeading } from './findHeading.js';
import { headingKey } from './headingText.js';

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
const [ROWS_SHOWN, CELLS_SHOWN, TEXT_SHOWN] = [3, 12, 30];

/** Whether the headings and the values under them are those of single entries. */
export function isLedger(headings: readonly string[], sample: readonly TableRow[]): boolean {
  const keys = headings.map(headingKey);
  if (!keys.some((key) => ENTRY.test(key))) return false;
  return keys.some((key, at) => {
    if (!ENTRY_DATE.test(key)) return false;
    const dates = sample.map(({ cells }) => cells[at] ?? null).filter((cell) => cell !== null && cell !== '');
    return dates.length === 0 || dates.filter((cell) => periodOfCell(cell) !== null).length * 2 > dates.length;
  });
}

/** Why a table without the headings of a trial balance is refused. @param rows the first ones */
export function reasonWithoutHeading(rows: readonly TableRow[], closest: NoHeading): FileReason {
  const first = rows.slice(0, HEADING_ROWS_MAX);
  for (const [at, { cells }] of first.entries())
    if (isLedger(cells.map(textOf), sampleAfter(rows, at + 1)))
      return { is: 'FileIsOtherReport', report: 'ledger' };
  if (first.some(isComparative)) return { is: 'FileIsOtherReport', report: 'comparative' };
  const { missing: fields, found } = closest;
  if (found.length > 0) return { is: 'FileColumnsMissing', fields, found };
  const data = rows.findIndex(isData);
  if (data === -1) return { is: 'FileColumnsMissing', fields, found };
  const heading = first.slice(0, data).findLast(isHeadingLike);
  if (heading !== undefined)
    return { is: 'FileColumnsMissing', fields, found: namedHeadings(heading.cells.map(textOf)) };
  return { is: 'FileWithoutHeading', rows: rows.slice(data, data + ROWS_SHOWN).map(shown) };
}

/**
 * The columns of a table of which no heading is known, for people to tell them apart: titles from the row that looks like a
 * heading, else empty ones. Null without a row of data.
 */
export function unknownColumns(rows: readonly TableRow[]): Readonly<{ headings: string[]; data: number }> | null {
  const data = rows.findIndex(isData);
  const first = rows[data];
  if (first === undefined) return null;
  const heading = rows.slice(0, data).findLast(isHeadingLike);
  const width = Math.max(first.cells.length, heading?.cells.length ?? 0);
  return { headings: Array.from({ length: width }, (_, index) => textOf(heading?.cells[index])), data };
}

/** A row of an account: a code and amounts. */
export function isData({ cells }: TableRow): boolean {
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

function shown({ line, cells }: TableRow): Readonly<{ line: number; cells: readonly string[] }> {
  return { line, cells: cells.slice(0, CELLS_SHOWN).map((cell) => shownText(cell).trim().slice(0, TEXT_SHOWN)) };
}
