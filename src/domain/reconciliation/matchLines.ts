// Pairs lines of a ledger with lines of a statement. Deterministic: the same lines give the same pairs in any
// order, lines with the same content being exchangeable. Source: docs/spec/workflow.md#matching.
import { DAY_MS } from '../kernel/calendarDate.js';
import { groupedBy } from '../kernel/groupedBy.js';
import type { StatementLine } from './statement.js';

/** Rules in the order in which they are tried. `hand`: by a person. */
export type MatchRule = 'document' | 'date' | 'sum' | 'hand';

/** Indexes of lines; one of the sides of a `sum` has 2 to 4. */
export type Pair = Readonly<{ rule: MatchRule; razao: readonly number[]; extrato: readonly number[] }>;

/**
 * `razao`, `extrato`: indexes of the lines in no pair, in the order of their dates. `untried`: how many times no
 * sum was looked for, the combinations being used up.
 */
export type Matched = Readonly<ReturnType<typeof matchLines>>;

type Line = Pick<StatementLine, 'description' | 'date' | 'amountCents' | 'document' | 'counterparty'>;

/** Lines whose dates are further apart are no pair without a document. */
export const DAYS_APART_MAX = 3;
/** How many lines one line may be the sum of. */
export const SUMMED_MAX = 4;
/** In a longer list of one document or counterparty some sum would fit by accident. */
export const SUMMED_FROM_MAX = 20;
/** How many combinations of lines are added up. A line that has more than are left is not looked for. */
export const COMBINATIONS_MAX = 50_000_000;

/** @returns pairs by rule, in the order of the dates of their first lines */
export function matchLines(razao: readonly Line[], extrato: readonly Line[], combinationsMax = COMBINATIONS_MAX) {
  const sides = { razao: openSide(razao), extrato: openSide(extrato) };
  const tries = { left: combinationsMax, untried: 0 };
  const pairs = [...sameDocument(sides), ...onlyCandidates(sides), ...sums(sides, tries)];
  return { pairs, razao: sides.razao.open(), extrato: sides.extrato.open(), untried: tries.untried };
}

/**
 * The pairs as people left them: those by hand, and what was found among other lines.
 * @param undone keys of pairs
 */
export function revisedPairs(
  { pairs }: Pick<Matched, 'pairs'>,
  undone: ReadonlySet<string>,
  byHand: readonly Pair[],
): readonly Pair[] {
  const placesByHand = new Set(byHand.flatMap(placesOf));
  const remainingPairs = pairs.filter(
    (pair) => !undone.has(pairKey(pair)) && !placesOf(pair).some((place) => placesByHand.has(place)),
  );
  return [...remainingPairs, ...byHand];
}

const placesOf = ({ razao, extrato }: Omit<Pair, 'rule'>): readonly string[] => [
  ...razao.map((index) => `razao ${index}`),
  ...extrato.map((index) => `extrato ${index}`),
];

export function pairKey({ razao, extrato }: Omit<Pair, 'rule'>): string {
  return `${razao.join('.')}-${extrato.join('.')}`;
}

/** The lines of one side, in an order that does not depend on the file's, until they are in a pair. */
type Side = Readonly<{
  lines: readonly Line[];
  days: readonly number[];
  isOpen(index: number): boolean;
  take(indexes: readonly number[]): void;
  open(): readonly number[];
  /** Open lines by key, those without one left out. */
  by(keyOf: (line: Line) => string | null): ReadonlyMap<string, readonly number[]>;
}>;
type Left = Readonly<{ razao: Side; extrato: Side }>;

function openSide(lines: readonly Line[]): Side {
  const order = lines.map((_, index) => index).sort((a, b) => compared(lines[a] as Line, lines[b] as Line));
  const isTaken = new Uint8Array(lines.length);
  const isOpen = (index: number): boolean => isTaken[index] === 0;
  const open = (): readonly number[] => order.filter(isOpen);
  return {
    lines,
    isOpen,
    open,
    days: lines.map(({ date }) => Date.parse(date) / DAY_MS),
    take: (indexes) => indexes.forEach((index) => (isTaken[index] = 1)),
    by: (keyOf) => {
      const groups = new Map(groupedBy(open(), (index) => keyOf(lines[index] as Line)));
      groups.delete(null);
      return groups as ReadonlyMap<string, readonly number[]>;
    },
  };
}

function compared(a: Line, b: Line): number {
  return (
    order(a.date, b.date) ||
    a.amountCents - b.amountCents ||
    order(a.document ?? '', b.document ?? '') ||
    order(a.counterparty ?? '', b.counterparty ?? '') ||
    order(a.description, b.description)
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Letters and digits, without zeros in front: `000.123/A` as `123A`. Null for nothing but zeros. */
function keyText(text: string | null): string | null {
  const key = (text ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');
  return key === '' ? null : key;
}

const documentOf = ({ document }: Line): string | null => keyText(document);
const counterpartyOf = ({ counterparty }: Line): string | null => keyText(counterparty);

/** Same amount and document; of several the earliest with the earliest. */
function sameDocument({ razao, extrato }: Left): readonly Pair[] {
  const keyOf = (line: Line): string | null => {
    const document = documentOf(line);
    return document === null ? null : `${line.amountCents} ${document}`;
  };
  const extratoByKey = extrato.by(keyOf);
  const pairs: Pair[] = [];
  for (const [key, razaoLines] of razao.by(keyOf)) {
    const same = extratoByKey.get(key) ?? [];
    for (const [at, index] of razaoLines.slice(0, same.length).entries())
      pairs.push({ rule: 'document', razao: [index], extrato: [same[at] as number] });
  }
  return takePairs({ razao, extrato }, pairs);
}

/** Same amount, a few days apart, and neither could be in another such pair. */
function onlyCandidates({ razao, extrato }: Left): readonly Pair[] {
  const amountOf = ({ amountCents }: Line): string => String(amountCents);
  const extratoByAmount = extrato.by(amountOf);
  const pairs: Pair[] = [];
  for (const [amount, razaoLines] of razao.by(amountOf)) {
    const same = extratoByAmount.get(amount) ?? [];
    const ofOwn = onlyNear(razaoLines, razao.days, same, extrato.days);
    const ofOther = onlyNear(same, extrato.days, razaoLines, razao.days);
    for (const [index, other] of ofOwn)
      if (ofOther.get(other) === index) pairs.push({ rule: 'date', razao: [index], extrato: [other] });
  }
  return takePairs({ razao, extrato }, pairs);
}

/**
 * Finds for each line the one near it; those with none or several are left out. Both lists are in the order of
 * their days.
 */
function onlyNear(
  some: readonly number[],
  days: readonly number[],
  candidates: readonly number[],
  otherDays: readonly number[],
): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  let first = 0;
  for (const index of some) {
    const day = days[index] as number;
    while (first < candidates.length && dayAt(first) < day - DAYS_APART_MAX) first++;
    const isNear = first < candidates.length && dayAt(first) <= day + DAYS_APART_MAX;
    const isSecondNear = first + 1 < candidates.length && dayAt(first + 1) <= day + DAYS_APART_MAX;
    if (isNear && !isSecondNear) partners.set(index, candidates[first] as number);
  }
  return partners;

  function dayAt(at: number): number {
    return otherDays[candidates[at] as number] as number;
  }
}

/** One line against the sum of some of the same document, then of the same counterparty. */
function sums({ razao, extrato }: Left, tries: Tries): readonly Pair[] {
  return [documentOf, counterpartyOf].flatMap((keyOf): readonly Pair[] => [
    ...sumsOf(razao, extrato, keyOf, tries).map(({ one, some }) => ({
      rule: 'sum' as const,
      razao: [one],
      extrato: some,
    })),
    ...sumsOf(extrato, razao, keyOf, tries).map(({ one, some }) => ({
      rule: 'sum' as const,
      razao: some,
      extrato: [one],
    })),
  ]);
}

/** `left`: combinations that may still be added up. */
type Tries = { left: number; untried: number };

function sumsOf(
  ones: Side,
  summands: Side,
  keyOf: (line: Line) => string | null,
  tries: Tries,
): readonly Readonly<{ one: number; some: readonly number[] }>[] {
  const groups = summands.by(keyOf);
  const sums: { one: number; some: readonly number[] }[] = [];
  for (const [key, indexes] of ones.by(keyOf)) {
    const group = groups.get(key) ?? [];
    if (group.length > SUMMED_FROM_MAX) continue;
    for (const one of indexes) {
      const open = group.filter(summands.isOpen);
      const combinations = combinationsOf(open.length);
      if (combinations > tries.left) {
        tries.untried++;
        continue;
      }
      tries.left -= combinations;
      const some = summing(open, summands.lines, (ones.lines[one] as Line).amountCents);
      if (some === null) continue;
      ones.take([one]);
      summands.take(some);
      sums.push({ one, some });
    }
  }
  return sums;
}

/** How many combinations of 2 to `SUMMED_MAX` there are among so many lines. */
function combinationsOf(lines: number): number {
  let all = 0;
  let ofCount = lines;
  for (let count = 2; count <= SUMMED_MAX; count++) {
    ofCount = (ofCount * (lines - count + 1)) / count;
    all += ofCount;
  }
  return Math.max(0, all);
}

/** The fewest lines with that sum, at least 2; of several choices the earliest. */
function summing(open: readonly number[], lines: readonly Line[], sumCents: number): readonly number[] | null {
  for (let count = 2; count <= Math.min(SUMMED_MAX, open.length); count++) {
    const summands = choose(open, lines, sumCents, count, 0);
    if (summands !== null) return summands;
  }
  return null;
}

function choose(
  open: readonly number[],
  lines: readonly Line[],
  sumCents: number,
  count: number,
  from: number,
): number[] | null {
  for (let at = from; at <= open.length - count; at++) {
    const index = open[at] as number;
    const restCents = sumCents - (lines[index] as Line).amountCents;
    if (count === 1) {
      if (restCents === 0) return [index];
      continue;
    }
    const summands = choose(open, lines, restCents, count - 1, at + 1);
    if (summands !== null) return [index, ...summands];
  }
  return null;
}

function takePairs({ razao, extrato }: Left, pairs: readonly Pair[]): readonly Pair[] {
  for (const pair of pairs) {
    razao.take(pair.razao);
    extrato.take(pair.extrato);
  }
  return pairs;
}
