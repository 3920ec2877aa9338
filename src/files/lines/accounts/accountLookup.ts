// Which account a line means: what its column of codes says, settled or contradicted by the column that confirms it.
// Source: docs/spec/files.md#account-codes.
import type { Cell } from '../../formats/table.js';
import { splitCodeAndName } from '../../cells/accountCode.js';
import { NO_MATCH, type AccountMatcher, type Match } from './accountMatcher.js';
import { codeIn, matchIn, type CodeChoice } from './chooseCodeColumn.js';

/** What a row's code means, valid until the next row is looked up. Buys: no object per row. */
export type Found = Readonly<{
  /** The code in the file; '' where the row has none. */
  text: string;
  /** Of a cell that holds both. */
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
  readonly #found: { -readonly [Member in keyof Found]: Found[Member] } = {
    text: '',
    name: null,
    code: null,
    how: 'own',
    fits: NONE,
    rivals: NONE,
    disagreeing: null,
  };

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
    if (this.matcher === null || text === '') return this.#matched(text, name, NO_MATCH);
    const match = matchIn(column, text, this.matcher);
    const found = this.#matched(text, name, match);
    if (confirming === null || match.fits.length === 0) return found;
    const other = matchIn(confirming, codeIn(confirming, cells[confirming.index]), this.matcher);
    return other.fits.length === 0 ? found : this.#settled(other);
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
    return this.#matched(text, null, match.how === 'own' ? match : NO_MATCH);
  }

  #matched(text: string, name: string | null, { code, how, fits }: Match): Found {
    const found = this.#found;
    found.text = text;
    found.name = name;
    found.code = code;
    found.how = how;
    found.fits = fits;
    found.rivals = code !== null && fits.length > 1 ? fits : NONE;
    found.disagreeing = null;
    return found;
  }

  /** What both may mean is meant. A restored code that the other one contradicts is none. */
  #settled(other: Match): Found {
    const found = this.#found;
    if (found.fits.length === 1 && found.code !== null && other.fits.includes(found.code)) return found;
    const common = found.fits.filter((code) => other.fits.includes(code));
    if (common.length > 1) return found;
    found.rivals = NONE;
    const [first] = common;
    if (first !== undefined) {
      if (found.how === 'own' && first !== found.code) found.how = 'restored';
      found.code = first;
      found.fits = common;
    } else if (found.how === 'restored') found.code = null;
    else if (found.code !== null) found.disagreeing = other.code;
    return found;
  }
}
