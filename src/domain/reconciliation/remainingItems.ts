// What a composition becomes by the files of its account: lines of a list are added to it; of a ledger and a
// statement, what is in no pair is left, with the balance of the statement. Source:
// docs/spec/workflow.md#matching.
import type { Competence } from '../kernel/competence.js';
import { contentOf, type TypedItem } from './carry.js';
import type { CompositionItem, ItemSource } from './events.js';
import type { Pair } from './matchLines.js';
import { statementSides, type StatementLine, type StatementSide } from './statement.js';

/** A line of a file, or of an item that an earlier competence left open. */
export type SideLine = StatementLine & Readonly<{ item: CompositionItem | null }>;
export type SideLines = Readonly<Record<StatementSide, readonly SideLine[]>>;

type Asked = Readonly<{
  current: readonly CompositionItem[];
  competence: Competence;
  /** What a debit is in the trial balance. */
  debit: 1 | -1;
}>;
type FileLines = Readonly<Record<StatementSide, readonly StatementLine[]>>;

/**
 * The lines of both sides: those of the files, then the carried items that came from that side of an earlier
 * competence's files.
 */
export function sideLines(files: FileLines, { current, competence, debit }: Asked): SideLines {
  const ofSide = (side: StatementSide): readonly SideLine[] => {
    // Also one that is settled by now: it may be so by these files, which sent again have to settle it again.
    const carried = current.filter((item) => item.source === side && item.origin < competence);
    return [
      ...files[side].map((line) => ({ ...line, item: null })),
      ...carried.map((item) => ({
        line: 0,
        description: item.description,
        date: item.date,
        document: item.document,
        amountCents: plain(item.amountCents * signOf(side, debit)),
        counterparty: null,
        item,
      })),
    ];
  };
  return { razao: ofSide('razao'), extrato: ofSide('extrato') };
}

/** A line that only the statement has is what the ledger lacks. */
const signOf = (side: StatementSide, debit: 1 | -1): number => (side === 'razao' ? debit : -debit);

/** Without a negative zero. */
const plain = (cents: number): number => cents + 0;

type Remaining = Asked &
  Readonly<{
    lines: SideLines;
    pairs: readonly Omit<Pair, 'rule'>[];
    /** The statement's at its end; null where nobody says it. */
    balance: Readonly<{ cents: number; description: string; date: string }> | null;
  }>;

/**
 * The items that people typed, or schedules made, stay; those of earlier files of the month are replaced, so that
 * a file sent twice changes nothing: what people settled of them stays settled. An item of the month before that
 * is in a pair is settled on the day of what it fits, and the balance of that statement goes.
 */
export function remainingItems({
  current,
  competence,
  debit,
  lines,
  pairs,
  balance,
}: Remaining): readonly TypedItem[] {
  const settled = settledItems(lines, pairs);
  const settledByHand = settledDays(current.filter(({ origin }) => origin === competence));
  const keptItems = current.filter(
    ({ source, origin }) =>
      source === undefined || source === 'cronograma' || (source !== 'saldo' && origin < competence),
  );
  return [
    ...(balance === null ? [] : [item({ ...balance, document: null }, balance.cents * debit, 'saldo')]),
    ...keptItems.map((one) => typedItem({ ...one, settledOn: one.settledOn ?? settled.get(one.id) ?? null })),
    ...statementSides.flatMap((side) => {
      const paired = new Set(pairs.flatMap((pair) => pair[side]));
      return lines[side].flatMap((line, index) =>
        line.item !== null || paired.has(index)
          ? []
          : [settledByHand(item(line, line.amountCents * signOf(side, debit), side))],
      );
    }),
  ];
}

/** Gives an item the day on which an equal one of these, each once, was settled. */
function settledDays(items: readonly CompositionItem[]): (item: TypedItem) => TypedItem {
  const days = new Map<string, string[]>();
  for (const one of items)
    if (one.settledOn !== null) days.set(contentOf(one), [...(days.get(contentOf(one)) ?? []), one.settledOn]);
  return (one) => ({ ...one, settledOn: days.get(contentOf(one))?.shift() ?? one.settledOn });
}

/** The day of the newest line that an item fits, not before its own. */
function settledItems(lines: SideLines, pairs: Remaining['pairs']): ReadonlyMap<string, string> {
  const settlements = new Map<string, string>();
  for (const pair of pairs) {
    const lineItems = statementSides.flatMap((side) => pair[side].flatMap((index) => lines[side][index] ?? []));
    const lastDay = lineItems.reduce((newest, { date }) => (date > newest ? date : newest), '');
    for (const { item: carried } of lineItems) if (carried !== null) settlements.set(carried.id, lastDay);
  }
  return settlements;
}

/** The lines that the composition lacks, after its items. @returns how many it has already as well */
export function addedItems(
  lines: readonly StatementLine[],
  { current, debit }: Omit<Asked, 'competence'>,
): Readonly<{ items: readonly TypedItem[]; known: number }> {
  const unclaimed = new Map<string, number>();
  for (const one of current) unclaimed.set(contentOf(one), (unclaimed.get(contentOf(one)) ?? 0) + 1);
  const added = lines
    .map((line) => item(line, line.amountCents * debit, 'razao'))
    .filter((one) => {
      const count = unclaimed.get(contentOf(one)) ?? 0;
      unclaimed.set(contentOf(one), count - 1);
      return count <= 0;
    });
  return { items: [...current.map(typedItem), ...added], known: lines.length - added.length };
}

type Described = Pick<TypedItem, 'description' | 'date' | 'document'>;

function item({ description, date, document }: Described, amountCents: number, source: ItemSource): TypedItem {
  return { description, date, amountCents: plain(amountCents), document, settledOn: null, id: null, source };
}

const typedItem = ({ origin: _, ...one }: CompositionItem): TypedItem => one;
