// A chart as the check of 20,000 lines needs it: account by code, and one small array per property.
import type { Account, Nature } from '../registers/events.js';
import { RootGroups, followsOf, isResultGroup, type Follows } from './accountRoles.js';

export type ChartIndex = Readonly<{
  count: number;
  /** The account of a code, exactly; undefined when the chart has none. */
  byCode: ReadonlyMap<string, number>;
  code: readonly string[];
  description: readonly string[];
  nature: readonly Nature[];
  follows: readonly Follows[];
  /** Whether lines of the account enter a trial balance: analytic, and taking part in reconciliation. */
  enters: readonly boolean[];
  isResult: readonly boolean[];
  /** Its place among all codes in ascending order of UTF-16 units. */
  rank: Int32Array;
}>;

/** @param listings accounts as the chart's stream lists them: later ones replace earlier ones of the same id */
export function indexChart(listings: Iterable<readonly Account[]>): ChartIndex {
  const accounts = newest(listings);
  const roots = new RootGroups(accounts);
  const isResultRoot = new Map<string, boolean>();
  const index = {
    count: accounts.length,
    byCode: new Map<string, number>(),
    code: [] as string[],
    description: [] as string[],
    nature: [] as Nature[],
    follows: [] as Follows[],
    enters: [] as boolean[],
    isResult: [] as boolean[],
    rank: ranks(accounts),
  };
  accounts.forEach((account, at) => {
    const root = roots.of(account.code);
    const group = root?.code ?? account.code.slice(0, 1);
    if (!isResultRoot.has(group)) isResultRoot.set(group, isResultGroup(root, account.code));
    index.byCode.set(account.code, at);
    index.code.push(account.code);
    index.description.push(account.description);
    index.nature.push(account.nature);
    index.follows.push(followsOf(account.nature, root?.nature ?? null));
    index.enters.push(account.kind === 'ANALYTICAL' && account.requiresReconciliation);
    index.isResult.push(isResultRoot.get(group) ?? false);
  });
  return index;
}

function newest(listings: Iterable<readonly Account[]>): readonly Account[] {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
  return [...byId.values()];
}

/** Charts are mostly listed in order already: then nothing is sorted. */
function ranks(accounts: readonly Account[]): Int32Array {
  const order = accounts.map((_, at) => at);
  const codeAt = (at: number): string => accounts[at]?.code ?? '';
  const isSorted = accounts.every((account, at) => at === 0 || codeAt(at - 1) <= account.code);
  if (!isSorted) order.sort((a, b) => (codeAt(a) < codeAt(b) ? -1 : codeAt(a) > codeAt(b) ? 1 : 0));
  const rank = new Int32Array(accounts.length);
  order.forEach((at, place) => (rank[at] = place));
  return rank;
}
