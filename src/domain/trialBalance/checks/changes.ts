// What a document would change in the current version of its month, counted by account (`validateOnly`).
import type { TrialBalanceLine } from '../../books/events.js';
import { AMOUNT_FIELDS } from '../amounts.js';

export type Changes = Readonly<{ added: number; changed: number; removed: number }>;

/** An account is changed when its lines, names and amounts differ; their order does not matter. */
export function changesAgainst(
  current: readonly TrialBalanceLine[] | null,
  lines: readonly TrialBalanceLine[],
): Changes {
  const before = contentsByAccount(current ?? []);
  const now = contentsByAccount(lines);
  let added = 0;
  let changed = 0;
  for (const [code, contents] of now) {
    const earlier = before.get(code);
    if (earlier === undefined) added++;
    else if (!isSameContent(earlier, contents)) changed++;
  }
  return { added, changed, removed: before.size - (now.size - added) };
}

/** A text for each line of an account, unique among them: names contain no control characters. */
function contentsByAccount(lines: readonly TrialBalanceLine[]): Map<string, string[]> {
  const accounts = new Map<string, string[]>();
  for (const line of lines) {
    const content = [line.accountName, ...AMOUNT_FIELDS.map((field) => line[field])].join('\t');
    const known = accounts.get(line.accountCode);
    if (known === undefined) accounts.set(line.accountCode, [content]);
    else known.push(content);
  }
  return accounts;
}

function isSameContent(one: string[], other: string[]): boolean {
  if (one.length !== other.length) return false;
  one.sort();
  other.sort();
  return one.every((content, at) => content === other[at]);
}
