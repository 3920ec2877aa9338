// Money is a whole number of centavos. Floats end here: a JSON number comes in, a count of centavos goes on.

/** A safe integer; −0 never occurs. */
export type Cents = number;

/** In reais: beyond it a double no longer tells centavos apart (docs/spec/numbers.md#money). */
export const AMOUNT_MAX = 70_000_000_000_000;

/** Terms up to here can be added three at a time without leaving the safe integers. */
const PLAIN_TERM_MAX = 2 ** 50;

/** How far from a whole centavo a number may be: 1e-6, and what reading 0.010001 itself as a double may add. */
const NOISE_MAX = 1e-6 + 1e-12;

/**
 * The centavo a JSON number stands for: the number is the double nearest to it, or at most 1e-6 away.
 * @returns NaN when it stands for none, is not finite, or is above AMOUNT_MAX: then `amountFault` tells why
 */
export function centsOf(amount: number): Cents {
  if (!(amount <= AMOUNT_MAX && amount >= -AMOUNT_MAX)) return NaN;
  const cents = Math.round(amount * 100);
  return cents / 100 === amount ? cents + 0 : centsNear(amount);
}

/** What is wrong with a number `centsOf` did not take. */
export function amountFault(amount: number): 'notANumber' | 'tooLarge' | 'precision' {
  if (Number.isNaN(amount)) return 'notANumber';
  return Math.abs(amount) <= AMOUNT_MAX ? 'precision' : 'tooLarge';
}

/** The JSON number of a centavo count: the nearest double, which prints with at most two decimals. */
export function amountOf(cents: Cents): number {
  return cents / 100;
}

/** first + added − subtracted, exactly; null when the result is not a safe integer. */
export function exactBalance(first: Cents, added: Cents, subtracted: Cents): Cents | null {
  if (isPlain(first) && isPlain(added) && isPlain(subtracted)) return first + added - subtracted;
  const exact = BigInt(first) + BigInt(added) - BigInt(subtracted);
  return safeNumber(exact);
}

/** @returns null when it is not a safe integer */
export function safeNumber(exact: bigint): Cents | null {
  const value = Number(exact);
  return Number.isSafeInteger(value) ? value : null;
}

function isPlain(cents: Cents): boolean {
  return cents <= PLAIN_TERM_MAX && cents >= -PLAIN_TERM_MAX;
}

/** Whole and fractional part apart, so that no rounding of `amount × 100` moves the centavo or the distance. */
function centsNear(amount: number): Cents {
  const whole = Math.trunc(amount);
  const fraction = amount - whole;
  const fractionCents = Math.round(fraction * 100);
  const cents = whole * 100 + fractionCents + 0;
  return cents / 100 === amount || Math.abs(fraction - fractionCents / 100) <= NOISE_MAX ? cents : NaN;
}
