// The content of a trial balance as bytes to hash: two documents with the same lines, in whatever order, and the same
// chart have the same form. Source: decisions 4, Resend.
import type { ChartIndex } from './chartIndex.js';
import { AMOUNTS } from './lineTable.js';
import type { StoredLines } from './storedLines.js';

/**
 * What is hashed, one after another; texts count as UTF-8:
 * `chart {chartId}, {count} lines\n`, the codes and then the names, each ended by a line feed (which no stored text
 * holds), then for each line previous balance, debit, credit and final balance in centavos, as 64-bit floats with the
 * low byte first. Lines are sorted by code, name (UTF-16 units) and amounts.
 */
export function canonicalForm(
  lines: StoredLines,
  chart: ChartIndex,
  chartId: number,
): readonly (string | Uint8Array)[] {
  const order = sortedOrder(lines, chart);
  const inOrder = (texts: readonly string[]): readonly string[] =>
    order === null ? texts : Array.from(order, (line) => texts[line] as string);
  return [
    `chart ${chartId}, ${lines.count} lines\n`,
    `${inOrder(lines.accountCode).join('\n')}\n`,
    `${inOrder(lines.accountName).join('\n')}\n`,
    lowByteFirst(order === null ? lines.cents : sortedCents(lines, order)),
  ];
}

/** @returns null when the lines are in order as they are, which is usual and costs one look at each */
function sortedOrder(lines: StoredLines, chart: ChartIndex): Int32Array | null {
  const { rank } = chart;
  const { account } = lines;
  let isSorted = true;
  for (let line = 1; isSorted && line < lines.count; line++) {
    const step = (rank[account[line] as number] as number) - (rank[account[line - 1] as number] as number);
    isSorted = step > 0 || (step === 0 && compareWithinAccount(lines, line - 1, line) <= 0);
  }
  if (isSorted) return null;
  const order = Int32Array.from(account, (_, line) => line);
  return order.sort(
    (a, b) =>
      (rank[account[a] as number] as number) - (rank[account[b] as number] as number) ||
      compareWithinAccount(lines, a, b),
  );
}

function compareWithinAccount(lines: StoredLines, a: number, b: number): number {
  const [nameA, nameB] = [lines.accountName[a] as string, lines.accountName[b] as string];
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  for (let which = 0; which < AMOUNTS; which++) {
    const difference = (lines.cents[a * AMOUNTS + which] as number) - (lines.cents[b * AMOUNTS + which] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function sortedCents({ cents }: StoredLines, order: Int32Array): Float64Array {
  const sorted = new Float64Array(cents.length);
  order.forEach((line, place) => {
    sorted.set(cents.subarray(line * AMOUNTS, (line + 1) * AMOUNTS), place * AMOUNTS);
  });
  return sorted;
}

const IS_LOW_BYTE_FIRST = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function lowByteFirst(cents: Float64Array): Uint8Array {
  if (IS_LOW_BYTE_FIRST) return new Uint8Array(cents.buffer, cents.byteOffset, cents.byteLength);
  const bytes = new DataView(new ArrayBuffer(cents.byteLength));
  cents.forEach((value, at) => bytes.setFloat64(at * 8, value, true));
  return new Uint8Array(bytes.buffer);
}
