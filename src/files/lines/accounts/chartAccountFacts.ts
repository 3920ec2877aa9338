// What the chart says of an account that lines are summed and compared by: its kind, its side, and accounts by their names.
import type { Account } from '../../../domain/charts/events.js';
import { RootGroups } from '../../../domain/trialBalance/checks/accountRoles.js';
import { plainText } from '../../cells/cellText.js';
import { detachedText } from '../../cells/cellText.js';
import type { AccountMatcher } from './accountMatcher.js';
import { UNKNOWN_ACCOUNT, type AccountFacts, type Side } from '../sums/detailSums.js';

export class ChartAccountFacts {
  readonly #facts = new Map<string, AccountFacts>();
  #roots: RootGroups | null = null;
  /** null where several accounts have the name. */
  #byName: Map<string, string | null> | null = null;

  /** The last name of each account, and the account it names: programs print one name for each. */
  readonly #named = new Map<string, Readonly<{ name: string; other: string | null }>>();

  constructor(private readonly matcher: AccountMatcher | null) {}

  of(code: string | null): AccountFacts {
    const account = code === null ? undefined : this.matcher?.account(code);
    if (account === undefined) return UNKNOWN_ACCOUNT;
    const known = this.#facts.get(account.code);
    if (known !== undefined) return known;
    this.#roots ??= new RootGroups(this.matcher?.accounts() ?? []);
    const side = sideOf(account.nature);
    const root = this.#roots.of(account.code)?.nature;
    const facts = { isSynthetic: account.kind === 'SYNTHETIC', side, groupSide: root ? sideOf(root) : side };
    this.#facts.set(account.code, facts);
    return facts;
  }

  /** The one other account whose name stands beside this one's code; null where the name is none of another account. */
  accountNamed(name: string, code: string): string | null {
    const own = this.matcher?.account(code)?.description;
    if (name === '' || own === undefined || own === name) return null;
    const known = this.#named.get(code);
    if (known?.name === name) return known.other;
    const other = this.#otherNamed(nameKey(name), nameKey(own));
    this.#named.set(code, { name: detachedText(name), other });
    return other;
  }

  #otherNamed(key: string, own: string): string | null {
    if (key === '' || key === own) return null;
    this.#byName ??= this.#names();
    return this.#byName.get(key) ?? null;
  }

  #names(): Map<string, string | null> {
    const names = new Map<string, string | null>();
    for (const { code, description } of this.matcher?.accounts() ?? []) {
      const key = nameKey(description);
      names.set(key, names.has(key) ? null : code);
    }
    return names;
  }
}

function sideOf(nature: Account['nature']): Side {
  return nature === 'MIXED' ? 0 : nature === 'DEBIT' ? 1 : -1;
}

function nameKey(name: string): string {
  return plainText(name).replace(/[^a-z0-9]+/g, '');
}
