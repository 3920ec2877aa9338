// Selects the lines of a document that are imported, and adds them up by account: an account may have several lines.
import { safeNumber } from '../../kernel/money.js';
import type { ChartIndex } from './chartIndex.js';
import { AMOUNTS, type LineTable } from '../lines/lineTable.js';

/** In `accountOfLine`, for ignored lines. */
export const NOT_IN_CHART = -1;
export const NOT_RECONCILED = -2;

/** Accounts in the order of their first line. */
export type AccountTotals = Readonly<{
  count: number;
  /** Index in the chart. */
  account: Int32Array;
  firstLine: Int32Array;
  lineCount: Int32Array;
  /** Four sums per account. */
  cents: Float64Array;
  /** Index in the totals by index in the chart; −1 for an account without a line. */
  placeOf: Int32Array;
  /** Accounts with a sum that is not a safe integer: their sums are invalid. */
  unsafe: ReadonlySet<number>;
}>;

export type SelectedLines = Readonly<{
  /** By line: the account's index in the chart, or the reason why the line is ignored. */
  accountOfLine: Int32Array;
  imported: number;
  notInChart: number;
  notReconciled: number;
  totals: AccountTotals;
}>;

/** Always `count = imported + notInChart + notReconciled`. */
export function selectLines(table: LineTable, chart: ChartIndex): SelectedLines {
  const accountOfLine = new Int32Array(table.count);
  const placeOf = new Int32Array(chart.count).fill(-1);
  const slots = Math.min(table.count, chart.count);
  const account = new Int32Array(slots);
  const firstLine = new Int32Array(slots);
  const lineCount = new Int32Array(slots);
  const cents = new Float64Array(slots * AMOUNTS);
  const unsafe = new Set<number>();
  let count = 0;
  let notInChart = 0;
  let notReconciled = 0;
  let found = -1;
  for (let line = 0; line < table.count; line++) {
    found = chart.byCode.find(table.accountCode, line, found + 1);
    if (found === -1) found = chart.byBareCode.find(table.accountCode, line);
    if (found === -1) {
      accountOfLine[line] = NOT_IN_CHART;
      notInChart++;
    } else if (chart.isReconciled[found] !== true) {
      accountOfLine[line] = NOT_RECONCILED;
      notReconciled++;
    } else {
      accountOfLine[line] = found;
      let place = placeOf[found] as number;
      if (place === -1) {
        place = count++;
        placeOf[found] = place;
        account[place] = found;
        firstLine[place] = line;
      }
      lineCount[place] = (lineCount[place] as number) + 1;
      if (!addLine(cents, place * AMOUNTS, table.cents, line * AMOUNTS)) unsafe.add(place);
    }
  }
  const totals = { count, account, firstLine, lineCount, cents, placeOf, unsafe };
  if (unsafe.size > 0) sumExactly(table, accountOfLine, totals, unsafe);
  return { accountOfLine, imported: table.count - notInChart - notReconciled, notInChart, notReconciled, totals };
}

/** @returns false if a sum is no safe integer; the sum of two safe integers shows that reliably */
function addLine(sums: Float64Array, to: number, amounts: Float64Array, from: number): boolean {
  let isSafe = true;
  for (let at = 0; at < AMOUNTS; at++) {
    const sum = (sums[to + at] as number) + (amounts[from + at] as number);
    sums[to + at] = sum;
    if (!(sum <= Number.MAX_SAFE_INTEGER && sum >= -Number.MAX_SAFE_INTEGER)) isSafe = false;
  }
  return isSafe;
}

/** Recomputes sums of which only an intermediate value was unsafe; the account then counts as safe. */
function sumExactly(
  table: LineTable,
  accountOfLine: Int32Array,
  { placeOf, cents }: AccountTotals,
  unsafe: Set<number>,
): void {
  const exact = new Map([...unsafe].map((place) => [place, [0n, 0n, 0n, 0n]]));
  for (let line = 0; line < table.count; line++) {
    const sums = exact.get(placeOf[accountOfLine[line] as number] ?? -1);
    if (sums === undefined) continue;
    for (let at = 0; at < AMOUNTS; at++)
      sums[at] = (sums[at] ?? 0n) + BigInt(table.cents[line * AMOUNTS + at] ?? 0);
  }
  for (const [place, sums] of exact) {
    const safe = sums.map(safeNumber);
    if (safe.includes(null)) continue;
    cents.set(safe as number[], place * AMOUNTS);
    unsafe.delete(place);
  }
}
