// The lines of a document that enter the trial balance, as they are stored: in the order sent, amounts as sent.
import { type Entering } from './accountTotals.js';
import type { ChartIndex } from './chartIndex.js';
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

export function storedLines(table: LineTable, chart: ChartIndex, entering: Entering): StoredLines {
  const { accountOfLine, imported } = entering;
  const isWhole = imported === table.count;
  const cents = isWhole ? table.cents : new Float64Array(imported * AMOUNTS);
  const account = isWhole ? accountOfLine : new Int32Array(imported);
  const accountCode: string[] = [];
  const accountName: string[] = [];
  for (let line = 0; line < table.count; line++) {
    const found = accountOfLine[line] as number;
    if (found < 0) continue;
    if (!isWhole) {
      account[accountCode.length] = found;
      cents.set(table.cents.subarray(line * AMOUNTS, (line + 1) * AMOUNTS), accountCode.length * AMOUNTS);
    }
    const name = table.accountName[line] as string;
    accountCode.push(chart.code[found] as string);
    accountName.push(name === '' ? (chart.description[found] as string) : name);
  }
  return { count: imported, accountCode, accountName, cents, account };
}
