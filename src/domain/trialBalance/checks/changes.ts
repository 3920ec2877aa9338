// What a document would change in the current version of its month, counted by account (`validateOnly`).
import type { LineColumns } from '../../books/events.js';
import { AMOUNTS } from '../lines/lineTable.js';
import type { StoredLines } from '../lines/storedLines.js';
import { textAt } from '../lines/textColumn.js';

export type Changes = Readonly<{ added: number; changed: number; removed: number }>;

/** An account is changed when its lines are not the same ones, names and amounts, in whatever order. */
export function changesAgainst(current: Iterable<LineColumns> | null, lines: StoredLines): Changes {
  const before = current === null ? new Map<string, string>() : contentByAccount(current);
  const now = contentByAccount([asColumns(lines)]);
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

function asColumns({ count, accountCode, accountName, cents }: StoredLines): LineColumns {
  const lines = Array.from({ length: count }, (_, line) => line);
  const column = (which: number): number[] => lines.map((line) => cents[line * AMOUNTS + which] as number);
  return {
    accountCode: lines.map((line) => textAt(accountCode, line)),
    accountName: lines.map((line) => textAt(accountName, line)),
    previousBalanceCents: column(0),
    debitCents: column(1),
    creditCents: column(2),
    finalBalanceCents: column(3),
  };
}
