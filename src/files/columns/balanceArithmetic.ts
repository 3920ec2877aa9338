// Tells columns apart by the arithmetic of the first lines where their headings are alike: a line closes in the
// right columns (opening + debit − credit = closing), whatever side or sign its balances are shown with.
import { centsOf } from '../../domain/kernel/money.js';
import { decimalMarkIn, lastAmount, readAmount, type DecimalMark } from '../cells/amountText.js';
import { amountIndexes, areThere, type Amounts, type BalanceColumns } from './amounts.js';
import { isFilled, NO_COLUMN } from './columnValues.js';
import type { Cell, TableRow } from '../formats/table.js';

/** The columns that may be meant. */
export type Choices = Readonly<{
  opening: readonly BalanceColumns[];
  debit: readonly number[];
  credit: readonly number[];
  closing: readonly BalanceColumns[];
}>;

/** Columns of one role that are tried. */
const CHOICES_MAX = 4;
/** Fewer lines with a credit decide nothing. */
const LINES_MIN = 3;
/** Share of lines that must close in the columns chosen; another month may have some accounts more or less. */
const SHARE_MIN = 0.8;

/** The given columns, unless others with the same roles make more lines close. */
export function columnsThatClose(initial: Amounts, choices: Choices, sample: readonly TableRow[]): Amounts {
  let best = initial;
  let most = -1;
  const combined = combinations(initial, choices);
  if (combined.length === 1) return initial;
  for (const columns of combined) {
    const count = linesThatClose(columns, sample);
    if (count > most) [best, most] = [columns, count];
  }
  // Where most lines close in no columns, the few that do tell nothing.
  return most * 2 < linesWithAmounts(best, sample) ? initial : best;
}

/**
 * Other columns with the same roles and other values in which the lines close as well; null where there are none.
 */
export function findSecondMonth(initial: Amounts, choices: Choices, sample: readonly TableRow[]): Amounts | null {
  const amountColumns = new Set(amountIndexes(initial));
  for (const columns of combinations(initial, choices)) {
    const indexes = amountIndexes(columns);
    if (indexes.some((index) => amountColumns.has(index))) continue;
    const mark = decimalMarkIn(sample, [...amountColumns, ...indexes]);
    const differs = sample.some(({ cells }) => {
      const [ownCents, otherCents] = [initial, columns].map((one) => centsOfLine(cells, one, mark));
      return ownCents?.some((cents, at) => !Object.is(cents, otherCents?.[at]));
    });
    if (differs && linesThatClose(columns, sample) >= Math.max(1, linesThatClose(initial, sample) * SHARE_MIN))
      return columns;
  }
  return null;
}

/** Whether every credit is shown negative, so that lines close when it is added. */
export function areCreditsNegative(columns: Amounts, sample: readonly TableRow[]): boolean {
  if (!areThere(columns)) return false;
  const mark = decimalMarkIn(sample, amountIndexes(columns));
  let lines = 0;
  let deciding = 0;
  for (const { cells } of sample) {
    const credit = movementIn(cells[columns.credit], mark, 'C');
    if (Number.isNaN(credit) || credit === 0) continue;
    if (credit > 0 || !closes(cells, columns, mark, -1)) return false;
    lines++;
    if (!closes(cells, columns, mark, 1)) deciding++;
  }
  return lines >= LINES_MIN && deciding > 0;
}

/** The given columns come first. */
function combinations(initial: Amounts, choices: Choices): readonly Amounts[] {
  const columns = (column: number, alternatives: readonly number[]): readonly number[] =>
    [column, ...alternatives.filter((index) => index !== column)].slice(0, CHOICES_MAX);
  const balances = (balance: BalanceColumns, alternatives: readonly BalanceColumns[]): readonly BalanceColumns[] =>
    [
      balance,
      ...alternatives.filter(({ amount, debit }) => amount !== balance.amount || debit !== balance.debit),
    ].slice(0, CHOICES_MAX);
  return balances(initial.opening, choices.opening).flatMap((opening) =>
    columns(initial.debit, choices.debit).flatMap((debit) =>
      columns(initial.credit, choices.credit).flatMap((credit) =>
        balances(initial.closing, choices.closing).map((closing) => ({ opening, debit, credit, closing })),
      ),
    ),
  );
}

function linesThatClose(columns: Amounts, sample: readonly TableRow[]): number {
  const mark = decimalMarkIn(sample, amountIndexes(columns));
  return sample.filter(({ cells }) => closes(cells, columns, mark, 1)).length;
}

function linesWithAmounts(columns: Amounts, sample: readonly TableRow[]): number {
  const mark = decimalMarkIn(sample, amountIndexes(columns));
  return sample.filter(({ cells }) => {
    const cents = centsOfLine(cells, columns, mark);
    return !cents.some(Number.isNaN) && cents.some((one) => one !== 0);
  }).length;
}

/** A line of zeros closes in any columns, so it does not count. */
function closes(cells: readonly Cell[], columns: Amounts, mark: DecimalMark | null, creditSign: 1 | -1): boolean {
  const [opening, debit, credit, after] = centsOfLine(cells, columns, mark);
  if (opening === 0 && debit === 0 && credit === 0 && after === 0) return false;
  const moved = debit - creditSign * credit;
  return [opening + moved, moved - opening].some((one) => Math.abs(one) === Math.abs(after));
}

/** Opening balance, debit, credit and closing balance; NaN for what is not an amount. */
function centsOfLine(
  cells: readonly Cell[],
  { opening, debit, credit, closing }: Amounts,
  mark: DecimalMark | null,
): readonly [number, number, number, number] {
  const cents = (index: number): number => centsIn(cells[index], mark) ?? Number.NaN;
  const balance = (of: BalanceColumns): number =>
    of.amount === NO_COLUMN ? cents(of.debit) - cents(of.credit) : cents(of.amount) + cents(of.carried);
  const debited = movementIn(cells[debit], mark, 'D');
  const credited = movementIn(cells[credit], mark, 'C');
  return [balance(opening), debited, credited, balance(closing)];
}

/** A letter beside a debit or credit only says again which of the two it is; NaN with the other's. */
function movementIn(cell: Cell | undefined, mark: DecimalMark | null, side: 'D' | 'C'): number {
  const cents = centsIn(cell, mark) ?? Number.NaN;
  if (typeof cell !== 'string' || cents === 0 || lastAmount.side === null) return cents;
  return lastAmount.side === side ? Math.abs(cents) : Number.NaN;
}

/** 0 for an empty cell, null for one that is not an amount. */
function centsIn(cell: Cell | undefined, mark: DecimalMark | null): number | null {
  if (!isFilled(cell)) return 0;
  if (typeof cell === 'number') {
    const cents = centsOf(cell);
    return Number.isNaN(cents) ? null : cents;
  }
  if (typeof cell !== 'string') return null;
  readAmount(cell, mark);
  if (lastAmount.fault !== null) return null;
  return lastAmount.side === 'C' ? -Math.abs(lastAmount.cents) : lastAmount.cents;
}
