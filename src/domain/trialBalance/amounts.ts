// The four amounts of a line, and their exact sums.
import { exactBalance, safeNumber, type Cents } from '../kernel/money.js';

export const AMOUNT_FIELDS = ['previousBalanceCents', 'debitCents', 'creditCents', 'finalBalanceCents'] as const;

/** Signed as sent. */
export type Amounts = Readonly<Record<(typeof AMOUNT_FIELDS)[number], Cents>>;

export const ZERO: Amounts = { previousBalanceCents: 0, debitCents: 0, creditCents: 0, finalBalanceCents: 0 };

export function isSameAmounts(one: Amounts, other: Amounts): boolean {
  return AMOUNT_FIELDS.every((field) => one[field] === other[field]);
}

export function isZero(amounts: Amounts): boolean {
  return AMOUNT_FIELDS.every((field) => amounts[field] === 0);
}

/** Adds up amounts. A sum may be no safe integer on its way: then it is computed in BigInt. */
export class AmountSum implements Amounts {
  previousBalanceCents: Cents = 0;
  debitCents: Cents = 0;
  creditCents: Cents = 0;
  finalBalanceCents: Cents = 0;
  #exact: readonly bigint[] | null = null;

  add(amounts: Amounts): void {
    if (this.#exact === null && this.#addPlainly(amounts)) return;
    const before = this.#exact ?? bigintsOf(this);
    const added = bigintsOf(amounts);
    this.#exact = before.map((sum, at) => sum + (added[at] ?? 0n));
    AMOUNT_FIELDS.forEach((field, at) => (this[field] = Number(this.#exact?.[at])));
  }

  /** Whether every sum is a safe integer; otherwise they are only near. */
  get isSafe(): boolean {
    return this.#exact === null || !this.#exact.map(safeNumber).includes(null);
  }

  /** @returns false, having added nothing, where a sum would be no safe integer */
  #addPlainly(amounts: Amounts): boolean {
    const previous = this.previousBalanceCents + amounts.previousBalanceCents;
    const debit = this.debitCents + amounts.debitCents;
    const credit = this.creditCents + amounts.creditCents;
    const final = this.finalBalanceCents + amounts.finalBalanceCents;
    const areBalancesSafe = Number.isSafeInteger(previous) && Number.isSafeInteger(final);
    if (!areBalancesSafe || !Number.isSafeInteger(debit) || !Number.isSafeInteger(credit)) return false;
    this.previousBalanceCents = previous;
    this.debitCents = debit;
    this.creditCents = credit;
    this.finalBalanceCents = final;
    return true;
  }
}

/** Sums by account code, in the order of their first line. */
export function sumsByAccount(
  lines: Iterable<Amounts & Readonly<{ accountCode: string }>>,
): ReadonlyMap<string, AmountSum> {
  const sums = new Map<string, AmountSum>();
  for (const line of lines) {
    const sum = sums.get(line.accountCode) ?? new AmountSum();
    sum.add(line);
    sums.set(line.accountCode, sum);
  }
  return sums;
}

function bigintsOf(amounts: Amounts): bigint[] {
  return AMOUNT_FIELDS.map((field) => BigInt(amounts[field]));
}

// How a balance changed against those of months before it. Source: docs/spec/rows.md#balances-of-an-account.

/** Months before one that its mean is of, at most. */
export const MEAN_MONTHS = 12;

/** @returns null where nothing is known before, or when the change is no safe integer */
export function changeFrom(before: Cents | null, now: Cents): Cents | null {
  return before === null ? null : exactBalance(now, 0, before);
}

/**
 * Percentage of the balance before, signed as the change, with two decimals.
 * @returns null where there is none of it
 */
export function percentOf(change: Cents | null, before: Cents | null): number | null {
  if (change === null || before === null || before === 0) return null;
  return Math.round((change / Math.abs(before)) * 10_000) / 100 + 0;
}

/** To the nearest centavo, a half away from zero. @returns null of no balances */
export function meanOf(balances: readonly Cents[]): Cents | null {
  if (balances.length === 0) return null;
  const sum = balances.reduce((total, each) => total + BigInt(each), 0n);
  const count = BigInt(balances.length);
  const doubled = (sum < 0n ? -sum : sum) * 2n;
  const rounded = (doubled + count) / (count * 2n);
  return safeNumber(sum < 0n ? -rounded : rounded);
}
