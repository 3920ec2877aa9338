// The balances per account of a neighbouring month's version: the only part of its lines that checks compare.
import type { TrialBalanceLine } from '../../books/events.js';
import { CodeIndex } from './codeIndex.js';
import { AmountSum, type Amounts } from '../lines/amounts.js';

/** By account code, in the order of their first line: safe integers, as the import checked them. */
export type NeighbourBalances = CodeIndex<Amounts>;

export function neighbourBalances(parts: Iterable<readonly TrialBalanceLine[]>): NeighbourBalances {
  const sums = new Map<string, AmountSum>();
  for (const part of parts)
    for (const line of part) {
      let sum = sums.get(line.accountCode);
      if (sum === undefined) sums.set(line.accountCode, (sum = new AmountSum()));
      sum.add(line);
    }
  return new CodeIndex<Amounts>(sums);
}
