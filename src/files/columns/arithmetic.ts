// What the arithmetic of the first lines tells of columns whose headings leave it open: opening + debit − credit is the
// closing balance, whatever side or sign the balances are shown with.
import { centsOf } from '../../domain/kernel/money.js';
import { evidenceOf, found, readAmount, type DecimalMark } from '../cells/amountText.js';
import { isFilled } from './columnValues.js';
import type { Cell, TableRow } from '../formats/table.js';

export type SingleColumns = Readonly<Record<'opening' | 'debit' | 'credit' | 'closing', number>>;
type Choices = Readonly<Record<keyof SingleColumns, readonly number[]>>;

/** Columns of one meaning beyond these are not tried. */
const CHOICES_MAX = 4;
/** Lines with a credit, without which nothing is told. */
const LINES_MIN = 3;
/** Of the lines that close in the columns chosen: another month has some accounts more or less. */
const SHARE_MIN = 0.8;

/** The columns given, unless others of the same headings make more of the lines close. */
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

/** Another set of four columns under the same headings, with other values, that closes as well: which is the month's? */
export function anotherMonth(
  given: SingleColumns,
  choices: Choices,
  sample: readonly TableRow[],
): SingleColumns | null {
  const own = new Set(Object.values(given));
  for (const columns of combinations(given, choices)) {
    const indexes = Object.values(columns);
    if (indexes.some((index) => own.has(index))) continue;
    const mark = markOf(sample, [...own, ...indexes]);
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

/** Credits that are all shown negative: lines close by adding them. */
export function areCreditsNegative(columns: SingleColumns | null, sample: readonly TableRow[]): boolean {
  if (columns === null) return false;
  const mark = markOf(sample, Object.values(columns));
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

/** Those given come first. */
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
  const mark = markOf(sample, Object.values(columns));
  return sample.filter(({ cells }) => closes(cells, columns, mark, 1)).length;
}

/** Lines that move nothing and have no balance close in any columns: they tell nothing. */
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

/** null for what is no amount. */
function centsIn(cell: Cell | undefined, mark: DecimalMark | null): number | null {
  if (!isFilled(cell)) return 0;
  if (typeof cell === 'number') {
    const cents = centsOf(cell);
    return Number.isNaN(cents) ? null : cents;
  }
  if (typeof cell !== 'string') return null;
  readAmount(cell, mark);
  if (found.fault !== null) return null;
  return found.side === 'C' ? -Math.abs(found.cents) : found.cents;
}

function markOf(sample: readonly TableRow[], indexes: readonly number[]): DecimalMark | null {
  for (const { cells } of sample)
    for (const index of indexes) {
      const cell = cells[index];
      const mark = typeof cell === 'string' ? evidenceOf(cell) : null;
      if (mark !== null) return mark;
    }
  return null;
}
