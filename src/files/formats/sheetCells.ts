// Cells of spreadsheets: what a number means by its format, and which cells a merged one covers.
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import { centsOf } from '../../domain/kernel/money.js';
import { COLUMNS_MAX } from './table.js';

// What a spreadsheet's number means by its format: a date (stored as days since an epoch), a code, or a number.
// Sources: ECMA-376 part 1, 18.8.30 (built-in formats) and 18.17.4 (dates).

/**
 * 14 to 17 and 22, and the East Asian ones. 18 to 21 and 45 to 47 are times of day and durations: numbers here.
 */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/**
 * Value of a formula whose result is not stored: not an amount, so that its line is refused, and the sentence
 * cites it.
 */
export const NOT_CALCULATED = 'fórmula não calculada';

const FORMAT_CHARACTERS_MAX = 255;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 in the 1900 system. */
const SERIAL_MAX = 2_958_465;

/** Whether a format shows a calendar date. @param code the custom format of that id, if any */
export function isDateFormat(id: number, code: string | undefined): boolean {
  return code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code);
}

/**
 * Whether it shows a year, a day, or a month (an `m` that is not a minute), outside of quoted, escaped and
 * bracketed parts.
 */
export function isDateCode(code: string): boolean {
  if (code.length > FORMAT_CHARACTERS_MAX) return false;
  // Only the first section: the others are for negative numbers, zero and text.
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/;.*$/s, '')
    .replace(/general|am\/pm|a\/p/gi, '')
    .toLowerCase();
  if (/[yd]/.test(bare)) return true;
  return bare.includes('m') && !/[hs]/.test(bare);
}

/**
 * YYYY-MM-DD of a serial; null where it is not a date. Excel's 29 February 1900, which did not exist, is the 28th.
 */
export function dateOfSerial(serial: number, from1904: boolean): string | null {
  const day = Math.floor(serial);
  if (!(day >= 0) || day > SERIAL_MAX) return null;
  const days = from1904 || day > 60 ? day : day === 60 ? 60 : day + 1;
  const date = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS);
  return date.getUTCFullYear() > 9_999 ? null : date.toISOString().slice(0, 10);
}

/** The date of an ISO 8601 text, as in strict workbooks and SpreadsheetML; null for anything else. */
export function dateOfIso(text: string): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(text.slice(0, 11))?.[1];
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day;
}

/** One piece of a format: a place for a digit, or what stands between them. */
const MASK_PIECE = /0|\\(.)|"([^"]*)"|([-/ ])/gsy;
/** Begins each format that LibreOffice writes: `[$-416]000000`. */
const LOCALE = /^\[\$-[^\]]*\]/;

/**
 * The text that a person sees where a spreadsheet shows a number as a code (`000000`, `0"."0"."00`) or with a side
 * (`#,##0.00"D"`). null for other formats and for numbers that such a format would round.
 */
export function maskedText(number: number, code: string): string | null {
  const sided = sidedText(number, code);
  if (sided !== null) return sided;
  const mask = maskOf(code);
  if (mask === null || !Number.isSafeInteger(number) || number < 0) return null;
  const places = mask.filter((piece) => piece === null).length;
  const digits = String(number).padStart(places, '0');
  let at = digits.length - places + 1;
  let isFirst = true;
  return mask
    .map((piece) => {
      if (piece !== null) return piece;
      // Surplus digits stand at the first place.
      const digit = isFirst ? digits.slice(0, at) : digits.charAt(at++);
      isFirst = false;
      return digit;
    })
    .join('');
}

/** Whether a format shows numbers as codes, or with a side. Slow: call it once per format. */
export function isMask(code: string): boolean {
  return maskOf(code) !== null || sectionsOf(code).some((section) => SIDE.test(section));
}

/** The side behind the digits in a section of a format. */
const SIDE = /[0#](?:\\? |_.|\*.)*(?:" ?\(?([DC])\)? ?"|\\([DC]))/i;
/** For positive and negative numbers, zero and text. None of a format longer than a spreadsheet has. */
function sectionsOf(code: string): readonly string[] {
  return code.length > FORMAT_CHARACTERS_MAX ? [] : code.split(';');
}

/** A section that is not chosen by the sign of the number. */
const CONDITION = /\[[<>=]/;

/**
 * An amount with its side; a minus shows only where negative numbers have no section of their own. null where D
 * and C only repeat the number's sign.
 */
function sidedText(number: number, code: string): string | null {
  const [positive = '', negative, zero] = sectionsOf(code);
  const sideIn = (section = positive): string | undefined => {
    const [, quoted, escaped] = SIDE.exec(section) ?? [];
    return (quoted ?? escaped)?.toUpperCase();
  };
  const side = sideIn(number < 0 ? negative : number === 0 ? zero : positive);
  const cents = centsOf(Math.abs(number));
  if (side === undefined || Number.isNaN(cents) || CONDITION.test(code)) return null;
  if (negative !== undefined && sideIn(positive) === 'D' && sideIn(negative) === 'C') return null;
  return `${number < 0 && negative === undefined ? '-' : ''}${(cents / 100).toFixed(2)}${side}`;
}

/** Pieces of the format, null for a digit. At least two digits: `0` alone shows whole amounts. */
function maskOf(code: string): readonly (string | null)[] | null {
  if (code.length > FORMAT_CHARACTERS_MAX) return null;
  const [section = ''] = code.replace(LOCALE, '').split(';');
  const pieces: (string | null)[] = [];
  MASK_PIECE.lastIndex = 0;
  let end = 0;
  for (let match = MASK_PIECE.exec(section); match !== null; match = MASK_PIECE.exec(section)) {
    pieces.push(match[0] === '0' ? null : (match[1] ?? match[2] ?? match[3] ?? ''));
    end = MASK_PIECE.lastIndex;
  }
  return end === section.length && pieces.filter((piece) => piece === null).length >= 2 ? pieces : null;
}

// Merged cells show the value of the first one; values in the others are invisible and are not read.
// Source: docs/spec/files.md#workbooks.

/** First and last row (from 1) and column (from 0). */
export type MergedArea = Readonly<{ top: number; bottom: number; left: number; right: number }>;

/** More than Excel writes. */
export const MERGED_AREAS_MAX = 200_000;

/** Replaces the covered cells of a row by `nothing`. Called once for each row, in ascending order. */
export type Cover = <Value>(line: number, cells: Value[], nothing: Value) => void;

export function coverOf(areas: readonly MergedArea[]): Cover {
  const sorted = areas.filter(({ left }) => left < COLUMNS_MAX).sort((a, b) => a.top - b.top);
  /** Last row that the areas so far cover, by column. */
  const until = new Int32Array(COLUMNS_MAX);
  let next = 0;
  return (line, cells, nothing) => {
    const firsts = new Set<number>();
    for (let area = sorted[next]; area !== undefined && area.top <= line; area = sorted[++next]) {
      if (area.top === line) firsts.add(area.left);
      const right = Math.min(area.right, COLUMNS_MAX - 1);
      for (let column = area.left; column <= right; column++)
        until[column] = Math.max(until[column] ?? 0, area.bottom);
    }
    if (next === 0) return;
    for (let column = 0; column < cells.length && column < COLUMNS_MAX; column++)
      if ((until[column] ?? 0) >= line && !firsts.has(column)) cells[column] = nothing;
  };
}
