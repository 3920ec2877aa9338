// The numbers of one version per account, so that two versions can be compared although they may sign balances
// differently. Source: workflow, Transitions (“numbers are compared in debit-positive sign”).
import { RootGroups, followsOf, type Follows } from '../books/accountRoles.js';
import { debitSign, isSameBalance, type DebitSign } from '../books/debitPositive.js';
import type { LineColumns, SignConvention } from '../books/events.js';
import { AMOUNTS, CREDIT, DEBIT, FINAL, PREVIOUS } from '../books/lineTable.js';
import { fitsOf } from '../books/movement.js';
import { neighbourBalances } from '../books/neighbourBalances.js';
import type { Account } from '../registers/events.js';

/** Sums of one account's lines in centavos, signed as sent. */
export type AccountNumbers = Readonly<{
  accountId: number;
  accountCode: string;
  /** The chart's description. */
  accountName: string;
  department: string;
  sector: string;
  previousBalanceCents: number;
  debitCents: number;
  creditCents: number;
  finalBalanceCents: number;
  /** What balances are multiplied by to be debit positive; 0 when the document does not tell. */
  sign: DebitSign;
}>;

/** By account id, in the order of the lines. */
export type VersionNumbers = Readonly<{
  convention: SignConvention;
  accounts: ReadonlyMap<number, AccountNumbers>;
}>;

/** A chart's accounts as releases look them up. */
export type ChartAccounts = ReadonlyMap<string, Readonly<{ account: Account; follows: Follows }>>;

/** @param listings accounts as the chart's stream lists them: later ones replace earlier ones of the same id */
export function chartAccounts(listings: Iterable<readonly Account[]>): ChartAccounts {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
  const roots = new RootGroups(byId.values());
  const byCode = new Map<string, { account: Account; follows: Follows }>();
  for (const account of byId.values()) {
    const follows = followsOf(account.nature, roots.of(account.code)?.nature ?? null);
    byCode.set(account.code, { account, follows });
  }
  return byCode;
}

/**
 * @param chart the chart the lines were checked against, at that version or a later one: accounts never leave it
 * @throws when an account of the lines is not in the chart, which no import lets happen
 */
export function versionNumbers(
  lines: Iterable<LineColumns>,
  convention: SignConvention,
  chart: ChartAccounts,
): VersionNumbers {
  const { accountCode, cents } = neighbourBalances(lines);
  const accounts = new Map<number, AccountNumbers>();
  accountCode.forEach((code, place) => {
    const found = chart.get(code);
    if (!found) throw new Error(`account ${code} of a trial balance is not in its chart`);
    const at = place * AMOUNTS;
    const amount = (which: number): number => cents[at + which] ?? 0;
    accounts.set(found.account.accountId, {
      accountId: found.account.accountId,
      accountCode: code,
      accountName: found.account.description,
      department: found.account.department,
      sector: found.account.sector,
      previousBalanceCents: amount(PREVIOUS),
      debitCents: amount(DEBIT),
      creditCents: amount(CREDIT),
      finalBalanceCents: amount(FINAL),
      sign: debitSign(found.follows, convention, fitsOf(cents, at)),
    });
  });
  return { convention, accounts };
}

/** Whether an account has the same numbers in both versions; one that a version lacks is at zero there. */
export function hasSameNumbers(accountId: number, one: VersionNumbers, other: VersionNumbers): boolean {
  const a = one.accounts.get(accountId) ?? ZERO;
  const b = other.accounts.get(accountId) ?? ZERO;
  const isSame = (left: number, right: number): boolean =>
    isSameBalance(
      { cents: left, sign: a.sign, convention: one.convention },
      { cents: right, sign: b.sign, convention: other.convention },
    );
  return (
    a.debitCents === b.debitCents &&
    a.creditCents === b.creditCents &&
    isSame(a.previousBalanceCents, b.previousBalanceCents) &&
    isSame(a.finalBalanceCents, b.finalBalanceCents)
  );
}

const ZERO = { previousBalanceCents: 0, debitCents: 0, creditCents: 0, finalBalanceCents: 0, sign: 1 } as const;
