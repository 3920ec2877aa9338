// The lines of a document that enter the trial balance, as they are stored: in the order sent, amounts as sent.
import type { Entering } from '../checks/accountTotals.js';
import type { ChartIndex } from '../checks/chartIndex.js';
import { AMOUNTS, type LineTable } from './lineTable.js';

export type StoredLines = Readonly<{
  count: number;
  accountCode: readonly string[];
  /** The document's, or the chart's description where it gives none. */
  accountName: readonly string[];
  /** Four per line. */
  cents: Float64Array;
  /** Index in the chart. */
  account: Int32Array;
}>;

export function storedLines(
  table: LineTable,
  chart: ChartIndex,
  { accountOfLine, imported }: Entering,
): StoredLines {
  const all = { ...table, account: accountOfLine };
  const stored = imported === table.count ? all : pickLines(all, enteringLines(accountOfLine, imported));
  const { account } = stored;
  const accountName = stored.accountName.map(
    (name, line) => name || (chart.description[account[line] as number] ?? ''),
  );
  return { ...stored, accountName };
}

/** Some lines, in another order. */
export function pickLines(lines: StoredLines, which: Int32Array): StoredLines {
  const cents = new Float64Array(which.length * AMOUNTS);
  for (let at = 0; at < cents.length; at++) {
    cents[at] = lines.cents[(which[at >> 2] as number) * AMOUNTS + (at & 3)] as number;
  }
  return {
    count: which.length,
    accountCode: Array.from(which, (line) => lines.accountCode[line] as string),
    accountName: Array.from(which, (line) => lines.accountName[line] as string),
    cents,
    account: which.map((line) => lines.account[line] as number),
  };
}

function enteringLines(accountOfLine: Int32Array, imported: number): Int32Array {
  const which = new Int32Array(imported);
  let filled = 0;
  accountOfLine.forEach((account, line) => {
    if (account >= 0) which[filled++] = line;
  });
  return which;
}
