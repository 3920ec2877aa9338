// What the values of a column look like, to tell columns apart where headings leave it open.
import { looksLikeAmount } from '../cells/amountText.js';
import { isBlank } from '../cells/cellText.js';
import { headingKey } from '../headings/headingVocabulary.js';
import type { Cell, TableRow } from '../formats/table.js';

export const NO_COLUMN = -1;

const SIDE_VALUE =
  /^(d|c|h|db|cr|dr|deb|cred|dev|cre|devedor|devedora|credor|credora|debito|credito|debit|credit|deudor|acreedor|debe|haber)$/;
/** The sign of the amount beside it. */
const SIGN = /^\s*[-+]\s*$/;

/** How messages name a column. @param labels headings at their columns */
export function labelOf({ labels }: Readonly<{ labels: readonly string[] }>, index: number): string {
  return labels[index] || `nº ${index + 1}`;
}

/** The share of a column's filled cells that pass a test; 0 when none is filled. */
export function shareOf(sample: readonly TableRow[], index: number, holds: (cell: Cell) => boolean): number {
  let filled = 0;
  let count = 0;
  for (const { cells } of sample) {
    const cell = cells[index];
    if (!isFilled(cell)) continue;
    filled++;
    if (holds(cell)) count++;
  }
  return filled === 0 ? 0 : count / filled;
}

export function isFilled(cell: Cell | undefined): cell is Exclude<Cell, null> {
  return !isBlank(cell);
}

export function isSideValue(cell: Cell): boolean {
  return typeof cell === 'string' && (SIDE_VALUE.test(headingKey(cell)) || SIGN.test(cell));
}

export function isAmountValue(cell: Cell): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && looksLikeAmount(cell));
}

export function hasLetters(cell: Cell): boolean {
  return typeof cell === 'string' && /\p{L}{2}/u.test(cell);
}
