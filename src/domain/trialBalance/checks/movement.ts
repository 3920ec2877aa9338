// Checks that debit, credit and balances of every account add up, under the sign convention that the document follows.
// Source: docs/spec/imports.md#movement, docs/spec/imports.md#sign-convention.
import { exactBalance, type Cents } from '../../kernel/money.js';
import type { AccountTotals } from './selectedLines.js';
import { Follows } from './accountRoles.js';
import type { ChartIndex } from './chartIndex.js';
import type { SignConvention } from '../../books/events.js';
import type { LineErrors } from './lineErrors.js';
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS, lineNumberOf, type LineTable } from '../lines/lineTable.js';
import type { LineReason } from '../refusals.js';
import { textAt } from '../lines/textColumn.js';

/** Bit set of the equations that four sums satisfy: both or none if debit = credit. */
export const FITS_A = 1;
export const FITS_B = 2;

/** @param at index of the first of the four */
export function fitsOf(cents: Float64Array, at: number): number {
  const previous = cents[at + PREVIOUS] as Cents;
  const debit = cents[at + DEBIT] as Cents;
  const credit = cents[at + CREDIT] as Cents;
  const final = cents[at + FINAL] as Cents;
  return (
    (exactBalance(previous, debit, credit) === final ? FITS_A : 0) |
    (exactBalance(previous, credit, debit) === final ? FITS_B : 0)
  );
}

/** The equations of all accounts, and the convention that more of the CREDIT accounts follow. */
export type Movement = Readonly<{ fits: Uint8Array; convention: SignConvention }>;

/** On a tie B if no credit balance is negative, else A. Contra and MIXED accounts do not count. */
export function readMovement(totals: AccountTotals, chart: ChartIndex): Movement {
  const fits = new Uint8Array(totals.count);
  let onlyA = 0;
  let onlyB = 0;
  let hasNegative = false;
  for (let place = 0; place < totals.count; place++) {
    const at = place * AMOUNTS;
    const fit = totals.unsafe.has(place) ? 0 : fitsOf(totals.cents, at);
    fits[place] = fit;
    if (chart.follows[totals.account[place] as number] !== Follows.CREDIT) continue;
    if (fit === FITS_A) onlyA++;
    else if (fit === FITS_B) onlyB++;
    if ((totals.cents[at + PREVIOUS] as Cents) < 0 || (totals.cents[at + FINAL] as Cents) < 0) hasNegative = true;
  }
  const convention = onlyA !== onlyB ? (onlyA > onlyB ? 'A' : 'B') : hasNegative ? 'A' : 'B';
  return { fits, convention };
}

/** Refuses every account that satisfies none of the equations it may follow, at its first line. */
export function checkMovement(
  table: LineTable,
  totals: AccountTotals,
  chart: ChartIndex,
  { fits, convention }: Movement,
  errors: LineErrors,
): void {
  const creditNeeds = convention === 'A' ? FITS_A : FITS_B;
  for (let place = 0; place < totals.count; place++) {
    const account = totals.account[place] as number;
    const follows = chart.follows[account];
    const needs = follows === Follows.DEBIT ? FITS_A : follows === Follows.CREDIT ? creditNeeds : FITS_A | FITS_B;
    if (((fits[place] as number) & needs) !== 0) continue;
    const debitSide = convention === 'A' || chart.nature[account] !== 'CREDIT';
    const reason = whyNot(totals, place, debitSide);
    const line = lineNumberOf(table, totals.firstLine[place] as number);
    errors.add(line, 'finalBalance', textAt(chart.code, account), reason);
  }
}

function whyNot({ cents, unsafe }: AccountTotals, place: number, debitSide: boolean): LineReason {
  if (unsafe.has(place)) return { is: 'SumsTooLarge' };
  const amount = (which: number): Cents => cents[place * AMOUNTS + which] as Cents;
  const [previousBalanceCents, finalBalanceCents] = [amount(PREVIOUS), amount(FINAL)];
  const [debitCents, creditCents] = [amount(DEBIT), amount(CREDIT)];
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
