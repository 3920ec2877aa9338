// What a composition would become by the files of its account, and what people changed of their pairs.
import type { CompositionItem } from '../../domain/reconciliation/events.js';
import { openSumCents, type TypedItem } from '../../domain/reconciliation/carry.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { lastDayOf } from '../../domain/kernel/competence.js';
import { revisedPairs, type Pair } from '../../domain/reconciliation/statements/matchLines.js';
import { addedItems, remainingItems } from '../../domain/reconciliation/statements/remainingItems.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statements/statement.js';
import type { StatementsRead } from './statementFiles.js';

/** What people changed of what the files say. `balanceCents`: as typed, null while it is the file's. */
export type Changes = Readonly<{
  undone: readonly string[];
  byHand: readonly Pair[];
  balanceCents: number | null;
}>;

export type Read = Extract<StatementsRead, { ok: true }>;

/** What would be recorded, and what is shown of it. */
export type Proposal = Readonly<{
  pairs: readonly Pair[];
  left: Readonly<Record<StatementSide, readonly number[]>>;
  balanceCents: number | null;
  items: readonly TypedItem[];
  /** Null when it is too large. */
  sumCents: number | null;
  /** Lines of a list that the composition has already. */
  known: number;
}>;

/** `balanceText`: the description of the item that holds the statement's balance. */
type Account = Readonly<{
  current: readonly CompositionItem[];
  competence: Competence;
  debit: 1 | -1;
  balanceText: string;
}>;

export function proposalOf({ statements, lines, matched }: Read, changes: Changes, account: Account): Proposal {
  if (matched === null) {
    const { items, known } = addedItems(
      lines.razao.filter(({ item }) => item === null),
      account,
    );
    const left = { razao: [...lines.razao.keys()], extrato: [] };
    return { pairs: [], left, balanceCents: null, items, sumCents: openSumCents(items), known };
  }
  const pairs = revisedPairs(matched, new Set(changes.undone), changes.byHand.filter(isPairOf(lines)));
  const cents = changes.balanceCents ?? closingBalance(statements.extrato, lines.extrato, account.competence);
  const balance =
    cents === null ? null : { cents, description: account.balanceText, date: lastDayOf(account.competence) };
  const items = remainingItems({ ...account, lines, pairs, balance });
  const leftOf = (side: StatementSide): readonly number[] => {
    const paired = new Set(pairs.flatMap((pair) => pair[side]));
    const isSettled = (index: number): boolean => typeof lines[side][index]?.item?.settledOn === 'string';
    return byDate(lines[side]).filter((index) => !paired.has(index) && !isSettled(index));
  };
  const left = { razao: leftOf('razao'), extrato: leftOf('extrato') };
  return { pairs, left, balanceCents: cents, items, sumCents: openSumCents(items), known: 0 };
}

/** The balance that the statement tells of the end of the month: of its last day, or of a day without movements after it. */
function closingBalance(
  statement: Read['statements']['extrato'],
  lines: Read['lines']['extrato'],
  competence: Competence,
): number | null {
  const { balanceDate = null, balanceCents = null } = statement ?? {};
  if (balanceDate === null || balanceDate > lastDayOf(competence)) return null;
  return lines.some(({ date, item }) => item === null && date > balanceDate) ? null : balanceCents;
}

/** Whether a pair by hand still fits: lines of carried items come and go with the composition. */
const isPairOf =
  (lines: Read['lines']) =>
  (pair: Pair): boolean => {
    const sums = statementSides.map((side) =>
      pair[side].reduce((sum, index) => sum + (lines[side][index]?.amountCents ?? NaN), 0),
    );
    return sums[0] === sums[1];
  };

function byDate(lines: readonly Readonly<{ date: string }>[]): readonly number[] {
  const day = (index: number): string => lines[index]?.date ?? '';
  return [...lines.keys()].sort((a, b) => day(a).localeCompare(day(b)) || a - b);
}
