// Money as an integer number of centavos, and the conversion from and to JSON numbers.
// Source: docs/spec/numbers.md#money.

/** A safe integer; −0 never occurs. */
export type Cents = number;

/** Limit in reais. A larger double cannot represent every centavo. */
export const AMOUNT_MAX = 70_000_000_000_000;

/** Three terms up to this size sum to a safe integer. */
const PLAIN_TERM_MAX = 2 ** 50;

/** Accepted distance from a whole centavo: 1e-6, plus the rounding of 0.010001 as a double. */
const NOISE_MAX = 1e-6 + 1e-12;

/**
 * The centavos of a JSON number that is the nearest double of a whole centavo or at most 1e-6 away from one.
 * @returns NaN otherwise, for numbers that are not finite and beyond AMOUNT_MAX; `amountFault` returns the cause
 */
export function centsOf(amount: number): Cents {
  if (!(amount <= AMOUNT_MAX && amount >= -AMOUNT_MAX)) return NaN;
  const cents = Math.round(amount * 100);
  return cents / 100 === amount ? cents + 0 : centsNear(amount);
}

/** Why `centsOf` returned NaN. */
export function amountFault(amount: number): 'notANumber' | 'tooLarge' | 'precision' {
  if (Number.isNaN(amount)) return 'notANumber';
  return Math.abs(amount) <= AMOUNT_MAX ? 'precision' : 'tooLarge';
}

/** The JSON number: the nearest double, which prints with at most two decimals. */
export function amountOf(cents: Cents): number {
  return cents / 100;
}

/** first + added − subtracted, exact. @returns null when the result is not a safe integer */
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

/** Handles whole and fractional part separately: `amount × 100` could round to another centavo. */
function centsNear(amount: number): Cents {
  const whole = Math.trunc(amount);
  const fraction = amount - whole;
  const fractionCents = Math.round(fraction * 100);
  const cents = whole * 100 + fractionCents + 0;
  return cents / 100 === amount || Math.abs(fraction - fractionCents / 100) <= NOISE_MAX ? cents : NaN;
}

// Amounts in the operator's JSON files: decimal text with a point, or a JSON number.

const DECIMAL = /^([+-]?)(\d{1,15})(?:\.(\d{1,2}))?$/;

/** @returns null for anything else, for fractions of a centavo, and beyond AMOUNT_MAX */
export function decimalCents(value: unknown): Cents | null {
  if (typeof value === 'number') {
    const cents = centsOf(value);
    return Number.isNaN(cents) ? null : cents;
  }
  const [, sign, whole, fraction = ''] = (typeof value === 'string' && DECIMAL.exec(value.trim())) || [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (cents > AMOUNT_MAX * 100) return null;
  return sign === '-' ? 0 - cents : cents;
}
