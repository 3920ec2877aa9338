// Compares opening balances with the closing balances of the previous month. Never refuses; an account missing in
// a month has balance zero there. Source: docs/spec/imports.md#continuity.
import type { Competence } from '../../kernel/competence.js';
import type { Cents } from '../../kernel/money.js';
import { Follows, type ChartAccount, type ChartIndex, type SelectedLines } from './accounts.js';
import {
  asKeptBy,
  debitSign,
  fitsOf,
  fitsOfSums,
  isSameBalance,
  storedSign,
  type DebitSign,
  type Kept,
} from './movement.js';
import type { SignConvention } from '../../books/events.js';
import type { Amounts } from '../amounts.js';
import type { DocumentLines } from '../lines.js';
import type { NextOpening } from '../warnings.js';

/** The document being imported, its lines selected. */
export type Checked = Readonly<{
  document: DocumentLines;
  chart: ChartIndex;
  selected: SelectedLines;
  convention: SignConvention;
}>;

export type OtherMonth = Readonly<{ balances: NeighbourBalances; convention: SignConvention }>;

/**
 * The accounts whose closing balance here is not their opening balance in the month after, both signed as this
 * document signs: those of this month in order, then those that only the month after lists.
 */
export function* breaksInto(
  next: OtherMonth,
  competence: Competence,
  month: Checked,
): Generator<NextOpening, void> {
  const restarts = restartIn(competence) !== null;
  for (const difference of differences(month, 'finalBalanceCents', next, 'previousBalanceCents')) {
    const { accountCode, hereCents: closingCents, thereCents: openingCents, debit, isResult } = difference;
    if (restarts && openingCents === 0 && isResult) continue;
    yield { accountCode, closingCents, openingCents, debit };
  }
}

/** Result accounts may open at zero in January; for companies taxed by quarters, in each quarter. */
export function restartIn(competence: Competence): 'year' | 'quarter' | null {
  const month = competence.slice(5);
  if (month === '01') return 'year';
  return month === '04' || month === '07' || month === '10' ? 'quarter' : null;
}

type Balance = 'previousBalanceCents' | 'finalBalanceCents';
/** Difference in the sign convention of the document being imported. */
type Difference = Readonly<{
  accountCode: string;
  hereCents: Cents;
  thereCents: Cents;
  debit: DebitSign;
  isResult: boolean;
  /** On no line of this document. */
  isMissing: boolean;
}>;

/**
 * This month's accounts whose balance here is another one there, then those of the other month that are missing
 * here, in order.
 */
export function* differences(
  month: Checked,
  here: Balance,
  other: OtherMonth,
  there: Balance,
): Generator<Difference, void> {
  for (const { account, sums } of month.selected.totals.values()) {
    const balances = other.balances.get(account.code);
    // Fast path: equal numbers under equal conventions, for which `isSameBalance` returns true.
    if (month.convention === other.convention && sums[here] === (balances?.[there] ?? 0)) continue;
    const sign = debitSign(account.role.follows, month.convention, fitsOfSums(sums));
    const own: Kept = { cents: sums[here], sign, convention: month.convention };
    const kept = keptThere(other, account, balances, there);
    if (isSameBalance(kept, own)) continue;
    const { code: accountCode, isResult } = account;
    const amounts = { hereCents: own.cents, thereCents: asKeptBy(kept, own), debit: sign };
    yield { accountCode, ...amounts, isResult, isMissing: false };
  }
  for (const { accountCode, balances, account } of onlyIn(other, month)) {
    const kept = keptThere(other, account, balances, there);
    if (kept.cents === 0) continue;
    const own: Kept = { cents: 0, ...unmoved(account, month.convention) };
    const amounts = { hereCents: 0, thereCents: asKeptBy(kept, own), debit: own.sign };
    yield { accountCode, ...amounts, isResult: account?.isResult ?? false, isMissing: true };
  }
}

/** The other month's accounts that occur on no line of this document. */
function onlyIn({ balances: all }: OtherMonth, { chart, selected: { totals }, document: { lines } }: Checked) {
  const missing = new Map<string, { accountCode: string; balances: Amounts; account: ChartAccount | undefined }>();
  for (const [accountCode, balances] of all) {
    const account = chart.get(accountCode);
    if (account !== undefined && (totals.has(account) || !account.isReconciled)) continue;
    missing.set(accountCode, { accountCode, balances, account });
  }
  if (missing.size > 0) for (const { accountCode } of lines) missing.delete(accountCode);
  return missing.values();
}

/** An account missing in the other month has balance zero there; one not in the chart may be of either side. */
function keptThere(
  { convention }: OtherMonth,
  account: ChartAccount | undefined,
  balances: Amounts | undefined,
  balance: Balance,
): Kept {
  if (balances === undefined) return { cents: 0, ...unmoved(account, convention) };
  const sign = storedSign(followsOf(account), convention, fitsOf(balances));
  return { cents: balances[balance], sign, convention };
}

function unmoved(account: ChartAccount | undefined, convention: SignConvention): Omit<Kept, 'cents'> {
  return { sign: debitSign(followsOf(account), convention, 0), convention };
}

function followsOf(account: ChartAccount | undefined): Follows {
  return account?.role.follows ?? Follows.EITHER;
}

/** Balances by account code, in the order of their first line: safe integers, as the import checked them. */
export type NeighbourBalances = ReadonlyMap<string, Amounts>;
