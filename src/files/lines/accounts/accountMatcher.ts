// Which account of the chart a file's code means: the code as registered, else as reports and spreadsheets change codes,
// where exactly one account fits. Source: docs/spec/files.md#account-codes.
import type { Account } from '../../../domain/charts/events.js';
import {
  FORMS_OF_REGISTERED,
  codeHash,
  formAsDate,
  formsOfDamaged,
  formsOfDate,
  isDate,
  isSerial,
  withoutLeading,
  type DamagedForms,
} from './damagedCodes.js';

/**
 * What a text of a column of codes means. `code` is the account, null where none fits, or several; `fits` are all accounts
 * it may mean, the exact one first: a spreadsheet writes `1.1` for `1.10` too.
 */
export type Match = Readonly<{ code: string | null; how: 'own' | 'alike' | 'restored'; fits: readonly string[] }>;

const REMEMBERED_MAX = 50_000;

export const NO_MATCH: Match = { code: null, how: 'own', fits: [] };

export class AccountMatcher {
  readonly #accounts = new Map<string, Account>();
  readonly #bare = this.#index(({ code }) => [withoutSeparators(code)]);
  readonly #classifications = this.#index(({ classification }) =>
    filled(classification, withoutSeparators(classification)),
  );
  readonly #shortCodes = this.#index(({ shortCode }) => filled(shortCode));
  readonly #shortWithoutZeros = this.#index(({ shortCode }) => filled(withoutLeading(shortCode)));
  readonly #damaged: Readonly<Record<keyof DamagedForms, AccountIndex>> = {
    withoutZeros: this.#index(({ code }) => filled(FORMS_OF_REGISTERED.withoutZeros(code))),
    asNumber: this.#index(({ code }) => filled(FORMS_OF_REGISTERED.asNumber(code))),
    asDecimal: this.#index(({ code }) => filled(FORMS_OF_REGISTERED.asDecimal(code))),
  };
  readonly #dated = this.#index(({ code }) => filled(formAsDate(code)));
  readonly #remembered = { code: new Map<string, Match>(), short: new Map<string, Match>() };
  /**
   * Hashes of every form of a code by which an account might be found. Buys: half the time of a large file, most of whose
   * codes are outside the chart and fail here.
   */
  readonly #possible = new Set<number>();
  #hasFiveDigitCodes = false;

  constructor(accounts: Iterable<Account>) {
    for (const account of accounts) {
      const { code, classification, shortCode } = account;
      this.#accounts.set(code, account);
      for (const form of filled(code, classification, FORMS_OF_REGISTERED.asDecimal(code)))
        this.#possible.add(codeHash(form)).add(codeHash(withoutSeparators(form)));
      this.#hasFiveDigitCodes ||= isSerial(code) || isSerial(shortCode) || isSerial(classification);
    }
  }

  accounts(): Iterable<Account> {
    return this.#accounts.values();
  }

  account(code: string): Account | undefined {
    return this.#accounts.get(code);
  }

  /** @param text the code in the file, trimmed; a date as YYYY-MM-DD */
  byCode(text: string): Match {
    if (!this.#possible.has(codeHash(text)) && !this.#mayBeDate(text)) return NO_MATCH;
    return this.#remembered.code.get(text) ?? this.#remember('code', text, this.#searchCode(text));
  }

  /** @param text of a column that holds short codes as a whole */
  byShortCode(text: string): Match {
    return this.#remembered.short.get(text) ?? this.#remember('short', text, this.#searchShortCode(text));
  }

  #remember(kind: 'code' | 'short', text: string, match: Match): Match {
    // A short code that is none may be each line's own.
    if (kind === 'short' && match === NO_MATCH) return match;
    const remembered = this.#remembered[kind];
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(text, match);
    return match;
  }

  #searchCode(text: string): Match {
    const restored = this.#restored(text);
    if (this.#accounts.has(text)) return { code: text, how: 'own', fits: union([text], restored) };
    const alike = this.#alike(text);
    return alike.length > 0 ? matchOf(alike, 'alike') : matchOf(restored, 'restored');
  }

  #searchShortCode(text: string): Match {
    const exact = this.#shortCodes.get(text);
    if (exact.length > 0) return matchOf(exact, exact.length === 1 ? 'own' : 'alike');
    const restored = this.#shortWithoutZeros.get(withoutLeading(text));
    return /^\d+$/.test(text) ? matchOf(restored, 'restored') : NO_MATCH;
  }

  /** The same code in other letter case or with other separators, or a classification. */
  #alike(text: string): readonly string[] {
    const bare = withoutSeparators(text);
    const found = this.#bare.get(bare).filter((code) => haveSameSegments(code, text));
    if (found.length > 0) return found;
    const classified = this.#classifications.get(text);
    return classified.length > 0 ? classified : this.#classifications.get(bare);
  }

  /** Accounts whose code a spreadsheet or a program may have changed into this text. */
  #restored(text: string): readonly string[] {
    const forms = formsOfDamaged(text);
    let fits: readonly string[] = [];
    for (const name of ['withoutZeros', 'asNumber', 'asDecimal'] as const) {
      const form = forms?.[name] ?? null;
      if (form !== null) fits = union(fits, this.#damaged[name].get(form));
    }
    if (this.#mayBeDate(text)) for (const form of formsOfDate(text)) fits = union(fits, this.#dated.get(form));
    return fits;
  }

  /** Five digits are a day count only where no account has as many. */
  #mayBeDate(text: string): boolean {
    return text.length === 5 ? !this.#hasFiveDigitCodes && isSerial(text) : isDate(text);
  }

  #index(formsOf: (account: Account) => readonly string[]): AccountIndex {
    return new AccountIndex(this.#accounts, formsOf);
  }
}

function matchOf(fits: readonly string[], how: Match['how']): Match {
  if (fits.length === 0) return NO_MATCH;
  return { code: fits.length === 1 ? (fits[0] ?? null) : null, how, fits };
}

/** `1.1.11` is never `1.11.1`; where one of them has no separators its digits alone count. */
function haveSameSegments(code: string, text: string): boolean {
  const [own, other] = [code, text].map((one) => one.trim().split(/[.\-/\s]+/));
  if (own === undefined || other === undefined || own.length === 1 || other.length === 1) return true;
  return own.length === other.length && own.every((one, at) => one.toUpperCase() === other[at]?.toUpperCase());
}

/** Without separators; letters in one case. */
function withoutSeparators(code: string): string {
  return /^\d+$/.test(code) ? code : code.replace(/[.\-/\s]/g, '').toUpperCase();
}

function filled(...forms: readonly (string | null)[]): readonly string[] {
  const known: string[] = [];
  for (const form of forms) if (form !== null && form !== '' && !known.includes(form)) known.push(form);
  return known;
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  if (some.length === 0) return others;
  return others.every((one) => some.includes(one)) ? some : [...new Set([...some, ...others])];
}

/** Accounts that one form may mean; with two nothing is settled already. */
const FITS_MAX = 16;
const NONE: readonly string[] = [];

/** Accounts by what one of their codes looks like; made by the first search, because most files search by few of them. */
class AccountIndex {
  #codes: Map<string, string[]> | null = null;

  /** @param formsOf the forms of an account's codes, without repetitions */
  constructor(
    private readonly accounts: ReadonlyMap<string, Account>,
    private readonly formsOf: (account: Account) => readonly string[],
  ) {}

  /** Codes of the accounts that have this form. */
  get(form: string): readonly string[] {
    this.#codes ??= this.#made();
    return this.#codes.get(form) ?? NONE;
  }

  #made(): Map<string, string[]> {
    const codes = new Map<string, string[]>();
    for (const account of this.accounts.values())
      for (const form of this.formsOf(account)) {
        const known = codes.get(form);
        if (known === undefined) codes.set(form, [account.code]);
        else if (known.length < FITS_MAX) known.push(account.code);
      }
    return codes;
  }
}
