// The numbers of a version by account. Compares versions that may use different sign conventions. Source: docs/spec/workflow.md#later-versions.
import { Follows, RootGroups, accountRole, type AccountRole } from '../trialBalance/checks/accountRoles.js';
import { debitSign, isSameBalance, readersSign, type DebitSign } from '../trialBalance/checks/debitPositive.js';
import type { LineAmounts, SignConvention } from '../books/events.js';
import { fitsOf } from '../trialBalance/checks/movement.js';
import type { Account } from '../charts/events.js';

/** Sums of an account's lines in centavos, signed as sent; name, department and sector are the chart's. */
export type AccountNumbers = Readonly<{
  accountId: number;
  accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  role: AccountRole;
  previousBalanceCents: number;
  debitCents: number;
  creditCents: number;
  finalBalanceCents: number;
}>;

/** By account id, in the order of the lines. */
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

/** A chart's accounts by code. */
export type ChartAccounts = ReadonlyMap<string, ChartAccount>;

/** @param listings the chart's parts in order: later accounts replace earlier ones of the same id */
export function chartAccounts(listings: Iterable<readonly Account[]>): ChartAccounts {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
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
  lines: Iterable<LineAmounts>,
  convention: SignConvention,
  chart: ChartAccounts,
): VersionNumbers {
  const accounts = new Map<number, AccountNumbers>();
  const severalLines = new Map<number, bigint[]>();
  for (const part of lines)
    for (let line = 0; line < part.accountCode.length; line++) {
      const numbers = lineNumbers(part, line, chart);
      const { accountId } = numbers;
      const before = accounts.get(accountId);
      if (!before) {
        accounts.set(accountId, numbers);
        continue;
      }
      const sums = severalLines.get(accountId) ?? amountsOf(before);
      severalLines.set(accountId, added(sums, amountsOf(numbers)));
    }
  for (const [accountId, sums] of severalLines) {
    const first = accounts.get(accountId);
    if (first) accounts.set(accountId, withAmounts(first, sums));
  }
  return { convention, accounts };
}

function lineNumbers(part: LineAmounts, line: number, chart: ChartAccounts): AccountNumbers {
  const accountCode = part.accountCode[line] ?? '';
  const account = chart.get(accountCode);
  if (!account) throw new Error(`account ${accountCode} of a trial balance is not in its chart`);
  return {
    accountId: account.accountId,
    accountCode,
    accountName: account.description,
    department: account.department,
    sector: account.sector,
    role: account.role,
    previousBalanceCents: part.previousBalanceCents[line] ?? 0,
    debitCents: part.debitCents[line] ?? 0,
    creditCents: part.creditCents[line] ?? 0,
    finalBalanceCents: part.finalBalanceCents[line] ?? 0,
  };
}

/** BigInt: intermediate sums may exceed the safe integers; the import made sure that final ones do not. */
function amountsOf(numbers: AccountNumbers): bigint[] {
  const { previousBalanceCents, debitCents, creditCents, finalBalanceCents } = numbers;
  return [previousBalanceCents, debitCents, creditCents, finalBalanceCents].map(BigInt);
}

function added(sums: readonly bigint[], amounts: readonly bigint[]): bigint[] {
  return sums.map((sum, at) => sum + (amounts[at] ?? 0n));
}

function withAmounts(numbers: AccountNumbers, sums: readonly bigint[]): AccountNumbers {
  const [previousBalanceCents = 0, debitCents = 0, creditCents = 0, finalBalanceCents = 0] = sums.map(Number);
  return { ...numbers, previousBalanceCents, debitCents, creditCents, finalBalanceCents };
}

/** Whether an account has the same numbers in both versions; a missing account has zeros. */
export function hasSameNumbers(accountId: number, one: VersionNumbers, other: VersionNumbers): boolean {
  const a = one.accounts.get(accountId) ?? ZERO;
  const b = other.accounts.get(accountId) ?? ZERO;
  if (a.debitCents !== b.debitCents || a.creditCents !== b.creditCents) return false;
  const [aSign, bSign] = [signOf(a, one.convention), signOf(b, other.convention)];
  const isSame = (left: number, right: number): boolean =>
    isSameBalance(
      { cents: left, sign: aSign, convention: one.convention },
      { cents: right, sign: bSign, convention: other.convention },
    );
  return (
    isSame(a.previousBalanceCents, b.previousBalanceCents) && isSame(a.finalBalanceCents, b.finalBalanceCents)
  );
}

type Amounts = Omit<AccountNumbers, 'accountId' | 'accountCode' | 'accountName' | 'department' | 'sector'>;

/** The final balance with debit positive. */
export function finalDebitCents(numbers: Amounts, convention: SignConvention): number {
  const { role, finalBalanceCents } = numbers;
  return finalBalanceCents * readersSign(role, convention, fitsIn(numbers), finalBalanceCents) + 0;
}

/** The factor that makes balances debit positive; 0 when it cannot be determined. */
function signOf(numbers: Amounts, convention: SignConvention): DebitSign {
  return debitSign(numbers.role.follows, convention, fitsIn(numbers));
}

function fitsIn({ previousBalanceCents, debitCents, creditCents, finalBalanceCents }: Amounts): number {
  return fitsOf(Float64Array.of(previousBalanceCents, debitCents, creditCents, finalBalanceCents), 0);
}

const ZERO: Amounts = {
  previousBalanceCents: 0,
  debitCents: 0,
  creditCents: 0,
  finalBalanceCents: 0,
  role: { nature: 'DEBIT', follows: Follows.DEBIT, side: 'DEBIT' },
};
