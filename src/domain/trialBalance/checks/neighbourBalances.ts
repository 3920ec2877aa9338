// The balances per account of a neighbouring month's version: the only part of its lines that checks compare.
import type { LineColumns } from '../../books/events.js';
import { AMOUNTS } from '../lines/lineTable.js';
import { TextIndex, ownTexts, pickTexts, textsOf, type Texts } from '../lines/textColumn.js';

export type NeighbourBalances = Readonly<{
  /** In the order of their first line. */
  accountCode: readonly string[];
  /** Four exact sums per account: safe integers, as the import checked them. */
  cents: Float64Array;
}>;

export function neighbourBalances(parts: Iterable<LineColumns>): NeighbourBalances {
  const accountCode: string[] = [];
  const sums: number[] = [];
  const lost: number[] = []; // what rounding took from a sum that passed through unsafe integers on its way
  const placeOf = new Map<string, number>();
  for (const part of parts) {
    part.accountCode.forEach((code, line) => {
      let place = placeOf.get(code);
      if (place === undefined) {
        place = accountCode.push(code) - 1;
        placeOf.set(code, place);
        sums.push(0, 0, 0, 0);
        lost.push(0, 0, 0, 0);
      }
      const at = place * AMOUNTS;
      add(sums, lost, at, part.previousBalanceCents[line] ?? 0);
      add(sums, lost, at + 1, part.debitCents[line] ?? 0);
      add(sums, lost, at + 2, part.creditCents[line] ?? 0);
      add(sums, lost, at + 3, part.finalBalanceCents[line] ?? 0);
    });
  }
  return { accountCode, cents: Float64Array.from(sums, (sum, at) => sum + (lost[at] ?? 0)) };
}

/** Knuth’s two-sum: the sum and its rounding error are together exact. */
function add(sums: number[], lost: number[], at: number, cents: number): void {
  const before = sums[at] ?? 0;
  const sum = before + cents;
  const added = sum - before;
  sums[at] = sum;
  lost[at] = (lost[at] ?? 0) + (before - (sum - added)) + (cents - added);
}

/** The same balances with a look-up by account of a chart. */
export type ComparableBalances = Readonly<{ accountCode: Texts; cents: Float64Array }>;

export function comparable({ accountCode, cents }: NeighbourBalances): ComparableBalances {
  return { accountCode: textsOf(accountCode), cents };
}

/** Sums of the lines per account, with the texts of each account's first line in a new buffer. */
export function summedPerAccount(accountCode: Texts, cents: Float64Array): ComparableBalances {
  const index = new TextIndex(accountCode);
  const lines = accountCode.start.length;
  const firstLine = new Int32Array(lines);
  const placeOf = new Int32Array(lines);
  const sums = new Float64Array(cents.length);
  let count = 0;
  for (let line = 0; line < lines; line++) {
    const first = index.enter(line);
    if (first === line) {
      firstLine[count] = line;
      placeOf[line] = count++;
    }
    const to = (placeOf[first] as number) * AMOUNTS;
    for (let at = 0; at < AMOUNTS; at++)
      sums[to + at] = (sums[to + at] as number) + (cents[line * AMOUNTS + at] as number);
  }
  return {
    accountCode: ownTexts(pickTexts(accountCode, firstLine.subarray(0, count))),
    cents: sums.slice(0, count * AMOUNTS),
  };
}
