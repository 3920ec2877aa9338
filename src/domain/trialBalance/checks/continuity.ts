// Compares opening balances with the closing balances of the previous month. Never refuses; an account missing in a
// month has balance zero there. Source: docs/spec/imports.md#continuity.
import type { Competence } from '../../kernel/competence.js';
import type { Cents } from '../../kernel/money.js';
import { CodeIndex, Follows, type AccountTotal, type ChartAccount, type ChartIndex } from './accounts.js';
import { asKeptBy, debitSign, fitsOf, fitsOfSums, isSameBalance, type Kept } from './movement.js';
import type { SignConvention, TrialBalanceLine } from '../../books/events.js';
import { type Amounts, AmountSum } from '../amounts.js';
import type { DocumentLine } from '../lines.js';

/** The document being imported. */
export type ThisMonth = Readonly<{
  chart: ChartIndex;
  totals: ReadonlyMap<ChartAccount, AccountTotal>;
  convention: SignConvention;
  lines: readonly DocumentLine[];
}>;

export type OtherMonth = Readonly<{ balances: NeighbourBalances; convention: SignConvention }>;

/** A difference. Amounts are in the sign convention of the document being imported. */
export type Break =
  | Readonly<{ is: 'differs'; accountCode: string; openingCents: Cents; closingCents: Cents; isResult: boolean }>
  | Readonly<{ is: 'missing'; accountCode: string; closingCents: Cents; isResult: boolean }>;

/** In the order of this month's accounts, then the previous month's accounts that are missing now, in their order. */
export function* breaksAfter(previous: OtherMonth, month: ThisMonth): Generator<Break, void> {
  for (const { account, sums } of month.totals.values()) {
    const before = previous.balances.get(account.code);
    if (isPlainlySame(month, sums.previousBalanceCents, previous, before?.finalBalanceCents)) continue;
    const opening = keptHere(month, account, sums, 'previousBalanceCents');
    const closing = keptThere(previous, account, before, 'finalBalanceCents');
    if (isSameBalance(closing, opening)) continue;
    yield {
      is: 'differs',
      accountCode: account.code,
      openingCents: opening.cents,
      closingCents: asKeptBy(closing, opening),
      isResult: account.isResult,
    };
  }
  for (const { accountCode, balances, account } of onlyIn(previous, month)) {
    const closing = keptThere(previous, account, balances, 'finalBalanceCents');
    if (closing.cents === 0) continue;
    yield {
      is: 'missing',
      accountCode,
      closingCents: asKeptBy(closing, { cents: 0, ...unmoved(account, month.convention) }),
      isResult: account?.isResult ?? false,
    };
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
  const restarts = restartIn(competence) !== null;
  for (const { account, sums } of month.totals.values()) {
    const after = next.balances.get(account.code);
    if (isPlainlySame(month, sums.finalBalanceCents, next, after?.previousBalanceCents)) continue;
    const opening = keptThere(next, account, after, 'previousBalanceCents');
    if (restarts && opening.cents === 0 && account.isResult) continue;
    const closing = keptHere(month, account, sums, 'finalBalanceCents');
    if (isSameBalance(closing, opening)) continue;
    yield {
      accountCode: account.code,
      closingCents: closing.cents,
      openingCents: asKeptBy(opening, closing),
    };
  }
  for (const { accountCode, balances, account } of onlyIn(next, month)) {
    const opening = keptThere(next, account, balances, 'previousBalanceCents');
    if (opening.cents === 0) continue;
    const openingCents = asKeptBy(opening, { cents: 0, ...unmoved(account, month.convention) });
    yield { accountCode, closingCents: 0, openingCents };
  }
}

/** Result accounts may open at zero in January; for companies taxed by quarters, in each quarter. */
export function restartIn(competence: Competence): 'year' | 'quarter' | null {
  const month = competence.slice(5);
  if (month === '01') return 'year';
  return month === '04' || month === '07' || month === '10' ? 'quarter' : null;
}

/** The other month's accounts that occur on no line of this document. */
function onlyIn({ balances: all }: OtherMonth, { chart, totals, lines }: ThisMonth) {
  const missing = new Map<string, { accountCode: string; balances: Amounts; account: ChartAccount | undefined }>();
  for (const [accountCode, balances] of all.entries()) {
    const account = chart.get(accountCode);
    if (account !== undefined && (totals.has(account) || !account.isReconciled)) continue;
    missing.set(accountCode, { accountCode, balances, account });
  }
  if (missing.size > 0) for (const { accountCode } of lines) missing.delete(accountCode);
  return missing.values();
}

/** Fast path: equal numbers under equal conventions, for which `isSameBalance` returns true. */
function isPlainlySame(
  { convention }: ThisMonth,
  cents: Cents,
  there: OtherMonth,
  thereCents: Cents = 0,
): boolean {
  return convention === there.convention && cents === thereCents;
}

type Balance = 'previousBalanceCents' | 'finalBalanceCents';

function keptHere(
  { convention }: ThisMonth,
  account: ChartAccount,
  sums: AccountTotal['sums'],
  balance: Balance,
): Kept {
  return { cents: sums[balance], sign: debitSign(account.role.follows, convention, fitsOfSums(sums)), convention };
}

/** An account missing in the other month has balance zero there; one not in the chart may be of either side. */
function keptThere(
  { convention }: OtherMonth,
  account: ChartAccount | undefined,
  balances: Amounts | undefined,
  balance: Balance,
): Kept {
  if (balances === undefined) return { cents: 0, ...unmoved(account, convention) };
  const follows = followsOf(account);
  const fits = follows === Follows.EITHER ? fitsOf(balances) : 0;
  return { cents: balances[balance], sign: debitSign(follows, convention, fits), convention };
}

function unmoved(account: ChartAccount | undefined, convention: SignConvention): Omit<Kept, 'cents'> {
  return { sign: debitSign(followsOf(account), convention, 0), convention };
}

function followsOf(account: ChartAccount | undefined): Follows {
  return account?.role.follows ?? Follows.EITHER;
}

/** By account code, in the order of their first line: safe integers, as the import checked them. */
export type NeighbourBalances = CodeIndex<Amounts>;

export function neighbourBalances(parts: Iterable<readonly TrialBalanceLine[]>): NeighbourBalances {
  const sums = new Map<string, AmountSum>();
  for (const part of parts)
    for (const line of part) {
      let sum = sums.get(line.accountCode);
      if (sum === undefined) sums.set(line.accountCode, (sum = new AmountSum()));
      sum.add(line);
    }
  return new CodeIndex<Amounts>(sums);
}
