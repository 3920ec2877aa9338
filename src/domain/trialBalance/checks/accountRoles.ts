// Derives from the chart what the checks need of an account: which equation it follows, and whether it is a
// result account. Source: docs/spec/imports.md#movement, docs/spec/imports.md#root-group.
import type { Account, Nature } from '../../charts/events.js';

/**
 * Which equation an account's movement follows. DEBIT: always A. CREDIT: that of the document's convention, which is
 * determined from these accounts. EITHER: contra accounts (nature opposite to their root group's) and those of nature MIXED.
 */
export const Follows = { DEBIT: 0, CREDIT: 1, EITHER: 2 } as const;
export type Follows = (typeof Follows)[keyof typeof Follows];

/** A root group of nature MIXED is ignored. */
export function followsOf(nature: Nature, rootNature: Nature | null): Follows {
  if (nature === 'MIXED') return Follows.EITHER;
  const root = rootNature === 'MIXED' ? null : rootNature;
  if (root !== null && root !== nature) return Follows.EITHER;
  return nature === 'DEBIT' ? Follows.DEBIT : Follows.CREDIT;
}

/** The properties of an account that determine its sign. `side`: the side that a natural document shows as positive. */
export type AccountRole = Readonly<{ nature: Nature; follows: Follows; side: Exclude<Nature, 'MIXED'> }>;

/** An account of nature MIXED has the side of its root group, or else the debit side. */
export function accountRole(nature: Nature, rootNature: Nature | null): AccountRole {
  const own = nature === 'MIXED' ? rootNature : nature;
  return { nature, follows: followsOf(nature, rootNature), side: own === 'CREDIT' ? 'CREDIT' : 'DEBIT' };
}

/** The root group of an account: the shortest synthetic account whose code begins the account's code. */
export class RootGroups {
  readonly #synthetic = new Map<string, Account>();
  readonly #lengths: readonly number[];

  constructor(accounts: Iterable<Account>) {
    const lengths = new Set<number>();
    for (const account of accounts) {
      if (account.kind !== 'SYNTHETIC') continue;
      this.#synthetic.set(account.code, account);
      lengths.add(account.code.length);
    }
    this.#lengths = [...lengths].sort((a, b) => a - b);
  }

  of(code: string): Account | null {
    for (const length of this.#lengths) {
      if (length > code.length) return null;
      const root = this.#synthetic.get(code.slice(0, length));
      if (root !== undefined) return root;
    }
    return null;
  }
}

/** Words in the names of root groups; the first list that contains one of a group's words decides. */
const RESULT_WORDS = /\b(receitas?|despesas?|custos?|resultados?|ingressos?|dispendios?|variac(ao|oes))\b/;
const BALANCE_SHEET_WORDS = /\b(ativos?|passivos?|patrimonios?|compensac(ao|oes))\b/;

/**
 * Result accounts (revenue, cost, expense) restart at zero with each year. The chart does not mark them, so the name of
 * the root group decides, and without these words the first character of the code: in Brazilian charts 1 is ativo, 2 is
 * passivo with patrimônio líquido, the others are result. Source: docs/spec/imports.md#root-group.
 */
export function isResultGroup(root: Pick<Account, 'description'> | null, code: string): boolean {
  const name = root === null ? '' : withoutAccents(root.description);
  if (RESULT_WORDS.test(name)) return true;
  if (BALANCE_SHEET_WORDS.test(name)) return false;
  return code >= '3';
}

function withoutAccents(text: string): string {
  return text.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
