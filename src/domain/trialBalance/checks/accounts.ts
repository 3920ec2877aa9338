// The accounts of a document as the checks see them: their roles by the chart, the chart's index, and their lines
// added up.
import type { Account, Nature } from '../../charts/events.js';
import { AmountSum } from '../amounts.js';
import { OUTSIDE, type DocumentLine } from '../lines.js';

// Derives from the chart what the checks need of an account: which equation it follows, and whether it is a
// result account. Source: docs/spec/imports.md#movement, docs/spec/imports.md#root-group.

/**
 * Which equation an account's movement follows. DEBIT: always A. CREDIT: that of the document's convention, which
 * is determined from these accounts. EITHER: contra accounts (nature opposite to their root group's) and those of
 * nature MIXED.
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

/**
 * The properties of an account that determine its sign. `side`: the side that a natural document shows as
 * positive.
 */
export type AccountRole = Readonly<{ nature: Nature; follows: Follows; side: Exclude<Nature, 'MIXED'> }>;

/** An account of nature MIXED has the side of its root group, or else the debit side. */
export function accountRole(nature: Nature, rootNature: Nature | null): AccountRole {
  const sideNature = nature === 'MIXED' ? rootNature : nature;
  return { nature, follows: followsOf(nature, rootNature), side: sideNature === 'CREDIT' ? 'CREDIT' : 'DEBIT' };
}

/** The root group of an account: the shortest synthetic account whose code begins the account's code. */
export class RootGroups {
  /** By code, and by its stem, filled with blanks, where zeros fill it: `1` and `1.0.00`. */
  readonly #synthetic = new Map<string, Account>();
  readonly #lengths: readonly number[];

  constructor(accounts: Iterable<Account>) {
    const lengths = new Set<number>();
    for (const account of accounts) {
      if (account.kind !== 'SYNTHETIC') continue;
      const { code } = account;
      const stem = code.replace(FILLING, '');
      this.#synthetic.set(code, account).set(stem.padEnd(code.length), account);
      lengths.add(code.length).add(stem.length);
    }
    this.#lengths = [...lengths].sort((a, b) => a - b);
  }

  of(code: string): Account | null {
    for (const length of this.#lengths) {
      if (length > code.length) return null;
      const stem = code.slice(0, length);
      const root = this.#synthetic.get(stem) ?? this.#synthetic.get(stem.padEnd(code.length));
      if (root !== undefined) return root;
    }
    return null;
  }
}

/** Zeros that make the code of a group as long as those of its accounts: `.0.00` of `1.0.00`. */
const FILLING = /(?:[.\-/]0+)+$|(?<=^\d*[1-9])0+$/;

/** Words in the names of root groups; the first list that contains one of a group's words decides. */
const RESULT_WORDS = /\b(receitas?|despesas?|custos?|resultados?|ingressos?|dispendios?|variac(ao|oes))\b/;
const BALANCE_SHEET_WORDS = /\b(ativos?|passivos?|patrimonios?|compensac(ao|oes))\b/;

/**
 * Result accounts (revenue, cost, expense) restart at zero with each year. The chart does not mark them, so the
 * name of the root group decides, and without these words the first character of the code: in Brazilian charts 1
 * is ativo, 2 is passivo with patrimônio líquido, the others are result. Source: docs/spec/imports.md#root-group.
 */
export function isResultGroup(root: Pick<Account, 'description'> | null, code: string): boolean {
  const name =
    root === null ? '' : root.description.slice(0, 200).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (RESULT_WORDS.test(name)) return true;
  if (BALANCE_SHEET_WORDS.test(name)) return false;
  return code >= '3';
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
  readonly #byCode: ReadonlyMap<string, ChartAccount>;
  /**
   * Account by code without punctuation; null where several have it. Made at the first code not found as it is.
   */
  #byBareCode: Map<string, ChartAccount | null> | null = null;

  constructor(private readonly accounts: readonly ChartAccount[]) {
    this.#byCode = new Map(accounts.map((account) => [account.code, account]));
  }

  get(code: string): ChartAccount | undefined {
    return this.#byCode.get(code);
  }

  /**
   * Also the one account of a code that was sent without punctuation: 1101 is 1.1.01
   * (docs/spec/imports.md#accounts).
   */
  find(code: string): ChartAccount | undefined {
    const account = this.#byCode.get(code);
    if (account !== undefined || bareCode(code) !== code) return account;
    this.#byBareCode ??= byBareCode(this.accounts);
    return this.#byBareCode.get(code) ?? undefined;
  }
}

/**
 * Accounts by id.
 * @param listings as the chart's stream lists them: later ones replace earlier ones of the same id
 */
export function newestAccounts(listings: Iterable<readonly Account[]>): ReadonlyMap<number, Account> {
  const byId = new Map<number, Account>();
  for (const listing of listings) for (const account of listing) byId.set(account.accountId, account);
  return byId;
}

/** @param listings as those of `newestAccounts` */
export function indexChart(listings: Iterable<readonly Account[]>): ChartIndex {
  const byId = newestAccounts(listings);
  const groups = new RootGroups(byId.values());
  const accounts = [...byId.values()].map(({ code, description, nature, kind, requiresReconciliation }) => {
    const root = groups.of(code);
    return {
      code,
      description,
      role: accountRole(nature, root?.nature ?? null),
      isReconciled: kind === 'ANALYTICAL' && requiresReconciliation,
      isResult: isResultGroup(root, root?.code ?? code),
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

// Selects the lines of a document that are imported, and adds them up by account: an account may have several
// lines.

/** The lines of one account. */
export type AccountTotal = {
  readonly account: ChartAccount;
  readonly firstLine: DocumentLine;
  lineCount: number;
  readonly sums: AmountSum;
};

export type Ignored = 'notInChart' | 'notReconciled';

/**
 * `ofLine`: the total of the account of each line, or why the line is ignored. `totals`: in the order of their
 * first line.
 */
export type SelectedLines = Readonly<ReturnType<typeof selectLines>>;

/** Always as many lines as `imported + notInChart + notReconciled`. */
export function selectLines(lines: readonly DocumentLine[], chart: ChartIndex) {
  const totals = new Map<ChartAccount, AccountTotal>();
  const counts = { imported: 0, notInChart: 0, notReconciled: 0 };
  const ofLine = lines.map((line) => {
    const account = line.line === OUTSIDE ? undefined : chart.find(line.accountCode);
    const selected = select(line, account, totals);
    counts[typeof selected === 'string' ? selected : 'imported']++;
    return selected;
  });
  return { ofLine, ...counts, totals };
}

function select(
  line: DocumentLine,
  account: ChartAccount | undefined,
  totals: Map<ChartAccount, AccountTotal>,
): AccountTotal | Ignored {
  if (account === undefined) return 'notInChart';
  if (!account.isReconciled) return 'notReconciled';
  const total = totals.get(account) ?? { account, firstLine: line, lineCount: 0, sums: new AmountSum() };
  total.lineCount++;
  total.sums.add(line);
  totals.set(account, total);
  return total;
}
