// What is kept beside the staged files of an account: what the person changed of the pairs, as plain JSON. The pairs themselves
// are found again from the files each time.
import type { Changes, Proposal, Read } from '../../../commands/reconciliations/composeFromFiles.js';
import type { Pair } from '../../../domain/reconciliation/matchLines.js';
import {
  statementSides,
  type StatementMapping,
  type StatementSide,
} from '../../../domain/reconciliation/statement.js';

/** `other`: the staged statement, beside the ledger. */
export type Kept = Changes &
  Readonly<{
    reconciliationId: number;
    other: string | null;
    inverted: readonly StatementSide[];
    /** Corrected for these files alone; null: those saved or recognised. */
    columns: Columns;
  }>;

export type Columns = Readonly<Partial<Record<StatementSide, StatementMapping | null>>>;

/** How often a person may change something: what is kept stays small. */
export const CHANGES_MAX = 2_000;

/** A pair by hand of lines that are in none; `sums` when they differ. */
export function handPair(
  { lines }: Pick<Read, 'lines'>,
  { left }: Pick<Proposal, 'left'>,
  asked: Readonly<Record<StatementSide, readonly string[]>>,
): Pair | 'oneOfEach' | 'sums' {
  const chosen = (side: StatementSide): readonly number[] => {
    const open = new Map(left[side].map((index) => [String(index), index]));
    return [...new Set(asked[side])].flatMap((text) => open.get(text) ?? []);
  };
  const pair = { razao: chosen('razao'), extrato: chosen('extrato') };
  if (statementSides.some((side) => pair[side].length === 0 || pair[side].length !== new Set(asked[side]).size))
    return 'oneOfEach';
  const sumOf = (side: StatementSide): bigint =>
    pair[side].reduce((sum, index) => sum + BigInt(lines[side][index]?.amountCents ?? 0), 0n);
  return sumOf('razao') === sumOf('extrato') ? { rule: 'hand', ...pair } : 'sums';
}
