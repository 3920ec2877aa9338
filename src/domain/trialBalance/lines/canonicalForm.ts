// The content of a trial balance as bytes to hash: two documents with the same lines, in any order, and the same
// chart have the same form. Source: docs/spec/imports.md#resend.
import type { ChartIndex } from '../checks/chartIndex.js';
import { AMOUNTS } from './lineTable.js';
import { pickLines, type StoredLines } from './storedLines.js';
import { compareTexts } from './textColumn.js';

/**
 * The lines sorted by code and name (as UTF-8) and amounts. Their parts (`lineParts.ts`) are the canonical form; the
 * content hash is the SHA-256 of `contentLine` with the SHA-256 of these parts in hexadecimal.
 * @returns the same object if the lines are already in order, as is usual
 */
export function inCanonicalOrder(lines: StoredLines, { rank }: ChartIndex): StoredLines {
  const { account, count } = lines;
  const compare = (a: number, b: number): number =>
    (rank[account[a] as number] as number) - (rank[account[b] as number] as number) ||
    compareWithinAccount(lines, a, b);
  for (let line = 1; line < count; line++) {
    if (compare(line - 1, line) > 0) return pickLines(lines, account.map((_, at) => at).sort(compare));
  }
  return lines;
}

export function contentLine(chartId: number, canonicalPartsHash: string): string {
  return `chart ${chartId}\nlines ${canonicalPartsHash}\n`;
}

function compareWithinAccount({ accountName, cents }: StoredLines, a: number, b: number): number {
  const names = compareTexts(accountName, a, accountName, b);
  if (names !== 0) return names;
  for (let which = 0; which < AMOUNTS; which++) {
    const difference = (cents[a * AMOUNTS + which] as number) - (cents[b * AMOUNTS + which] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
