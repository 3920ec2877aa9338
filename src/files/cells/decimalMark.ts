// Which mark separates decimals in some rows: the first amount that leaves no doubt settles it.
// Source: docs/spec/numbers.md#amounts-in-text.
import type { TableRow } from '../formats/table.js';
import { codeText, mayBeCode } from './accountCode.js';
import { decimalMarkOf, type DecimalMark } from './amountText.js';

/** @param indexes of columns of amounts. @returns null when every amount leaves it open */
export function decimalMarkIn(rows: readonly TableRow[], indexes: readonly number[]): DecimalMark | null {
  for (const { cells } of rows)
    for (const index of indexes) {
      const cell = cells[index];
      const mark = typeof cell === 'string' ? decimalMarkOf(cell) : null;
      if (mark !== null) return mark;
    }
  return null;
}

/** The same, of rows that may be accounts only. */
export function decimalMarkOfAccounts(
  rows: readonly TableRow[],
  code: number,
  indexes: readonly number[],
): DecimalMark | null {
  const accounts = rows.filter(({ cells }) => mayBeCode(codeText(cells[code])));
  return decimalMarkIn(accounts, indexes);
}
