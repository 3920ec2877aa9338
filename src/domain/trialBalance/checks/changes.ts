// What a document would change in the current version of its month, counted by account (`validateOnly`).
import type { LineColumns } from '../../books/events.js';
import { AMOUNTS } from '../lines/lineTable.js';
import type { StoredLines } from '../lines/storedLines.js';
import { textAt } from '../lines/textColumn.js';

export type Changes = Readonly<{ added: number; changed: number; removed: number }>;

/** An account is changed when its lines, names and amounts differ; their order does not matter. */
export function changesAgainst(current: Iterable<LineColumns> | null, lines: StoredLines): Changes {
  if (current === null) return { added: new Set(lines.account).size, changed: 0, removed: 0 };
  const before = new Map<string, Contents>();
  for (const part of current) addPart(before, part);
  const now = new Map<string, Contents>();
  addLines(now, lines);
  let added = 0;
  let changed = 0;
  for (const [code, contents] of now) {
    const earlier = before.get(code);
    if (earlier === undefined) added++;
    else if (!isSameContent(earlier, contents)) changed++;
  }
  return { added, changed, removed: before.size - (now.size - added) };
}

/** A key per line, in order; an account with one line, as is usual, has the key itself instead of a list. */
type Contents = string | string[];

function addPart(accounts: Map<string, Contents>, part: LineColumns): void {
  const { accountName, previousBalanceCents, debitCents, creditCents, finalBalanceCents } = part;
  part.accountCode.forEach((code, line) => {
    const amounts = [previousBalanceCents[line], debitCents[line], creditCents[line], finalBalanceCents[line]];
    add(accounts, code, contentOf(accountName[line] ?? '', amounts));
  });
}

function addLines(accounts: Map<string, Contents>, { count, accountCode, accountName, cents }: StoredLines): void {
  for (let line = 0; line < count; line++) {
    const amounts = cents.subarray(line * AMOUNTS, (line + 1) * AMOUNTS);
    add(accounts, textAt(accountCode, line), contentOf(textAt(accountName, line), amounts));
  }
}

function add(accounts: Map<string, Contents>, code: string, content: string): void {
  const known = accounts.get(code);
  if (known === undefined) accounts.set(code, content);
  else if (typeof known === 'string') accounts.set(code, [known, content]);
  else known.push(content);
}

/** Sorts both lists in place where they differ. */
function isSameContent(a: Contents, b: Contents): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  if (a.length !== b.length) return false;
  const isSame = (): boolean => a.every((content, at) => content === b[at]);
  if (isSame()) return true;
  a.sort();
  b.sort();
  return isSame();
}

/** A key that is unique among the lines of an account: names contain no control characters. */
function contentOf(accountName: string, amounts: ArrayLike<number | undefined>): string {
  return `${accountName}\t${Array.prototype.join.call(amounts, '\t')}`;
}
