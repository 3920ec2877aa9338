// Lines of a file that came before, cell by cell, and files that hold all their lines twice. Lines of one account and the
// same amounts that differ in another column, as by cost centre, are no repetitions.
// Source: docs/spec/files.md#sums.
import { AMOUNTS, lineNumberOf, type LineTable } from '../../../domain/trialBalance/lines/lineTable.js';
import { isSameText, textAt } from '../../../domain/trialBalance/lines/textColumn.js';
import { shownText } from '../../cells/cellText.js';
import type { Cell } from '../../formats/table.js';
import { DistinctCount } from './distinctCount.js';

export type Repetition =
  /** The second half of the lines is the first one again; `line` is where it starts. */
  | Readonly<{ is: 'whole'; lines: number; line: number }>
  | Readonly<{
      is: 'some';
      lines: number;
      accounts: readonly string[];
      more: number;
    }>;

/** Fewer lines may be alike by chance. */
const WHOLE_LINES_MIN = 2;

/** FNV-1a of every cell of a row. */
export function rowHash(cells: readonly Cell[]): number {
  let hash = 0x811c9dc5;
  for (const cell of cells) {
    const text = typeof cell === 'string' ? cell : shownText(cell);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return hash | 0;
}

/** Lines without any amount add nothing and are not counted. @returns null where no line is repeated */
export function repetitionIn(table: LineTable, rowHashes: Int32Array, namedMax: number): Repetition | null {
  const half = table.count / 2;
  if (Number.isInteger(half) && half >= WHOLE_LINES_MIN && isTwice(table, half))
    return { is: 'whole', lines: half, line: lineNumberOf(table, half) };
  const seen = new DistinctCount();
  const isRepeated = repeatedCodes(table);
  const accounts = new Set<string>();
  let lines = 0;
  for (let line = 0; line < table.count; line++) {
    if (!isRepeated(line) || isEmpty(table, line) || seen.add(keyOf(table, rowHashes, line))) continue;
    lines++;
    accounts.add(textAt(table.accountCode, line));
  }
  if (lines === 0) return null;
  const named = [...accounts].slice(0, namedMax);
  return { is: 'some', lines, accounts: named, more: accounts.size - named.length };
}

function isTwice(table: LineTable, half: number): boolean {
  let filled = 0;
  for (let line = 0; line < half; line++) {
    if (!isSameText(table.accountCode, line, table.accountCode, line + half)) return false;
    for (let at = 0; at < AMOUNTS; at++)
      if (table.cents[line * AMOUNTS + at] !== table.cents[(line + half) * AMOUNTS + at]) return false;
    if (!isEmpty(table, line)) filled++;
  }
  return filled > 0;
}

function isEmpty({ cents }: LineTable, line: number): boolean {
  for (let at = 0; at < AMOUNTS; at++) if (cents[line * AMOUNTS + at] !== 0) return false;
  return true;
}

/** Whether the line's account has others; equal codes of a file stand in one place. */
function repeatedCodes({ accountCode: { start } }: LineTable): (line: number) => boolean {
  const lines = new Map<number, number>();
  for (const place of start) lines.set(place, (lines.get(place) ?? 0) + 1);
  return (line) => (lines.get(start[line] as number) ?? 0) > 1;
}

function keyOf({ accountCode, cents }: LineTable, rowHashes: Int32Array, line: number): string {
  return `${accountCode.start[line]} ${rowHashes[line]} ${cents.subarray(line * AMOUNTS, (line + 1) * AMOUNTS).join(' ')}`;
}
