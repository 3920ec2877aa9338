// Tells columns apart by the arithmetic of the first lines where their headings are alike: a line closes in the right
// columns (opening + debit − credit = closing), whatever side or sign its balances are shown with.
import { centsOf } from '../../domain/kernel/money.js';
import { lastAmount, readAmount, type DecimalMark } from '../cells/amountText.js';
import { decimalMarkIn } from '../cells/decimalMark.js';
import { isFilled } from './columnValues.js';
import type { Cell, TableRow } from '../formats/table.js';

export type SingleColumns = Readonly<Record<'opening' | 'debit' | 'credit' | 'closing', number>>;
type Choices = Readonly<Record<keyof SingleColumns, readonly number[]>>;

/** Columns of one role that are tried. */
const CHOICES_MAX = 4;
/** Fewer lines with a credit decide nothing. */
const LINES_MIN = 3;
/** Of the lines that close in the columns chosen; another month may have some accounts more or less. */
const SHARE_MIN = 0.8;

/** The given columns, unless others with the same roles make more lines close. */
export function columnsThatClose(
  given: SingleColumns,
  choices: Choices,
  sample: readonly TableRow[],
): SingleColumns {
  let [best, most] = [given, -1];
  const combined = combinations(given, choices);
  if (combined.length === 1) return given;
  for (const columns of combined) {
    const count = linesThatClose(columns, sample);
    if (count > most) [best, most] = [columns, count];
  }
  return best;
}

/** Four other columns with the same roles and other values in which the lines close as well; null where there are none. */
export function findSecondMonth(
  given: SingleColumns,
  choices: Choices,
  sample: readonly TableRow[],
): SingleColumns | null {
  const own = new Set(Object.values(given));
  for (const columns of combinations(given, choices)) {
    const indexes = Object.values(columns);
    if (indexes.some((index) => own.has(index))) continue;
    const mark = decimalMarkIn(sample, [...own, ...indexes]);
    const differs = sample.some(({ cells }) =>
      (['opening', 'debit', 'credit', 'closing'] as const).some(
        (name) => centsIn(cells[given[name]], mark) !== centsIn(cells[columns[name]], mark),
      ),
    );
    if (differs && linesThatClose(columns, sample) >= Math.max(1, linesThatClose(given, sample) * SHARE_MIN))
      return columns;
  }
  return null;
}

/** Whether every credit is shown negative, so that lines close when it is added. */
export function areCreditsNegative(columns: SingleColumns | null, sample: readonly TableRow[]): boolean {
  if (columns === null) return false;
  const mark = decimalMarkIn(sample, Object.values(columns));
  let [lines, deciding] = [0, 0];
  for (const { cells } of sample) {
    const credit = centsIn(cells[columns.credit], mark);
    if (credit === null || credit === 0) continue;
    if (credit > 0 || !closes(cells, columns, mark, -1)) return false;
    lines++;
    if (!closes(cells, columns, mark, 1)) deciding++;
  }
  return lines >= LINES_MIN && deciding > 0;
}

/** The given columns come first. */
function combinations(given: SingleColumns, choices: Choices): readonly SingleColumns[] {
  const of = (name: keyof SingleColumns): readonly number[] =>
    [given[name], ...choices[name].filter((index) => index !== given[name])].slice(0, CHOICES_MAX);
  return of('opening').flatMap((opening) =>
    of('debit').flatMap((debit) =>
      of('credit').flatMap((credit) => of('closing').map((closing) => ({ opening, debit, credit, closing }))),
    ),
  );
}

function linesThatClose(columns: SingleColumns, sample: readonly TableRow[]): number {
  const mark = decimalMarkIn(sample, Object.values(columns));
  return sample.filter(({ cells }) => closes(cells, columns, mark, 1)).length;
}

/** A line of zeros closes in any columns, so it does not count. */
function closes(
  cells: readonly Cell[],
  columns: SingleColumns,
  mark: DecimalMark | null,
  creditSign: 1 | -1,
): boolean {
  const amount = (name: keyof SingleColumns): number => centsIn(cells[columns[name]], mark) ?? Number.NaN;
  const [opening, debit, credit, after] = [
    amount('opening'),
    amount('debit'),
    amount('credit'),
    amount('closing'),
  ];
  if (opening === 0 && debit === 0 && credit === 0 && after === 0) return false;
  const moved = debit - creditSign * credit;
  return [opening + moved, moved - opening].some((one) => Math.abs(one) === Math.abs(after));
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
