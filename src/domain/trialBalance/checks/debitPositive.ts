// Converts a balance, stored as it was sent, to the sign in which debit is positive.
// Source: docs/spec/imports.md#sign-convention.
import type { Cents } from '../../kernel/money.js';
import { Follows, type AccountRole } from './accountRoles.js';
import type { SignConvention } from '../../books/events.js';
import { FITS_A, FITS_B } from './movement.js';

/** The factor of a balance; 0 if the document does not determine it. */
export type DebitSign = 1 | -1 | 0;

/**
 * The equation that an account satisfies determines its sign. A contra or MIXED account without movement satisfies
 * both: in a signed document (A) it has the sign of all others, in a natural one (B) its sign is unknown.
 */
export function debitSign(follows: Follows, convention: SignConvention, fits: number): DebitSign {
  if (follows === Follows.EITHER) {
    if (fits === FITS_A) return 1;
    if (fits === FITS_B) return -1;
    return convention === 'A' ? 1 : 0;
  }
  return follows === Follows.CREDIT && convention === 'B' ? -1 : 1;
}

/**
 * The sign shown in rows, which every balance needs. If the document does not determine it, a contra account is assumed to have
 * a balance on the side of its nature, and an account of nature MIXED to be positive on `side`.
 * @param finalCents the account's final balance, which then equals its opening balance
 */
export function readersSign(
  { nature, follows, side }: AccountRole,
  convention: SignConvention,
  fits: number,
  finalCents: Cents,
): 1 | -1 {
  const sign = debitSign(follows, convention, fits);
  if (sign !== 0) return sign;
  const own = side === 'CREDIT' ? -1 : 1;
  return nature !== 'MIXED' && finalCents < 0 ? (-own as 1 | -1) : own;
}

/** A balance in a document, and the document's convention. */
export type Kept = Readonly<{ cents: Cents; sign: DebitSign; convention: SignConvention }>;

/** If a sign is unknown, documents of equal conventions are taken to use the same sign; otherwise either sign matches. */
export function isSameBalance(one: Kept, other: Kept): boolean {
  const isSameConvention = one.convention === other.convention;
  if (isSameConvention && one.cents === other.cents) return true;
  if (one.sign !== 0 && other.sign !== 0) return one.cents * one.sign === other.cents * other.sign;
  return !isSameConvention && Math.abs(one.cents) === Math.abs(other.cents);
}

/** Converts a balance of one document to the sign convention of the other; unchanged where the convention is unknown. */
export function asKeptBy(one: Kept, other: Kept): Cents {
  return one.cents * (one.sign * other.sign || 1) + 0;
}
