// Which column of a table holds what: the texts of a heading, with the values under them where headings leave it
// open.
// Source: docs/spec/files.md#headings.
import type { ColumnField } from '../../domain/trialBalance/fileReasons.js';
import { holdsCode } from '../cells/accountCode.js';
import { textOf } from '../cells/cellText.js';
import { periodOfCell } from '../cells/periodText.js';
import type { TableRow } from '../formats/table.js';
import { headingRole } from '../headings/headingRole.js';
import type { HeadingRole } from '../headings/headingVocabulary.js';
import { amountColumns, rangeColumns } from './amountColumns.js';
import { amountIndexes, isThere, movedColumns, type Amounts, type Balance } from './amounts.js';
import { areCreditsNegative } from './balanceArithmetic.js';
import { codeColumns, type CodeColumns } from './codeColumns.js';
import { NO_COLUMN, isAmountValue, isFilled, shareOf } from './columnValues.js';
import { sideColumns } from './sideColumns.js';

/** Indexes of cells; NO_COLUMN where there is no such column. */
export type Columns = CodeColumns &
  Readonly<{
    opening: Balance;
    debit: number;
    credit: number;
    closing: Balance;
    /** Every credit is shown negative. */
    creditsAreNegative: boolean;
    cnpj: number;
    /** The last one, where a range of dates has a column for each end. */
    period: number;
    periodStart: number;
    month: number;
    year: number;
    chart: number;
    /** Tells groups from accounts: `S` and `A`, or words. */
    kind: number;
    currency: number;
    /** Headings as they stand in the file, by index; joined where two rows make one heading. */
    headings: readonly string[];
    /** The same, but a heading that stands beside its column is at the column. */
    labels: readonly string[];
  }>;

/** Columns of a whole heading, with the code. */
const AMOUNT_COLUMNS_MIN = 5;

/** `missing`: required fields that no column holds. `recognised`: how many headings are known. */
export type RecognisedColumns = Readonly<ReturnType<typeof recogniseColumns>>;

/** @param rows under the heading */
export function recogniseColumns(headings: readonly string[], rows: readonly TableRow[]) {
  const sample = rows.filter((row) => !isHeadingAgain(row, headings));
  const roles = headings.map(headingRole);
  const first = (role: HeadingRole): number => roles.indexOf(role);
  const code = codeColumns(roles, headings, sample);
  const headedColumns = amountColumns(roles, headings, sample);
  const { amounts, labels } = shiftedToValues(headedColumns, code.code, headings, sample);
  const sides = sideColumns(roles, headings, amounts, sample);
  const columns: Columns = {
    ...code,
    opening: { ...amounts.opening, side: sides.opening },
    debit: amounts.debit,
    credit: amounts.credit,
    closing: { ...amounts.closing, side: sides.closing },
    creditsAreNegative: areCreditsNegative(amounts, sample),
    cnpj: first('cnpj') === NO_COLUMN ? first('company') : first('cnpj'),
    ...periodColumns(first, headings, [code.code, ...amountIndexes(amounts)], sample),
    month: first('month'),
    year: first('year'),
    chart: chartColumn(roles, code.code),
    kind: first('kind'),
    currency: first('currency'),
    headings,
    labels,
  };
  return { columns, missing: missingFields(columns), recognised: recognised(roles) };
}

function recognised(roles: readonly (HeadingRole | null)[]): number {
  return roles.filter((role) => role !== null).length;
}

/** The heading of a next page says nothing of the values. */
function isHeadingAgain({ cells }: TableRow, headings: readonly string[]): boolean {
  const again = headings.filter((heading, at) => heading !== '' && textOf(cells[at]) === heading).length;
  return again > 2 && again * 2 > headings.length;
}

export function missingFields({ code, opening, debit, credit, closing }: Columns): readonly ColumnField[] {
  const missing: ColumnField[] = [];
  if (code === NO_COLUMN) missing.push('accountCode');
  if (!isThere(opening)) missing.push('previousBalance');
  if (debit === NO_COLUMN) missing.push('debit');
  if (credit === NO_COLUMN) missing.push('credit');
  if (!isThere(closing)) missing.push('finalBalance');
  return missing;
}

/** @param takenIndexes columns that hold something else */
function periodColumns(
  first: (role: HeadingRole) => number,
  headings: readonly string[],
  takenIndexes: readonly number[],
  sample: readonly TableRow[],
): Pick<Columns, 'period' | 'periodStart'> {
  const headedColumn = periodColumn(first, sample);
  // A range over several months stands above a month named beside it.
  const range =
    takenIndexes.length < AMOUNT_COLUMNS_MIN ? null : rangeColumns(headings, new Set(takenIndexes), sample);
  if (range !== null) return { period: range.end, periodStart: range.start };
  const isEnd = first('period') === NO_COLUMN && first('periodEnd') !== NO_COLUMN;
  return { period: headedColumn, periodStart: isEnd ? first('periodStart') : NO_COLUMN };
}

/** A column `Mês` without one of years may hold whole months: `03/2026`. */
function periodColumn(first: (role: HeadingRole) => number, sample: readonly TableRow[]): number {
  const period = first('period');
  const end = first('periodEnd');
  const month = first('month');
  if (period !== NO_COLUMN) return period;
  if (end !== NO_COLUMN) return end;
  if (month === NO_COLUMN || first('year') !== NO_COLUMN) return NO_COLUMN;
  return shareOf(sample, month, (cell) => periodOfCell(cell)?.is === 'month') >= 0.9 ? month : NO_COLUMN;
}

function chartColumn(roles: readonly (HeadingRole | null)[], code: number): number {
  const headedIndex = roles.findIndex((role, index) => role === 'chart' && index !== code);
  if (headedIndex !== NO_COLUMN) return headedIndex;
  const either = roles.indexOf('codeOrChart');
  return either === code ? NO_COLUMN : either;
}

export const NO_COLUMNS: Columns = recogniseColumns([], []).columns;

// Amounts beside their headings: report generators center a heading over merged columns and put the values in
// another of them. Where the column under a heading is empty, the column of amounts beside it that has no heading
// is meant.
// Source: docs/spec/files.md#headings.

/**
 * @param code column that tells rows of accounts from others
 * @returns the headings too, at the columns they mean
 */
export function shiftedToValues(
  amounts: Amounts,
  code: number,
  headings: readonly string[],
  sample: readonly TableRow[],
): Readonly<{ amounts: Amounts; labels: readonly string[] }> {
  const rows = sample.filter(({ cells }) => holdsCode(cells[code] ?? null));
  const takenIndexes = new Set(amountIndexes(amounts));
  const labels = [...headings];
  const moved = (index: number): number => {
    if (index === NO_COLUMN || rows.some(({ cells }) => isFilled(cells[index]))) return index;
    const nearestIndex = nearest(index, headings, rows, takenIndexes);
    if (nearestIndex === NO_COLUMN) return index;
    takenIndexes.add(nearestIndex);
    labels[nearestIndex] = headings[index] ?? '';
    return nearestIndex;
  };
  return { amounts: movedColumns(amounts, moved), labels: Array.from(labels, (label) => label ?? '') };
}

/** Searches right of the heading up to the next one, then left. */
function nearest(
  index: number,
  headings: readonly string[],
  rows: readonly TableRow[],
  takenIndexes: ReadonlySet<number>,
): number {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headings.length);
  for (const step of [1, -1])
    for (let at = index + step; at >= 0 && at < width && (headings[at] ?? '') === ''; at += step)
      if (!takenIndexes.has(at) && shareOf(rows, at, isAmountValue) >= 0.9) return at;
  return NO_COLUMN;
}
