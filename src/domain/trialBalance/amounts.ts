// The four amounts of a line, and their exact sums.
import { safeNumber, type Cents } from '../kernel/money.js';

export const AMOUNT_FIELDS = ['previousBalanceCents', 'debitCents', 'creditCents', 'finalBalanceCents'] as const;

/** Signed as sent. */
export type Amounts = Readonly<Record<(typeof AMOUNT_FIELDS)[number], Cents>>;

export const ZERO: Amounts = { previousBalanceCents: 0, debitCents: 0, creditCents: 0, finalBalanceCents: 0 };

export function isSameAmounts(one: Amounts, other: Amounts): boolean {
  return AMOUNT_FIELDS.every((field) => one[field] === other[field]);
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

function bigintsOf(amounts: Amounts): bigint[] {
  return AMOUNT_FIELDS.map((field) => BigInt(amounts[field]));
}
