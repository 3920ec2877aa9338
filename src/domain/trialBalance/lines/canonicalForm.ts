// The content of a trial balance to hash: two documents with the same lines, in any order, and the same chart have the same
// form. Source: docs/spec/imports.md#resend.
import type { TrialBalanceLine } from '../../books/events.js';
import { AMOUNT_FIELDS } from './amounts.js';

/** Lines in one piece of text. */
const PIECE_LINES = 1_000;

/**
 * `chart ID`, then of the lines sorted by code, name and amounts code and name, a tab between them and a line feed behind each;
 * then their amounts, four doubles a line. No stored text has a control character. Nature and sign are derived from the lines
 * and the chart.
 */
export function* canonicalForm(
  chartId: number,
  lines: readonly TrialBalanceLine[],
): Generator<string | Float64Array, void> {
  yield `chart ${chartId}\n`;
  const sorted = isSorted(lines) ? lines : [...lines].sort(compare);
  for (let from = 0; from < sorted.length; from += PIECE_LINES)
    yield sorted
      .slice(from, from + PIECE_LINES)
      .map(({ accountCode, accountName }) => `${accountCode}\t${accountName}\n`)
      .join('');
  const amounts = new Float64Array(sorted.length * AMOUNT_FIELDS.length);
  sorted.forEach((line, at) => {
    AMOUNT_FIELDS.forEach((field, which) => (amounts[at * AMOUNT_FIELDS.length + which] = line[field]));
  });
  yield amounts;
}

/** As is usual. */
function isSorted(lines: readonly TrialBalanceLine[]): boolean {
  return lines.every((line, at) => {
    const before = lines[at - 1];
    return before === undefined || compare(before, line) <= 0;
  });
}

function compare(a: TrialBalanceLine, b: TrialBalanceLine): number {
  if (a.accountCode !== b.accountCode) return a.accountCode < b.accountCode ? -1 : 1;
  if (a.accountName !== b.accountName) return a.accountName < b.accountName ? -1 : 1;
  const different = AMOUNT_FIELDS.find((field) => a[field] !== b[field]);
  return different === undefined ? 0 : a[different] - b[different];
}
