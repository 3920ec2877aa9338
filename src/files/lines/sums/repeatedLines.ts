// Lines of a file that came before, cell by cell, and files that hold all their lines twice. Lines of one account and the
// same amounts that differ in another column, as by cost centre, are no repetitions.
// Source: docs/spec/files.md#sums.
import { AMOUNT_FIELDS, isSameAmounts } from '../../../domain/trialBalance/amounts.js';
import type { DocumentLine } from '../../../domain/trialBalance/lines.js';
import { shownText } from '../../cells/cellText.js';
import type { Cell } from '../../formats/table.js';

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

/**
 * Lines without any amount add nothing and are not counted.
 * @param hashes of the rows of the lines
 * @returns null where no line is repeated
 */
export function repetitionIn(
  lines: readonly DocumentLine[],
  hashes: readonly number[],
  namedMax: number,
): Repetition | null {
  const half = lines.length / 2;
  const second = lines[half];
  if (second !== undefined && half >= WHOLE_LINES_MIN && isTwice(lines, half))
    return { is: 'whole', lines: half, line: second.line };
  const ofAccount = new Map<string, number>();
  for (const { accountCode } of lines) ofAccount.set(accountCode, (ofAccount.get(accountCode) ?? 0) + 1);
  const seen = new Set<string>();
  const accounts = new Set<string>();
  let repeated = 0;
  for (const [at, line] of lines.entries()) {
    if (ofAccount.get(line.accountCode) === 1 || isEmpty(line)) continue;
    const key = `${line.accountCode} ${hashes[at]} ${AMOUNT_FIELDS.map((field) => line[field]).join(' ')}`;
    const before = seen.size;
    if (seen.add(key).size > before) continue;
    repeated++;
    accounts.add(line.accountCode);
  }
  if (repeated === 0) return null;
  const named = [...accounts].slice(0, namedMax);
  return { is: 'some', lines: repeated, accounts: named, more: accounts.size - named.length };
}

function isTwice(lines: readonly DocumentLine[], half: number): boolean {
  const isSame = (line: DocumentLine, other = lines[0]): boolean =>
    other !== undefined && line.accountCode === other.accountCode && isSameAmounts(line, other);
  const first = lines.slice(0, half);
  return first.every((line, at) => isSame(line, lines[at + half])) && !first.every(isEmpty);
}

function isEmpty(line: DocumentLine): boolean {
  return AMOUNT_FIELDS.every((field) => line[field] === 0);
}
