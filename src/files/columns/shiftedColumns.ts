// Amounts beside their headings: report generators center a heading over merged columns and put the values in another
// of them. Where the column under a heading is empty, the column of amounts beside it that has no heading is meant.
// Source: docs/spec/files.md#headings.
import { isAmountValue, isFilled, NO_COLUMN, shareOf } from './columnValues.js';
import { looksLikeCode, splitCodeAndName } from '../cells/accountCode.js';
import type { Amounts } from './amounts.js';
import type { TableRow } from '../formats/table.js';

/** @param code column that tells rows of accounts from others */
export function shiftedToValues(
  amounts: Amounts,
  code: number,
  headings: readonly string[],
  sample: readonly TableRow[],
): Amounts {
  const rows = sample.filter(({ cells }) => {
    const cell = cells[code] ?? null;
    return looksLikeCode(cell) || (typeof cell === 'string' && splitCodeAndName(cell) !== null);
  });
  const { opening, closing } = amounts;
  const taken = new Set(indexesOf(amounts));
  const moved = (index: number): number => {
    if (index === NO_COLUMN || rows.some(({ cells }) => isFilled(cells[index]))) return index;
    const found = nearest(index, headings, rows, taken);
    if (found === NO_COLUMN) return index;
    taken.add(found);
    return found;
  };
  const balance = (of: Amounts['opening']): Amounts['opening'] => ({
    amount: moved(of.amount),
    debit: moved(of.debit),
    credit: moved(of.credit),
  });
  return {
    opening: balance(opening),
    debit: moved(amounts.debit),
    credit: moved(amounts.credit),
    closing: balance(closing),
  };
}

/** Headings at the columns they mean. */
export function labelsByColumn(headings: readonly string[], from: Amounts, to: Amounts): readonly string[] {
  const labels = [...headings];
  const [before, after] = [indexesOf(from), indexesOf(to)];
  before.forEach((index, at) => {
    const moved = after[at] ?? index;
    if (moved !== index) labels[moved] = headings[index] ?? '';
  });
  return Array.from(labels, (label) => label ?? '');
}

function indexesOf({ opening, debit, credit, closing }: Amounts): readonly number[] {
  const of = ({ amount, ...sides }: Amounts['opening']): number[] => [amount, sides.debit, sides.credit];
  return [...of(opening), debit, credit, ...of(closing)];
}

/** Searches right of the heading up to the next one, then left. */
function nearest(
  index: number,
  headings: readonly string[],
  rows: readonly TableRow[],
  taken: ReadonlySet<number>,
): number {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), headings.length);
  for (const step of [1, -1])
    for (let at = index + step; at >= 0 && at < width && (headings[at] ?? '') === ''; at += step)
      if (!taken.has(at) && shareOf(rows, at, isAmountValue) >= 0.9) return at;
  return NO_COLUMN;
}
