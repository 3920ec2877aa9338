// Which account of the chart a file's code means: the code as registered, else as reports and spreadsheets change codes,
// where exactly one account fits. Source: docs/spec/files.md#account-codes.
import type { Account } from '../../domain/charts/events.js';

export type Match = Readonly<{ code: string; isRestored: boolean }>;

const AMBIGUOUS = null;
type Index = Map<string, string | typeof AMBIGUOUS>;

/** The day count that a spreadsheet makes of a code that looks like a date. */
const SERIAL = /^\d{5}$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST_DATE = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/;
/** Segments of digits, at least one of which begins with a zero. */
const PADDED = /^(?=(?:.*[.\-/])?0\d)\d+(?:[.\-/]\d+)*$/;
const DAY_MS = 86_400_000;
const REMEMBERED_MAX = 50_000;

export class AccountMatcher {
  readonly #codes = new Set<string>();
  readonly #withoutSeparators: Index = new Map();
  readonly #classifications: Index = new Map();
  readonly #shortCodes: Index = new Map();
  readonly #shortWithoutZeros: Index = new Map();
  readonly #withoutZeros: Index = new Map();
  readonly #segments = new Map<string, Set<string>>();
  readonly #remembered = new Map<string, Match | null>();
  /**
   * Hashes of every form by which an account might be found. Buys: half the time of a large file, most of whose codes are
   * outside the chart and fail here.
   */
  readonly #possible = new Set<number>();
  #hasFiveDigitCodes = false;
  /** The file holds short codes: one that equals some other account's code is still a short code. */
  #areShortCodes = false;

  constructor(accounts: Iterable<Account>) {
    for (const { code, classification, shortCode } of accounts) {
      this.#codes.add(code);
      addToIndex(this.#withoutSeparators, withoutSeparators(code), code);
      for (const key of withoutZeros(code)) {
        addToIndex(this.#withoutZeros, key, code);
        this.#possible.add(bareHash(key.slice(key.indexOf(' ') + 1)));
      }
      for (const form of [code, classification, shortCode]) this.#possible.add(bareHash(form));
      if (classification !== '') {
        addToIndex(this.#classifications, classification, code);
        addToIndex(this.#classifications, withoutSeparators(classification), code);
      }
      if (shortCode !== '') {
        addToIndex(this.#shortCodes, shortCode, code);
        addToIndex(this.#shortWithoutZeros, withoutLeading(shortCode), code);
        this.#possible.add(bareHash(withoutLeading(shortCode)));
      }
      if (SERIAL.test(code) || SERIAL.test(shortCode) || SERIAL.test(classification))
        this.#hasFiveDigitCodes = true;
      this.#indexSegments(code);
    }
  }

  /** Decides for the whole file whether its codes are short codes. @param texts codes of its first lines */
  settle(texts: readonly string[]): void {
    let [codes, shorts] = [0, 0];
    for (const text of texts) {
      const isCode = this.#direct(text) !== undefined;
      const isShort = this.#byShortCode(text) !== undefined;
      if (isCode && !isShort) codes++;
      if (isShort && !isCode) shorts++;
    }
    this.#areShortCodes = shorts > codes;
    this.#remembered.clear();
  }

  /** @param text the code in the file, trimmed; a date as YYYY-MM-DD. @returns null when no account fits, or several */
  match(text: string): Match | null {
    if (!this.#possible.has(bareHash(text)) && !mayBeDate(text) && !this.#mayBePadded(text)) return null;
    if (this.#codes.has(text) && !this.#areShortCodes) return { code: text, isRestored: false };
    const known = this.#remembered.get(text);
    if (known !== undefined) return known;
    const match = this.#search(text);
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear();
    this.#remembered.set(text, match);
    return match;
  }

  #search(text: string): Match | null {
    if (this.#areShortCodes) {
      const short = this.#byShortCode(text);
      if (short === AMBIGUOUS) return null;
      if (short !== undefined) return { code: short, isRestored: !this.#shortCodes.has(text) };
    }
    const direct = this.#direct(text) ?? this.#shortCodes.get(text);
    if (direct === AMBIGUOUS) return null;
    if (direct !== undefined) return { code: direct, isRestored: false };
    return this.#restored(text);
  }

  /** By code or classification; undefined when none fits. */
  #direct(text: string): string | typeof AMBIGUOUS | undefined {
    if (this.#codes.has(text)) return text;
    const bare = withoutSeparators(text);
    return [
      this.#withoutSeparators.get(bare),
      this.#classifications.get(text) ?? this.#classifications.get(bare),
    ].find((found) => found !== undefined);
  }

  #byShortCode(text: string): string | typeof AMBIGUOUS | undefined {
    const exact = this.#shortCodes.get(text);
    return exact === undefined && /^0+\d/.test(text) ? this.#shortWithoutZeros.get(withoutLeading(text)) : exact;
  }

  #mayBePadded(text: string): boolean {
    return PADDED.test(text) && this.#possible.has(bareHash(withoutPadding(text)));
  }

  #restored(text: string): Match | null {
    const fits = new Set<string>();
    const found = [...lostZeros(text), ...addedZeros(text)].map((key) => this.#withoutZeros.get(key));
    if (/^0+\d+$/.test(text)) found.push(this.#shortWithoutZeros.get(withoutLeading(text)));
    for (const code of found) {
      if (code === AMBIGUOUS) return null;
      if (code !== undefined) fits.add(code);
    }
    for (const key of dateSegments(text, this.#hasFiveDigitCodes))
      for (const code of this.#segments.get(key) ?? []) fits.add(code);
    const [code] = fits;
    return fits.size === 1 && code !== undefined ? { code, isRestored: true } : null;
  }

  /** Indexes codes of two or three numbers, which a spreadsheet may take for a date. */
  #indexSegments(code: string): void {
    const segments = code.split(/[.\-/]/);
    if (segments.length < 2 || segments.length > 3 || !segments.every((one) => /^\d{1,4}$/.test(one))) return;
    const key = segments.map(Number).join('.');
    const codes = this.#segments.get(key) ?? new Set<string>();
    this.#segments.set(key, codes.add(code));
  }
}

/** FNV-1a of the letters, in one case, and digits of a text; separators are ignored. */
function bareHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) hash = Math.imul(hash ^ unit, 0x01000193);
    else if (unit >= 0x41 && unit <= 0x5a) hash = Math.imul(hash ^ unit, 0x01000193);
    else if (unit >= 0x61 && unit <= 0x7a) hash = Math.imul(hash ^ (unit - 0x20), 0x01000193);
  }
  return hash;
}

/** A date as text, or a day count of five digits. */
function mayBeDate(text: string): boolean {
  return text.length === 5 || (text.length === 10 && (ISO_DATE.test(text) || DAY_FIRST_DATE.test(text)));
}

/** Without separators; letters in one case. */
function withoutSeparators(code: string): string {
  return /^\d+$/.test(code) ? code : code.replace(/[.\-/\s]/g, '').toUpperCase();
}

/** What a spreadsheet that takes codes for numbers may leave of a registered code. */
function withoutZeros(code: string): readonly string[] {
  const segments = code.split(/[.\-/]/);
  if (!segments.every((one) => /^\d+$/.test(one))) return [];
  const [whole = '', fraction = ''] = segments.map(withoutLeading);
  const keys = [segments.map(withoutLeading).join('.'), `number ${withoutLeading(segments.join(''))}`];
  // Only a code of two segments may become a number with decimals.
  return segments.length === 2 ? [...keys, `decimal ${whole}.${fractionOf(segments[1] ?? fraction)}`] : keys;
}

/** Keys to look up a file's code that lost zeros. A code that still has leading zeros lost none. */
function lostZeros(text: string): readonly string[] {
  const segments = text.replace(',', '.').split(/[.\-/]/);
  if (!segments.every((one) => /^\d+$/.test(one) && one === withoutLeading(one))) {
    const [whole = '', fraction = '', more] = segments;
    const isDecimal = more === undefined && /^\d+$/.test(whole) && /^0\d*[1-9]$/.test(fraction);
    return isDecimal ? [`decimal ${whole}.${fraction}`] : [];
  }
  const keys = [segments.join('.')];
  if (segments.length === 1) keys.push(`number ${text}`);
  if (segments.length === 2 && !text.endsWith('0')) keys.push(`decimal ${segments.join('.')}`);
  return keys;
}

/** Keys to look up a code that a program padded: `000111` or `01.1.01` for `1.1.1`. */
function addedZeros(text: string): readonly string[] {
  if (!PADDED.test(text)) return [];
  const bare = withoutPadding(text);
  return bare.includes('.') ? [bare] : [bare, `number ${bare}`];
}

function withoutPadding(text: string): string {
  return text
    .split(/[.\-/]/)
    .map(withoutLeading)
    .join('.');
}

function withoutLeading(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function fractionOf(digits: string): string {
  return digits.replace(/0+$/, '');
}

/** Codes that a spreadsheet may have turned into this date: day or month first, with or without the year. */
function dateSegments(text: string, hasFiveDigitCodes: boolean): readonly string[] {
  const date = dateOf(text, hasFiveDigitCodes);
  if (date === null) return [];
  const [year, month, day] = date;
  const short = year % 100;
  const keys = new Set<string>();
  for (const [first, second] of [
    [day, month],
    [month, day],
  ])
    for (const last of [year, short]) keys.add(`${first}.${second}.${last}`);
  keys.add(`${year}.${month}.${day}`).add(`${day}.${month}`).add(`${month}.${day}`);
  if (day === 1) keys.add(`${month}.${year}`).add(`${month}.${short}`);
  return [...keys];
}

function dateOf(text: string, hasFiveDigitCodes: boolean): readonly [number, number, number] | null {
  let match = ISO_DATE.exec(text);
  if (match) return [Number(match[1]), Number(match[2]), Number(match[3])];
  match = DAY_FIRST_DATE.exec(text);
  if (match) return [Number(match[3]), Number(match[2]), Number(match[1])];
  if (!SERIAL.test(text) || hasFiveDigitCodes) return null;
  const serial = new Date(Date.UTC(1899, 11, 30) + Number(text) * DAY_MS);
  return [serial.getUTCFullYear(), serial.getUTCMonth() + 1, serial.getUTCDate()];
}

function addToIndex(index: Index, key: string, code: string): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, code);
  else if (known !== code) index.set(key, AMBIGUOUS);
}
