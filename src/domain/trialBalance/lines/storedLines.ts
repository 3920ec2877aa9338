// The lines of a document that are imported, as they are stored: in the order sent, amounts as sent.
import type { SelectedLines } from '../checks/selectedLines.js';
import type { ChartIndex } from '../checks/chartIndex.js';
import { AMOUNTS, type LineTable } from './lineTable.js';
import { isEmptyAt, pickTexts, type Texts } from './textColumn.js';

export type StoredLines = Readonly<{
  count: number;
  /** The chart's, also where the document leaves out its punctuation. */
  accountCode: Texts;
  /** The document's name, or the chart's description where the document has none. */
  accountName: Texts;
  /** Four per line. */
  cents: Float64Array;
  /** Index in the chart. */
  account: Int32Array;
}>;

export function storedLines(
  table: LineTable,
  chart: ChartIndex,
  { accountOfLine, imported }: SelectedLines,
): StoredLines {
  const all = { ...table, account: accountOfLine };
  const stored = imported === table.count ? all : pickLines(all, importedLines(accountOfLine, imported));
  const accountCode = pickTexts(chart.code, stored.account);
  return { ...stored, accountCode, accountName: completedNames(stored, chart) };
}

/** Some lines, in another order. */
export function pickLines(lines: StoredLines, which: Int32Array): StoredLines {
  const cents = new Float64Array(which.length * AMOUNTS);
  for (let at = 0; at < cents.length; at++) {
    cents[at] = lines.cents[(which[at >> 2] as number) * AMOUNTS + (at & 3)] as number;
  }
  return {
    count: which.length,
    accountCode: pickTexts(lines.accountCode, which),
    accountName: pickTexts(lines.accountName, which),
    cents,
    account: which.map((line) => lines.account[line] as number),
  };
}

function importedLines(accountOfLine: Int32Array, imported: number): Int32Array {
  const which = new Int32Array(imported);
  let filled = 0;
  accountOfLine.forEach((account, line) => {
    if (account >= 0) which[filled++] = line;
  });
  return which;
}

/** Returns the document's own buffer if every line has a name, otherwise a new one. */
function completedNames({ accountName: names, account, count }: StoredLines, { description }: ChartIndex): Texts {
  let hasAll = true;
  let size = 0;
  for (let line = 0; line < count; line++) {
    const [from, at] = isEmptyAt(names, line) ? [description, account[line] as number] : [names, line];
    if (from === description) hasAll = false;
    size += (from.end[at] as number) - (from.start[at] as number);
  }
  if (hasAll) return names;
  const bytes = new Uint8Array(size);
  const start = new Int32Array(count);
  const end = new Int32Array(count);
  let filled = 0;
  for (let line = 0; line < count; line++) {
    const [from, at] = isEmptyAt(names, line) ? [description, account[line] as number] : [names, line];
    start[line] = filled;
    for (let byte = from.start[at] as number; byte < (from.end[at] as number); byte++) {
      bytes[filled++] = from.bytes[byte] as number;
    }
    end[line] = filled;
  }
  return { bytes, start, end };
}
