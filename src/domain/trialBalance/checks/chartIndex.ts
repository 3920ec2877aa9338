// A chart indexed for checking 20,000 lines: accounts by code, and one array per property.
import type { Account, Nature } from '../../charts/events.js';
import { RootGroups, accountRole, isResultGroup, type AccountRole, type Follows } from './accountRoles.js';
import { BareCodes } from './bareCodes.js';
import { TextIndex, compareTexts, textsOf, type Texts } from '../lines/textColumn.js';

export type ChartIndex = Readonly<{
  count: number;
  /** Finds the account of a code, exactly. */
  byCode: TextIndex;
  /** Finds the account of a code that was sent without punctuation. */
  byBareCode: BareCodes;
  code: Texts;
  description: Texts;
  nature: readonly Nature[];
  follows: readonly Follows[];
  role: readonly AccountRole[];
  /** Whether lines of the account are imported: it is analytic and takes part in reconciliation. */
  isReconciled: readonly boolean[];
  isResult: readonly boolean[];
  /** Its rank among all codes in ascending order. */
  rank: Int32Array;
}>;

/** @param listings accounts as the chart's stream lists them: later ones replace earlier ones of the same id */
export function indexChart(listings: Iterable<readonly Account[]>): ChartIndex {
  const accounts = newest(listings);
  const roots = accounts.map(rootGroups(accounts));
  const role = accounts.map(({ nature }, at) => accountRole(nature, roots[at]?.nature ?? null));
  const code = textsOf(accounts.map((account) => account.code));
  return {
    count: accounts.length,
    byCode: TextIndex.over(code),
    byBareCode: new BareCodes(code),
    code,
    description: textsOf(accounts.map(({ description }) => description)),
    nature: accounts.map(({ nature }) => nature),
    follows: role.map(({ follows }) => follows),
    role,
    isReconciled: accounts.map(
      ({ kind, requiresReconciliation }) => kind === 'ANALYTICAL' && requiresReconciliation,
    ),
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

/** Classifies each root group once for all its accounts. */
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

/** Sorts only if needed: charts are mostly listed in order. */
function ranks(code: Texts): Int32Array {
  const order = code.start.map((_, at) => at);
  const isSorted = order.every((at) => at === 0 || compareTexts(code, at - 1, code, at) <= 0);
  if (!isSorted) order.sort((a, b) => compareTexts(code, a, code, b));
  const rank = new Int32Array(order.length);
  order.forEach((at, place) => (rank[at] = place));
  return rank;
}
