// The balances of accounts in the months before a release, with debit positive, by code: the same code in another chart is the same
// account here, as for continuity. Source: docs/spec/workflow.md#variation.
import type { Comparison } from '../clients/rules.js';
import type { Cents } from '../kernel/money.js';
import { meanOf } from '../trialBalance/balanceChange.js';
import { finalDebitCents, type VersionNumbers } from './versionNumbers.js';

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
