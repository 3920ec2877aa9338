// The numbers of a version by account. Compares versions that may use different sign conventions. Source:
// docs/spec/workflow.md#later-versions.
import type { SignConvention, TrialBalanceLine } from '../books/events.js';
import type { Account } from '../charts/events.js';
import type { Comparison } from '../clients/rules.js';
import type { Cents } from '../kernel/money.js';
import { ZERO, meanOf, sumsByAccount, type AmountSum, type Amounts } from '../trialBalance/amounts.js';
import {
  Follows,
  RootGroups,
  accountRole,
  newestAccounts,
  type AccountRole,
} from '../trialBalance/checks/accounts.js';
import {
  fitsOf,
  isSameBalance,
  readersSign,
  storedSign,
  type DebitSign,
} from '../trialBalance/checks/movement.js';

/** Sums of an account's lines in centavos, signed as sent; name, department and sector are the chart's. */
export type AccountNumbers = Readonly<{
  accountId: number;
  accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  role: AccountRole;
}> &
  Amounts;

/** Numbers by account id, in the order of the lines. */
export type VersionNumbers = Readonly<{
  convention: SignConvention;
  accounts: ReadonlyMap<number, AccountNumbers>;
}>;

/** The fields of an account that a release reads. The chart is cached, so it holds no more. */
type ChartAccount = Readonly<{
  accountId: number;
  description: string;
  department: string;
  sector: string;
  role: AccountRole;
}>;

export type ChartAccounts = ReadonlyMap<string, ChartAccount>;

/** @param listings the chart's parts in order: later accounts replace earlier ones of the same id */
export function chartAccounts(listings: Iterable<readonly Account[]>): ChartAccounts {
  const byId = newestAccounts(listings);
  const roots = new RootGroups(byId.values());
  const byCode = new Map<string, ChartAccount>();
  for (const { accountId, code, description, department, sector, nature } of byId.values()) {
    const role = accountRole(nature, roots.of(code)?.nature ?? null);
    byCode.set(code, { accountId, description, department, sector, role });
  }
  return byCode;
}

/**
 * @param chart the chart of the import, at its version or a later one (accounts are never removed)
 * @throws Error when an account of the lines is not in the chart
 */
export function versionNumbers(
  lines: Iterable<Pick<TrialBalanceLine, 'accountCode' | keyof Amounts>>,
  convention: SignConvention,
  chart: ChartAccounts,
): VersionNumbers {
  const accounts = new Map<number, AccountNumbers>();
  for (const [accountCode, sum] of sumsByAccount(lines)) {
    const numbers = accountNumbers(accountCode, sum, chart);
    accounts.set(numbers.accountId, numbers);
  }
  return { convention, accounts };
}

function accountNumbers(accountCode: string, sum: AmountSum, chart: ChartAccounts): AccountNumbers {
  const account = chart.get(accountCode);
  if (!account) throw new Error(`account ${accountCode} of a trial balance is not in its chart`);
  const { description: accountName, ...ofChart } = account;
  return { ...ofChart, accountCode, accountName, ...sum };
}

/** Whether an account has the same numbers in both versions; a missing account has zeros. */
export function hasSameNumbers(accountId: number, one: VersionNumbers, other: VersionNumbers): boolean {
  const a = one.accounts.get(accountId) ?? NOTHING;
  const b = other.accounts.get(accountId) ?? NOTHING;
  if (a.debitCents !== b.debitCents || a.creditCents !== b.creditCents) return false;
  const aSign = signOf(a, one.convention);
  const bSign = signOf(b, other.convention);
  const isSame = (left: number, right: number): boolean =>
    isSameBalance(
      { cents: left, sign: aSign, convention: one.convention },
      { cents: right, sign: bSign, convention: other.convention },
    );
  return (
    isSame(a.previousBalanceCents, b.previousBalanceCents) && isSame(a.finalBalanceCents, b.finalBalanceCents)
  );
}

type Numbers = Amounts & Pick<AccountNumbers, 'role'>;

/** The final balance with debit positive. */
export function finalDebitCents(numbers: Numbers, convention: SignConvention): number {
  return numbers.finalBalanceCents * shownSign(numbers, convention) + 0;
}

/** The factor that makes balances debit positive for readers. */
export function shownSign(numbers: Numbers, convention: SignConvention): 1 | -1 {
  const { role, finalBalanceCents } = numbers;
  return signOf(numbers, convention) || readersSign(role, convention, fitsOf(numbers), finalBalanceCents);
}

/** The factor that makes balances debit positive; 0 when it cannot be determined. */
function signOf(numbers: Numbers, convention: SignConvention): DebitSign {
  return storedSign(numbers.role.follows, convention, fitsOf(numbers));
}

const NOTHING: Numbers = { ...ZERO, role: { nature: 'DEBIT', follows: Follows.DEBIT, side: 'DEBIT' } };

// The balances of accounts in the months before a release, with debit positive, by code: the same code in another
// chart is the same account here, as for continuity. Source: docs/spec/workflow.md#variation.

/** What the balance of an account is compared with; null where nothing is known. */
export type EarlierBalances = (accountCode: string, against: Comparison) => Cents | null;

export const nothingEarlier: EarlierBalances = () => null;

/** @param balances those of the newest versions of the months before, ascending; null for a month without any */
export function earlierBalances(balances: readonly (ReadonlyMap<string, Cents> | null)[]): EarlierBalances {
  return (accountCode, against) => {
    if (against === 'MEAN12') return meanOf(balances.flatMap((month) => month?.get(accountCode) ?? []));
    const before = balances.at(-1) ?? null;
    // A month that does not list an account has it at zero.
    return before && (before.get(accountCode) ?? 0);
  };
}

/** Little beside the numbers of a version: a release compares with up to twelve. */
export function balancesByCode({ accounts, convention }: VersionNumbers): ReadonlyMap<string, Cents> {
  const balances = new Map<string, Cents>();
  for (const account of accounts.values()) balances.set(account.accountCode, finalDebitCents(account, convention));
  return balances;
}
