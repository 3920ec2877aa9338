// Which account of the chart a file's code means: the code as registered, else as reports and spreadsheets change
// codes, where exactly one account fits. Source: docs/spec/files.md#account-codes.
import type { Account } from '../../../domain/charts/events.js';
import { DAY_MS } from '../../../domain/kernel/calendarDate.js';

/**
 * What a text of a column of codes means. `code` is the account, null where none fits, or several; `fits` are all
 * accounts it may mean, the exact one first: a spreadsheet writes `1.1` for `1.10` too.
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
   * Hashes of every form of a code by which an account might be found. Buys: half the time of a large file, most
   * of whose codes are outside the chart and fail here.
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
    const codes = this.#bare.get(bare).filter((code) => haveSameSegments(code, text));
    if (codes.length > 0) return codes;
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

/**
 * `1.1.11` is never `1.11.1`; where one of them has no separators its digits alone count. Separators behind the
 * last segment, as a mask that a code does not fill leaves them (`1.1.01.`), say nothing.
 */
function haveSameSegments(code: string, text: string): boolean {
  const [codeSegments, other] = [code, text].map((one) => one.split(/[.\-/\s]+/).filter(Boolean));
  if (codeSegments === undefined || other === undefined || codeSegments.length === 1 || other.length === 1)
    return true;
  return (
    codeSegments.length === other.length &&
    codeSegments.every((one, at) => one.toUpperCase() === other[at]?.toUpperCase())
  );
}

/** Without separators; letters in one case. */
function withoutSeparators(code: string): string {
  return /^\d+$/.test(code) ? code : code.replace(/[.\-/\s]/g, '').toUpperCase();
}

function filled(...forms: readonly (string | null)[]): readonly string[] {
  const unique: string[] = [];
  for (const form of forms) if (form !== null && form !== '' && !unique.includes(form)) unique.push(form);
  return unique;
}

function union(some: readonly string[], added: readonly string[]): readonly string[] {
  if (some.length === 0) return added;
  return added.every((one) => some.includes(one)) ? some : [...new Set([...some, ...added])];
}

/** Accounts that one form may mean; with two nothing is settled already. */
const FITS_MAX = 16;
const NONE: readonly string[] = [];

/**
 * Accounts by what one of their codes looks like; made by the first search, because most files search by few of
 * them.
 */
class AccountIndex {
  #codes: Map<string, string[]> | null = null;

  /** @param formsOf the forms of an account's codes, without repetitions */
  constructor(
    private readonly accounts: ReadonlyMap<string, Account>,
    private readonly formsOf: (account: Account) => readonly string[],
  ) {}

  get(form: string): readonly string[] {
    this.#codes ??= this.#made();
    return this.#codes.get(form) ?? NONE;
  }

  #made(): Map<string, string[]> {
    const codes = new Map<string, string[]>();
    for (const account of this.accounts.values())
      for (const form of this.formsOf(account)) {
        const codesOfForm = codes.get(form);
        if (codesOfForm === undefined) codes.set(form, [account.code]);
        else if (codesOfForm.length < FITS_MAX) codesOfForm.push(account.code);
      }
    return codes;
  }
}

// What spreadsheets and programs do to codes: zeros lost or added, a number or a date made of a code. A damaged
// code and the registered one have a form in common. Source: docs/spec/files.md#account-codes.

/** The day count that a spreadsheet makes of a code that looks like a date. */
const SERIAL = /^\d{5}$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST_DATE = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/;
/** Numbers with separators between them, and the zeros in front of them. */
const NUMBERS = /^\d+(?:[.\-/]\d+)*$/;
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;
const ZERO = 0x30;
const NINE = 0x39;

/** Forms that a program may have left of a code of digits; null where there is no such form. */
type DamagedForms = Readonly<{
  /** `1.1.1` of `1.1.01`. */
  withoutZeros: string | null;
  /** `1101` of `1.1.01`. */
  asNumber: string | null;
  /** `1.1` of `1.10`. Only a code of two numbers may become one with decimals. */
  asDecimal: string | null;
}>;

/** What may be left of a registered code. */
const FORMS_OF_REGISTERED: Readonly<Record<keyof DamagedForms, (code: string) => string | null>> = {
  withoutZeros: numbersOf,
  asNumber: (code) => (NUMBERS.test(code) ? withoutLeading(code.replace(/[.\-/]/g, '')) : null),
  asDecimal(code) {
    const [, whole = '', fraction = ''] = /^(\d+)[.\-/](\d+?)0*$/.exec(code) ?? [];
    return fraction === '' ? null : `${withoutLeading(whole)}.${fraction}`;
  },
};

/**
 * What a text may be that stands for a code: one that lost zeros, or that a program padded (`000111`, `01.1.01`).
 */
function formsOfDamaged(text: string): DamagedForms | null {
  const number = text.replace(',', '.');
  const numbers = numbersOf(number);
  if (numbers === null) return null;
  const count = numbers.split('.', 3).length;
  // A decimal comma stands in no code that a program padded. A code that still has zeros in front lost none.
  const isPadded = numbers.length < number.length;
  return {
    withoutZeros: isPadded && number !== text ? null : numbers,
    asNumber: count === 1 ? numbers : null,
    asDecimal: count === 2 && !number.endsWith('0') ? number.replace(/[-/]/, '.') : null,
  };
}

/**
 * The numbers, joined by points, of codes that a spreadsheet may have turned into this date; with or without the
 * year.
 */
function formsOfDate(text: string): ReadonlySet<string> {
  const forms = new Set<string>();
  const date = dateOf(text);
  if (date === null) return forms;
  const [year, month, day] = date;
  const short = year % 100;
  for (const yearText of [year, short])
    forms.add(`${day}.${month}.${yearText}`).add(`${month}.${day}.${yearText}`);
  forms.add(`${year}.${month}.${day}`).add(`${day}.${month}`).add(`${month}.${day}`);
  if (day === 1) forms.add(`${month}.${year}`).add(`${month}.${short}`);
  return forms;
}

/** The form of a code of two or three numbers, which a spreadsheet may take for a date. */
function formAsDate(code: string): string | null {
  return /^\d{1,4}(?:[.\-/]\d{1,4}){1,2}$/.test(code) ? numbersOf(code) : null;
}

/** Five digits, which may be the day count of a date. */
function isSerial(text: string): boolean {
  return SERIAL.test(text);
}

function isDate(text: string): boolean {
  return text.length === 10 && (ISO_DATE.test(text) || DAY_FIRST_DATE.test(text));
}

/**
 * FNV-1a of the letters, in one case, and digits of a code, without separators and the zeros in front of its
 * numbers.
 */
function codeHash(code: string): number {
  // An integer of 32 bits from the start, else it is kept as a double.
  let hash = 0x811c9dc5 | 0;
  let isFirst = true;
  for (let at = 0; at < code.length; at++) {
    const unit = code.charCodeAt(at);
    const isOfDigits = isDigit(unit);
    if (unit === ZERO && isFirst && isDigit(code.charCodeAt(at + 1))) continue;
    isFirst = !isOfDigits && !isLetter(unit);
    if (isOfDigits) hash = Math.imul(hash ^ unit, 0x01000193);
    // Lower case as upper case.
    else if (!isFirst) hash = Math.imul(hash ^ (unit & 0xdf), 0x01000193);
  }
  return hash;
}

/** Without the zeros in front of other digits. */
function withoutLeading(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

/**
 * The numbers of a code of digits, joined by points, without the zeros in front of them; null for any other code.
 */
function numbersOf(code: string): string | null {
  return NUMBERS.test(code) ? code.replace(LEADING_ZEROS, '').replace(/[-/]/g, '.') : null;
}

/** false beyond the end, where the unit is NaN. */
function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= NINE;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function dateOf(text: string): readonly [number, number, number] | null {
  let match = ISO_DATE.exec(text);
  if (match) return [Number(match[1]), Number(match[2]), Number(match[3])];
  match = DAY_FIRST_DATE.exec(text);
  if (match) return [Number(match[3]), Number(match[2]), Number(match[1])];
  if (!SERIAL.test(text)) return null;
  const serial = new Date(Date.UTC(1899, 11, 30) + Number(text) * DAY_MS);
  return [serial.getUTCFullYear(), serial.getUTCMonth() + 1, serial.getUTCDate()];
}
