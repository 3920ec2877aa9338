// A chart as the checks of a document need it: accounts by code.
import type { Account } from '../../charts/events.js';
import { RootGroups, accountRole, isResultGroup, type AccountRole } from './accountRoles.js';

/**
 * Accounts by code. Lists of one chart are mostly in one order, so the account after the last one found is tried first: a third of
 * the time of 20,000 look-ups.
 */
export class CodeIndex<Item> {
  readonly #codes: readonly string[];
  readonly #items: readonly Item[];
  readonly #placeOf: ReadonlyMap<string, number>;
  #last = -1;

  /** @param items by code */
  constructor(items: ReadonlyMap<string, Item>) {
    this.#codes = [...items.keys()];
    this.#items = [...items.values()];
    this.#placeOf = new Map(this.#codes.map((code, place) => [code, place]));
  }

  get size(): number {
    return this.#codes.length;
  }

  get(code: string): Item | undefined {
    const next = this.#last + 1;
    const place = this.#codes[next] === code ? next : this.#placeOf.get(code);
    if (place === undefined) return undefined;
    this.#last = place;
    return this.#items[place];
  }

  /** In their order. */
  *entries(): Generator<readonly [string, Item], void> {
    for (const [place, code] of this.#codes.entries()) yield [code, this.#items[place] as Item];
  }
}

export type ChartAccount = Readonly<{
  code: string;
  description: string;
  role: AccountRole;
  /** Whether its lines are imported: it is analytic and takes part in reconciliation. */
  isReconciled: boolean;
  isResult: boolean;
}>;

export class ChartIndex {
  readonly #byCode: CodeIndex<ChartAccount>;
  /** By code without punctuation; null where several accounts have it. Made at the first code not found as it is. */
  #byBareCode: Map<string, ChartAccount | null> | null = null;

  constructor(private readonly accounts: readonly ChartAccount[]) {
    this.#byCode = new CodeIndex(new Map(accounts.map((account) => [account.code, account])));
  }

  /** The account of exactly this code. */
  get(code: string): ChartAccount | undefined {
    return this.#byCode.get(code);
  }

  /** Also the one account of a code that was sent without punctuation: 1101 is 1.1.01 (docs/spec/imports.md#accounts). */
  find(code: string): ChartAccount | undefined {
    const found = this.#byCode.get(code);
    if (found !== undefined || bareCode(code) !== code) return found;
    this.#byBareCode ??= byBareCode(this.accounts);
    return this.#byBareCode.get(code) ?? undefined;
  }
}

/** @param listings accounts as the chart's stream lists them: later ones replace earlier ones of the same id */
export function indexChart(listings: Iterable<readonly Account[]>): ChartIndex {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
  const groups = new RootGroups(byId.values());
  const results = new Map<Account, boolean>();
  const isResult = (root: Account | null, code: string): boolean => {
    if (root === null) return isResultGroup(null, code);
    const known = results.get(root) ?? isResultGroup(root, root.code);
    results.set(root, known);
    return known;
  };
  const accounts = [...byId.values()].map(({ code, description, nature, kind, requiresReconciliation }) => {
    const root = groups.of(code);
    return {
      code,
      description,
      role: accountRole(nature, root?.nature ?? null),
      isReconciled: kind === 'ANALYTICAL' && requiresReconciliation,
      isResult: isResult(root, code),
    };
  });
  return new ChartIndex(accounts);
}

function byBareCode(accounts: Iterable<ChartAccount>): Map<string, ChartAccount | null> {
  const byBare = new Map<string, ChartAccount | null>();
  for (const account of accounts) {
    const bare = bareCode(account.code);
    byBare.set(bare, byBare.has(bare) ? null : account);
  }
  return byBare;
}

/** Without dots, hyphens, slashes and spaces. */
function bareCode(code: string): string {
  return code.replace(/[-./\s]/g, '');
}
