// Brings a balance, kept as it was sent, to the sign in which debit is positive.
// Source: docs/spec/imports.md#sign-convention.
import type { Cents } from '../../kernel/money.js';
import { Follows } from './accountRoles.js';
import type { SignConvention } from '../../books/events.js';
import { FITS_A, FITS_B } from './movement.js';

/** What a balance is multiplied by; 0 when the document does not tell. */
export type DebitSign = 1 | -1 | 0;

/**
 * The equation an account satisfies is the sign it is kept in. A contra or MIXED account that did not move satisfies
 * both: in a signed document (A) it is signed like all, in a natural one (B) it may be either.
 */
export function debitSign(follows: Follows, convention: SignConvention, fits: number): DebitSign {
  if (follows === Follows.EITHER) {
    if (fits === FITS_A) return 1;
    if (fits === FITS_B) return -1;
    return convention === 'A' ? 1 : 0;
  }
  return follows === Follows.CREDIT && convention === 'B' ? -1 : 1;
}

/** A balance as a document keeps it, and how. */
export type Kept = Readonly<{ cents: Cents; sign: DebitSign; convention: SignConvention }>;

/** Where one side does not tell its sign, equal conventions are taken to have kept it alike, others either way. */
export function isSameBalance(one: Kept, other: Kept): boolean {
  const isSameConvention = one.convention === other.convention;
  if (isSameConvention && one.cents === other.cents) return true;
  if (one.sign !== 0 && other.sign !== 0) return one.cents * one.sign === other.cents * other.sign;
  return !isSameConvention && Math.abs(one.cents) === Math.abs(other.cents);
}

/** A balance of one document as the other would keep it; as it is where a sign is not told. */
export function asKeptBy(one: Kept, other: Kept): Cents {
  return one.cents * (one.sign * other.sign || 1) + 0;
}
