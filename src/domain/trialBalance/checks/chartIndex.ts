// A chart as the check of 20,000 lines needs it: account by code, and one small array per property.
import type { Account, Nature } from '../../charts/events.js';
import { RootGroups, followsOf, isResultGroup, type Follows } from './accountRoles.js';
import { TextIndex, compareTexts, textsOf, type Texts } from '../lines/textColumn.js';

export type ChartIndex = Readonly<{
  count: number;
  /** Finds the account of a code, exactly. */
  byCode: TextIndex;
  code: Texts;
  description: Texts;
  nature: readonly Nature[];
  follows: readonly Follows[];
  /** Whether lines of the account enter a trial balance: analytic, and taking part in reconciliation. */
  enters: readonly boolean[];
  isResult: readonly boolean[];
  /** Its place among all codes in ascending order. */
  rank: Int32Array;
}>;

/** @param listings accounts as the chart's stream lists them: later ones replace earlier ones of the same id */
export function indexChart(listings: Iterable<readonly Account[]>): ChartIndex {
  const accounts = newest(listings);
  const roots = accounts.map(rootGroups(accounts));
  const code = textsOf(accounts.map((account) => account.code));
  return {
    count: accounts.length,
    byCode: TextIndex.over(code),
    code,
    description: textsOf(accounts.map(({ description }) => description)),
    nature: accounts.map(({ nature }) => nature),
    follows: accounts.map(({ nature }, at) => followsOf(nature, roots[at]?.nature ?? null)),
    enters: accounts.map(({ kind, requiresReconciliation }) => kind === 'ANALYTICAL' && requiresReconciliation),
    isResult: resultAccounts(accounts, roots),
    rank: ranks(code),
  };
}

function newest(listings: Iterable<readonly Account[]>): readonly Account[] {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
  return [...byId.values()];
}

function rootGroups(accounts: readonly Account[]): (account: Account) => Account | null {
  const groups = new RootGroups(accounts);
  return ({ code }) => groups.of(code);
}

/** What the name of a group tells is found out once for all its accounts. */
function resultAccounts(accounts: readonly Account[], roots: readonly (Account | null)[]): boolean[] {
  const known = new Map<Account, boolean>();
  return accounts.map(({ code }, at) => {
    const root = roots[at] ?? null;
    if (root === null) return isResultGroup(null, code);
    const isResult = known.get(root) ?? isResultGroup(root, root.code);
    known.set(root, isResult);
    return isResult;
  });
}

/** Charts are mostly listed in order already: then nothing is sorted. */
function ranks(code: Texts): Int32Array {
  const order = code.start.map((_, at) => at);
  const isSorted = order.every((at) => at === 0 || compareTexts(code, at - 1, code, at) <= 0);
  if (!isSorted) order.sort((a, b) => compareTexts(code, a, code, b));
  const rank = new Int32Array(order.length);
  order.forEach((at, place) => (rank[at] = place));
  return rank;
}
