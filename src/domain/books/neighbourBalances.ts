// The balances of a neighbouring month's version, per account: all that continuity needs of its lines.
import type { LineColumns } from './events.js';
import { AMOUNTS } from './lineTable.js';

export type NeighbourBalances = Readonly<{
  /** In the order of their first line. */
  accountCode: readonly string[];
  /** Four sums per account; safe integers, for the version was accepted. */
  cents: Float64Array;
}>;

export function neighbourBalances(parts: Iterable<LineColumns>): NeighbourBalances {
  const accountCode: string[] = [];
  const sums: number[] = [];
  const placeOf = new Map<string, number>();
  for (const part of parts) {
    part.accountCode.forEach((code, line) => {
      let place = placeOf.get(code);
      if (place === undefined) {
        place = accountCode.push(code) - 1;
        placeOf.set(code, place);
        sums.push(0, 0, 0, 0);
      }
      const at = place * AMOUNTS;
      sums[at] = (sums[at] ?? 0) + (part.previousBalanceCents[line] ?? 0);
      sums[at + 1] = (sums[at + 1] ?? 0) + (part.debitCents[line] ?? 0);
      sums[at + 2] = (sums[at + 2] ?? 0) + (part.creditCents[line] ?? 0);
      sums[at + 3] = (sums[at + 3] ?? 0) + (part.finalBalanceCents[line] ?? 0);
    });
  }
  return { accountCode, cents: Float64Array.from(sums) };
}
