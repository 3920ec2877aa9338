// Checks that debit, credit and balances of every account add up, under the sign convention that the document follows.
// Source: docs/spec/imports.md#movement, docs/spec/imports.md#sign-convention.
import { exactBalance } from '../../kernel/money.js';
import type { AccountTotal } from './selectedLines.js';
import { Follows } from './accountRoles.js';
import type { SignConvention } from '../../books/events.js';
import type { LineErrors } from './lineErrors.js';
import type { AmountSum, Amounts } from '../lines/amounts.js';
import type { LineReason } from '../refusals.js';

/** Bit set of the equations that four sums satisfy: both or none if debit = credit. */
export const FITS_A = 1;
export const FITS_B = 2;

export function fitsOf({ previousBalanceCents, debitCents, creditCents, finalBalanceCents }: Amounts): number {
  return (
    (exactBalance(previousBalanceCents, debitCents, creditCents) === finalBalanceCents ? FITS_A : 0) |
    (exactBalance(previousBalanceCents, creditCents, debitCents) === finalBalanceCents ? FITS_B : 0)
  );
}

/** Of an account; none where a sum is no safe integer. */
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
