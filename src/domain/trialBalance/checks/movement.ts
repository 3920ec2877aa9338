// Checks that debit, credit and balances of every account add up, under the sign convention that the document
// follows.
// Source: docs/spec/imports.md#movement, docs/spec/imports.md#sign-convention.
import type { SignConvention } from '../../books/events.js';
import { exactBalance, type Cents } from '../../kernel/money.js';
import type { Amounts, AmountSum } from '../amounts.js';
import type { LineErrors, LineReason } from '../refusals.js';
import { Follows, type AccountRole, type AccountTotal } from './accounts.js';

/** Bit set of the equations that four sums satisfy: both or none if debit = credit. */
const FITS_A = 1;
const FITS_B = 2;

export function fitsOf({ previousBalanceCents, debitCents, creditCents, finalBalanceCents }: Amounts): number {
  return (
    (exactBalance(previousBalanceCents, debitCents, creditCents) === finalBalanceCents ? FITS_A : 0) |
    (exactBalance(previousBalanceCents, creditCents, debitCents) === finalBalanceCents ? FITS_B : 0)
  );
}

/** Conventions that the sums of an account fit; none where a sum is no safe integer. */
export function fitsOfSums(sums: AmountSum): number {
  return sums.isSafe ? fitsOf(sums) : 0;
}

/** The convention that more of the CREDIT accounts follow; on a tie B if no credit balance is negative, else A. */
export function conventionOf(totals: Iterable<AccountTotal>): SignConvention {
  let onlyA = 0;
  let onlyB = 0;
  let hasNegative = false;
  for (const { account, sums } of totals) {
    if (account.role.follows !== Follows.CREDIT) continue; // contra and MIXED accounts do not count
    const fits = fitsOfSums(sums);
    if (fits === FITS_A) onlyA++;
    else if (fits === FITS_B) onlyB++;
    if (sums.previousBalanceCents < 0 || sums.finalBalanceCents < 0) hasNegative = true;
  }
  if (onlyA !== onlyB) return onlyA > onlyB ? 'A' : 'B';
  return hasNegative ? 'A' : 'B';
}

/** Refuses every account that satisfies none of the equations it may follow, at its first line. */
export function checkMovement(
  totals: Iterable<AccountTotal>,
  convention: SignConvention,
  errors: LineErrors,
): void {
  const creditNeeds = convention === 'A' ? FITS_A : FITS_B;
  for (const { account, firstLine, sums } of totals) {
    const { follows, nature } = account.role;
    const needs = follows === Follows.DEBIT ? FITS_A : follows === Follows.CREDIT ? creditNeeds : FITS_A | FITS_B;
    if ((fitsOfSums(sums) & needs) !== 0) continue;
    const debitSide = convention === 'A' || nature !== 'CREDIT';
    const reason: LineReason = sums.isSafe ? whyNot(sums, debitSide) : { is: 'SumsTooLarge' };
    errors.add(firstLine.line, 'finalBalance', account.code, reason);
  }
}

function whyNot(sums: Amounts, debitSide: boolean): LineReason {
  const { previousBalanceCents, debitCents, creditCents, finalBalanceCents } = sums;
  const expectedCents = debitSide
    ? exactBalance(previousBalanceCents, debitCents, creditCents)
    : exactBalance(previousBalanceCents, creditCents, debitCents);
  if (expectedCents === null) return { is: 'SumsTooLarge' };
  return {
    is: 'MovementDoesNotClose',
    debitSide,
    previousBalanceCents,
    debitCents,
    creditCents,
    finalBalanceCents,
    expectedCents,
  };
}

// Converts a balance, stored as it was sent, to the sign in which debit is positive.
// Source: docs/spec/imports.md#sign-convention.

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
 * The sign of a stored account: its movement determines it, also where the chart has given the account another
 * nature since.
 */
export function storedSign(follows: Follows, convention: SignConvention, fits: number): DebitSign {
  if (fits === FITS_A) return 1;
  return fits === FITS_B ? -1 : debitSign(follows, convention, fits);
}

/**
 * The sign shown in rows, which every balance needs. If the document does not determine it, a contra account is
 * assumed to have a balance on the side of its nature, and an account of nature MIXED to be positive on `side`.
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
  const sideSign = side === 'CREDIT' ? -1 : 1;
  return nature !== 'MIXED' && finalCents < 0 ? (-sideSign as 1 | -1) : sideSign;
}

/** A balance in a document, and the document's convention. */
export type Kept = Readonly<{ cents: Cents; sign: DebitSign; convention: SignConvention }>;

/**
 * If a sign is unknown, documents of equal conventions are taken to use the same sign; otherwise either sign
 * matches. Also decides whether a released version changed an account (`hasSameNumbers`), which takes its approval
 * back.
 */
export function isSameBalance(one: Kept, other: Kept): boolean {
  const isSameConvention = one.convention === other.convention;
  if (isSameConvention && one.cents === other.cents) return true;
  if (one.sign !== 0 && other.sign !== 0) return one.cents * one.sign === other.cents * other.sign;
  return !isSameConvention && Math.abs(one.cents) === Math.abs(other.cents);
}

/**
 * Converts a balance of one document to the sign convention of the other; unchanged where the convention is
 * unknown.
 */
export function asKeptBy(one: Kept, other: Kept): Cents {
  return one.cents * (one.sign * other.sign || 1) + 0;
}
