// What a document would change in the current version of its month, counted by account (`validateOnly`).
import type { LineColumns } from '../../books/events.js';
import { columnsOf } from '../lines/lineParts.js';
import type { StoredLines } from '../lines/storedLines.js';

export type Changes = Readonly<{ added: number; changed: number; removed: number }>;

/** An account is changed when its lines are not the same ones, names and amounts, in whatever order. */
export function changesAgainst(current: Iterable<LineColumns> | null, lines: StoredLines): Changes {
  const before = current === null ? new Map<string, string>() : contentByAccount(current);
  const now = contentByAccount([columnsOf(lines)]);
  let added = 0;
  let changed = 0;
  for (const [code, content] of now) {
    const earlier = before.get(code);
    if (earlier === undefined) added++;
    else if (earlier !== content) changed++;
  }
  return { added, changed, removed: before.size - (now.size - added) };
}

/** A text per account that tells its lines from any others. Names hold no control characters. */
function contentByAccount(parts: Iterable<LineColumns>): Map<string, string> {
  const single = new Map<string, string>();
  const several = new Map<string, string[]>();
  for (const part of parts) {
    part.accountCode.forEach((code, line) => {
      const content = contentOf(part, line);
      const first = single.get(code);
      if (first === undefined) single.set(code, content);
      else several.set(code, [...(several.get(code) ?? [first]), content]);
    });
  }
  for (const [code, contents] of several) single.set(code, contents.sort().join('\n'));
  return single;
}

function contentOf(part: LineColumns, line: number): string {
  const { accountName, previousBalanceCents, debitCents, creditCents, finalBalanceCents } = part;
  const amounts = [previousBalanceCents, debitCents, creditCents, finalBalanceCents].map((column) => column[line]);
  return `${accountName[line]}\t${amounts.join('\t')}`;
}
