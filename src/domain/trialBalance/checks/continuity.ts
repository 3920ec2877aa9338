// Compares opening balances with the closing balances of the previous month. Never refuses; an account missing in a
// month has balance zero there. Source: docs/spec/imports.md#continuity.
import type { Competence } from '../../kernel/competence.js';
import type { Cents } from '../../kernel/money.js';
import { Follows } from './accountRoles.js';
import type { AccountTotals } from './selectedLines.js';
import type { ChartIndex } from './chartIndex.js';
import { asKeptBy, debitSign, isSameBalance, type Kept } from './debitPositive.js';
import type { SignConvention } from '../../books/events.js';
import { AMOUNTS, FINAL, PREVIOUS } from '../lines/lineTable.js';
import { fitsOf, type Movement } from './movement.js';
import type { ComparableBalances } from './neighbourBalances.js';
import { textAt } from '../lines/textColumn.js';

/** The document being imported, and the accounts of its ignored lines. */
export type ThisMonth = Readonly<{
  chart: ChartIndex;
  totals: AccountTotals;
  movement: Movement;
  isLeftOut: (accountCode: string) => boolean;
}>;

export type OtherMonth = Readonly<{ balances: ComparableBalances; convention: SignConvention }>;

/** A difference. Amounts are in the sign convention of the document being imported. */
export type Break =
  | Readonly<{ is: 'differs'; accountCode: string; openingCents: Cents; closingCents: Cents; isResult: boolean }>
  | Readonly<{ is: 'missing'; accountCode: string; closingCents: Cents; isResult: boolean }>;

/** In the order of this month's accounts, then the previous month's accounts that are missing now, in their order. */
export function breaksAfter(previous: OtherMonth, month: ThisMonth, visit: (found: Break) => void): void {
  const { chart, totals } = month;
  const { otherPlace, unmatched } = align(previous.balances, month);
  for (let place = 0; place < totals.count; place++) {
    if (isPlainlySame(month, place, PREVIOUS, previous, otherPlace[place] as number, FINAL)) continue;
    const account = totals.account[place] as number;
    const opening = keptHere(month, place, PREVIOUS);
    const closing = keptThere(previous, chart, account, otherPlace[place] as number, FINAL);
    if (isSameBalance(closing, opening)) continue;
    visit({
      is: 'differs',
      accountCode: textAt(chart.code, account),
      openingCents: opening.cents,
      closingCents: asKeptBy(closing, opening),
      isResult: chart.isResult[account] ?? false,
    });
  }
  for (const { other, account } of unmatched) {
    const closing = keptThere(previous, chart, account, other, FINAL);
    if (closing.cents === 0) continue;
    visit({
      is: 'missing',
      accountCode: textAt(previous.balances.accountCode, other),
      closingCents: asKeptBy(closing, { cents: 0, ...unmoved(chart, account, month.movement.convention) }),
      isResult: chart.isResult[account] ?? false,
    });
  }
}

/** An account whose closing balance here is not its opening balance in the month after. Both are signed as this document signs. */
export type OpeningBreak = Readonly<{ accountCode: string; closingCents: Cents; openingCents: Cents }>;

/** The accounts of this month in order, then those that only the month after lists. */
export function* breaksInto(
  next: OtherMonth,
  competence: Competence,
  month: ThisMonth,
): Generator<OpeningBreak, void> {
  const { chart, totals } = month;
  const restarts = restartIn(competence) !== null;
  const { otherPlace, unmatched } = align(next.balances, month);
  for (let place = 0; place < totals.count; place++) {
    if (isPlainlySame(month, place, FINAL, next, otherPlace[place] as number, PREVIOUS)) continue;
    const account = totals.account[place] as number;
    const opening = keptThere(next, chart, account, otherPlace[place] as number, PREVIOUS);
    if (restarts && opening.cents === 0 && chart.isResult[account] === true) continue;
    const closing = keptHere(month, place, FINAL);
    if (isSameBalance(closing, opening)) continue;
    yield {
      accountCode: textAt(chart.code, account),
      closingCents: closing.cents,
      openingCents: asKeptBy(opening, closing),
    };
  }
  for (const { other, account } of unmatched) {
    const opening = keptThere(next, chart, account, other, PREVIOUS);
    if (opening.cents === 0) continue;
    yield {
      accountCode: textAt(next.balances.accountCode, other),
      closingCents: 0,
      openingCents: asKeptBy(opening, { cents: 0, ...unmoved(chart, account, month.movement.convention) }),
    };
  }
}

/** Result accounts may open at zero in January; for companies taxed by quarters, in each quarter. */
export function restartIn(competence: Competence): 'year' | 'quarter' | null {
  const month = competence.slice(5);
  if (month === '01') return 'year';
  return month === '04' || month === '07' || month === '10' ? 'quarter' : null;
}

type Alignment = Readonly<{
  /** For each account of this month its index in the other month, −1 if missing there. */
  otherPlace: Int32Array;
  /** The other month's accounts that occur on no line of this document; `account` −1 if not in the chart. */
  unmatched: readonly Readonly<{ other: number; account: number }>[];
}>;

function align({ accountCode }: ComparableBalances, { chart, totals, isLeftOut }: ThisMonth): Alignment {
  const otherPlace = new Int32Array(totals.count).fill(-1);
  const unmatched: { other: number; account: number }[] = [];
  let account = -1;
  for (let other = 0; other < accountCode.start.length; other++) {
    account = chart.byCode.find(accountCode, other, account + 1);
    const place = account === -1 ? -1 : (totals.placeOf[account] as number);
    if (place !== -1) otherPlace[place] = other;
    else if (chart.isReconciled[account] !== false && !isLeftOut(textAt(accountCode, other))) {
      unmatched.push({ other, account });
    }
  }
  return { otherPlace, unmatched };
}

/** Fast path: equal numbers under equal conventions, for which `isSameBalance` returns true. */
function isPlainlySame(
  { totals, movement }: ThisMonth,
  place: number,
  which: number,
  there: OtherMonth,
  other: number,
  otherWhich: number,
): boolean {
  if (movement.convention !== there.convention) return false;
  const cents = other === -1 ? 0 : there.balances.cents[other * AMOUNTS + otherWhich];
  return totals.cents[place * AMOUNTS + which] === cents;
}

function keptHere({ chart, totals, movement }: ThisMonth, place: number, which: number): Kept {
  const { convention } = movement;
  const follows = chart.follows[totals.account[place] as number] ?? Follows.EITHER;
  const cents = totals.cents[place * AMOUNTS + which] as Cents;
  return { cents, sign: debitSign(follows, convention, movement.fits[place] as number), convention };
}

/** An account missing in the other month has balance zero there. */
function keptThere(month: OtherMonth, chart: ChartIndex, account: number, other: number, which: number): Kept {
  const { balances, convention } = month;
  if (other === -1) return { cents: 0, ...unmoved(chart, account, convention) };
  const at = other * AMOUNTS;
  const follows = chart.follows[account] ?? Follows.EITHER;
  const fits = follows === Follows.EITHER ? fitsOf(balances.cents, at) : 0;
  return { cents: balances.cents[at + which] as Cents, sign: debitSign(follows, convention, fits), convention };
}

function unmoved(chart: ChartIndex, account: number, convention: SignConvention): Omit<Kept, 'cents'> {
  return { sign: debitSign(chart.follows[account] ?? Follows.EITHER, convention, 0), convention };
}
