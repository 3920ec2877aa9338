// Which account a line means: what its column of codes says, settled or contradicted by the column that confirms
// it.
// Source: docs/spec/files.md#account-codes.
import type { Account } from '../../../domain/charts/events.js';
import { RootGroups } from '../../../domain/trialBalance/checks/accounts.js';
import { splitCodeAndName } from '../../cells/accountCode.js';
import { detachedText, plainText } from '../../cells/cellText.js';
import type { Cell } from '../../formats/table.js';
import { UNKNOWN_ACCOUNT, type AccountFacts, type Side } from '../detailSums.js';
import { NO_MATCH, type AccountMatcher, type Match } from './accountMatcher.js';
import { codeIn, matchIn, type CodeChoice } from './chooseCodeColumn.js';

export type Found = Readonly<{
  /** The code in the file; '' where the row has none. */
  text: string;
  /** Name in a cell that holds both. */
  name: string | null;
  /** The account's code; null where no account fits, or several. */
  code: string | null;
  how: Match['how'];
  /** All accounts that the text may mean. */
  fits: readonly string[];
  /** The same where it is one of them as registered, and nothing in the line tells them apart. */
  rivals: readonly string[];
  /** The account that the confirming column names instead. */
  disagreeing: string | null;
}>;

const NONE: readonly string[] = [];

export class AccountLookup {
  #choice: CodeChoice;

  constructor(
    choice: CodeChoice,
    private readonly matcher: AccountMatcher | null,
  ) {
    this.#choice = choice;
  }

  /** A heading inside the data may move the columns. */
  move(to: (index: number) => number): void {
    const { code, confirming, otherwise } = this.#choice;
    this.#choice = {
      code: { ...code, index: to(code.index) },
      confirming: confirming && { ...confirming, index: to(confirming.index) },
      otherwise: otherwise === -1 ? -1 : to(otherwise),
    };
  }

  find(cells: readonly Cell[]): Found {
    const { code: column, confirming, otherwise } = this.#choice;
    const cell = cells[column.index];
    const both = column.hasName && typeof cell === 'string' ? splitCodeAndName(cell) : null;
    const text = both?.code ?? codeIn(column, cell);
    // A group without a short code is still a line; its code is no short code.
    if (text === '' && otherwise !== -1) return this.#otherwise(codeIn({ hasName: false }, cells[otherwise]));
    const name = both?.name ?? null;
    if (this.matcher === null || text === '') return foundBy(text, name, NO_MATCH);
    const match = matchIn(column, text, this.matcher);
    const account = foundBy(text, name, match);
    if (confirming === null || match.fits.length === 0) return account;
    const other = matchIn(confirming, codeIn(confirming, cells[confirming.index]), this.matcher);
    return other.fits.length === 0 ? account : settledBy(account, other);
  }

  /** The code by which a line stands in the hierarchy of the file, where that is known. */
  hierarchyCode({ text, code, how }: Found, cells: readonly Cell[]): string | null {
    const { code: column, otherwise } = this.#choice;
    if (!column.areShortCodes) return how === 'restored' ? (code ?? text) : text;
    return (otherwise === -1 ? '' : codeIn({ hasName: false }, cells[otherwise])) || code;
  }

  #otherwise(text: string): Found {
    const { code } = this.#choice;
    const match = code.areShortCodes && this.matcher !== null ? this.matcher.byCode(text) : NO_MATCH;
    return foundBy(text, null, match.how === 'own' ? match : NO_MATCH);
  }
}

function foundBy(text: string, name: string | null, { code, how, fits }: Match): Found {
  const rivals = code !== null && fits.length > 1 ? fits : NONE;
  return { text, name, code, how, fits, rivals, disagreeing: null };
}

/** What both may mean is meant. A restored code that the other one contradicts is none. */
function settledBy(account: Found, other: Match): Found {
  const { code, how, fits } = account;
  if (fits.length === 1 && code !== null && other.fits.includes(code)) return account;
  const common = fits.filter((one) => other.fits.includes(one));
  if (common.length > 1) return account;
  const [first] = common;
  if (first !== undefined) {
    const isRestored = how === 'own' && first !== code;
    return { ...account, code: first, how: isRestored ? 'restored' : how, fits: common, rivals: NONE };
  }
  if (how === 'restored') return { ...account, code: null, rivals: NONE };
  return { ...account, rivals: NONE, disagreeing: code === null ? null : other.code };
}

// Lines whose codes leave a doubt: restored from what spreadsheets do to codes, or written as a damaged code of
// another account would be. They count only while nothing else in the file speaks against them.
// Source: docs/spec/files.md#account-codes.
type DoubtfulLine = Readonly<{ text: string; code: string; line: number }>;

/** The lines of one text that was restored. */
type Restored = Readonly<{ text: string; code: string; lines: number[] }>;

/** Lines of one text that several accounts may have, by the name beside it. */
type Rivalled = { readonly name: string; isContradicted: boolean; readonly lines: DoubtfulLine[] };

export class RestoredCodes {
  readonly #ownCodes = new Set<string>();
  /** Codes restored, by the text; its lines are numbers, because they may be all of a large file. */
  readonly #restored = new Map<string, Restored>();
  readonly #rivalled = new Map<string, Rivalled>();

  /**
   * @param text the code in the file
   * @param code the account's code
   * @param line index among the lines in the chart
   */
  add(text: string, code: string, isRestored: boolean, line: number): void {
    if (!isRestored) return void this.#ownCodes.add(code);
    // Beside short codes one text may be restored as several accounts.
    const key = `${code} ${text}`;
    const entry = this.#restored.get(key);
    if (entry === undefined) this.#restored.set(key, { text, code, lines: [line] });
    else entry.lines.push(line);
  }

  /**
   * A code as registered that is also what a spreadsheet makes of another account's.
   * @param isOfRival whether the name beside it is that account's
   */
  addRivalled(doubtful: DoubtfulLine, name: string, isOfRival: boolean): void {
    const entry = this.#rivalled.get(doubtful.text) ?? { name, isContradicted: false, lines: [] };
    if (isOfRival || entry.name !== name) entry.isContradicted = true;
    entry.lines.push(doubtful);
    this.#rivalled.set(doubtful.text, entry);
  }

  /** Whether the account's own code stands in some line. */
  hasOwnCode(code: string): boolean {
    return this.#ownCodes.has(code);
  }

  /**
   * Lines that may not count: of restored codes whose account another code claims too, and of one code under two
   * names.
   */
  contradicted(): readonly DoubtfulLine[] {
    const texts = new Map<string, string>();
    const claimedTwice = new Set<string>();
    const all = [...this.#restored.values()];
    for (const { text, code } of all) {
      const earlierText = texts.get(code);
      if (earlierText === undefined) texts.set(code, text);
      else if (earlierText !== text) claimedTwice.add(code);
    }
    const restored = all.filter(({ code }) => this.#ownCodes.has(code) || claimedTwice.has(code));
    const rivalled = [...this.#rivalled.values()].filter(({ isContradicted }) => isContradicted);
    const ofRestored = restored.flatMap(({ text, code, lines }) => lines.map((line) => ({ text, code, line })));
    return [...ofRestored, ...rivalled.flatMap(({ lines }) => lines)];
  }
}

// What the chart says of an account that lines are summed and compared by: its kind, its side, and accounts by
// their names.

export class ChartAccountFacts {
  #roots: RootGroups | null = null;
  /** null where several accounts have the name. */
  #byName: Map<string, string | null> | null = null;

  /** The last name of each account, and the account it names: programs print one name for each. */
  readonly #namedBy = new Map<string, Readonly<{ name: string; other: string | null }>>();

  constructor(private readonly matcher: AccountMatcher | null) {}

  of(code: string | null): AccountFacts {
    const account = code === null ? undefined : this.matcher?.account(code);
    if (account === undefined) return UNKNOWN_ACCOUNT;
    this.#roots ??= new RootGroups(this.matcher?.accounts() ?? []);
    const side = sideOf(account.nature);
    const root = this.#roots.of(account.code)?.nature;
    return { isSynthetic: account.kind === 'SYNTHETIC', side, groupSide: root ? sideOf(root) : side };
  }

  /**
   * The one other account whose name stands beside this one's code; null where the name is none of another
   * account.
   */
  accountNamed(name: string, code: string): string | null {
    const description = this.matcher?.account(code)?.description;
    if (name === '' || description === undefined || description === name) return null;
    const cachedName = this.#namedBy.get(code);
    if (cachedName?.name === name) return cachedName.other;
    const key = nameKey(name);
    const other = key === '' || key === nameKey(description) ? null : (this.#names.get(key) ?? null);
    this.#namedBy.set(code, { name: detachedText(name), other });
    return other;
  }

  get #names(): ReadonlyMap<string, string | null> {
    if (this.#byName !== null) return this.#byName;
    const names = new Map<string, string | null>();
    for (const { code, description } of this.matcher?.accounts() ?? []) {
      const key = nameKey(description);
      names.set(key, names.has(key) ? null : code);
    }
    this.#byName = names;
    return names;
  }
}

function sideOf(nature: Account['nature']): Side {
  return nature === 'MIXED' ? 0 : nature === 'DEBIT' ? 1 : -1;
}

function nameKey(name: string): string {
  return plainText(name).replace(/[^a-z0-9]+/g, '');
}
