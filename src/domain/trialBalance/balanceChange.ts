// How a balance changed against those of months before it. Source: docs/spec/rows.md#balances-of-an-account.
import { exactBalance, safeNumber, type Cents } from '../kernel/money.js';

/** Months before one that its mean is of, at most. */
export const MEAN_MONTHS = 12;

/** @returns null where nothing is known before, or when the change is no safe integer */
export function changeFrom(before: Cents | null, now: Cents): Cents | null {
  return before === null ? null : exactBalance(now, 0, before);
}

/** Of the balance before, signed as the change, with two decimals. @returns null where there is none of it */
export function percentOf(change: Cents | null, before: Cents | null): number | null {
  if (change === null || before === null || before === 0) return null;
  return Math.round((change / Math.abs(before)) * 10_000) / 100 + 0;
}

/** To the nearest centavo, a half away from zero. @returns null of no balances */
export function meanOf(balances: readonly Cents[]): Cents | null {
  if (balances.length === 0) return null;
  const [sum, count] = [balances.reduce((total, each) => total + BigInt(each), 0n), BigInt(balances.length)];
  const doubled = (sum < 0n ? -sum : sum) * 2n;
  const rounded = (doubled + count) / (count * 2n);
  return safeNumber(sum < 0n ? -rounded : rounded);
}
