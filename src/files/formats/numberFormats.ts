// What a spreadsheet's number means by its format: Excel stores dates as days since an epoch and says so only there.
// Sources: ECMA-376 part 1, 18.8.30 (built-in formats) and 18.17.4 (dates).

/** 14 to 17 and 22, and the East Asian ones. 18 to 21 and 45 to 47 are times of day and durations: numbers here. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

/** A formula whose result its writer did not keep; no amount, so that a line with one is refused. */
export const NOT_CALCULATED = '=?';

const FORMAT_CHARACTERS_MAX = 255;
const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 in the 1900 system. */
const SERIAL_MAX = 2_958_465;

/** Formats that show a calendar date. @param code the custom format of that id, if any */
export function isDateFormat(id: number, code: string | undefined): boolean {
  return code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code);
}

/** A year, a day, or a month that is no minute: quoted, escaped and bracketed parts do not count. */
export function isDateCode(code: string): boolean {
  if (code.length > FORMAT_CHARACTERS_MAX) return false;
  // Only the first section counts: the others show negative numbers, zero and text.
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/;.*$/s, '')
    .replace(/general|am\/pm|a\/p/gi, '')
    .toLowerCase();
  if (/[yd]/.test(bare)) return true;
  return bare.includes('m') && !/[hs]/.test(bare);
}

/** YYYY-MM-DD of a serial; null where it is no date. The 29 February 1900 that never was is the 28th. */
export function dateOfSerial(serial: number, from1904: boolean): string | null {
  const day = Math.floor(serial);
  if (!(day >= 0) || day > SERIAL_MAX) return null;
  const days = from1904 || day > 60 ? day : day === 60 ? 60 : day + 1;
  const date = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY_MS);
  return date.getUTCFullYear() > 9_999 ? null : date.toISOString().slice(0, 10);
}

/** The date of an ISO 8601 text such as a strict workbook or SpreadsheetML holds; null where it is none. */
export function dateOfIso(text: string): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(T|$)/.exec(text.slice(0, 11))?.[1];
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day;
}

/** One piece of a format: a place for a digit, or what stands between them. */
const MASK_PIECE = /0|\\(.)|"([^"]*)"|([-/ ])/gsy;

/**
 * `000000` and `0"."0"."00` are how codes are shown that a spreadsheet keeps as numbers: the text a person sees there.
 * null for any other format, and for what such a format would round.
 */
export function maskedText(number: number, code: string): string | null {
  const mask = maskOf(code);
  if (mask === null || !Number.isSafeInteger(number) || number < 0) return null;
  const places = mask.filter((piece) => piece === null).length;
  const digits = String(number).padStart(places, '0');
  let at = digits.length - places + 1;
  let isFirst = true;
  return mask
    .map((piece) => {
      if (piece !== null) return piece;
      // More digits than places stand at the first.
      const shown = isFirst ? digits.slice(0, at) : digits.charAt(at++);
      isFirst = false;
      return shown;
    })
    .join('');
}

/** Whether a format shows numbers as codes; to be asked once per format. */
export function isMask(code: string): boolean {
  return maskOf(code) !== null;
}

/** null stands for a digit. At least two of them: `0` alone is how whole amounts are shown. */
function maskOf(code: string): readonly (string | null)[] | null {
  if (code.length > FORMAT_CHARACTERS_MAX) return null;
  const [section = ''] = code.split(';');
  const pieces: (string | null)[] = [];
  MASK_PIECE.lastIndex = 0;
  let end = 0;
  for (let match = MASK_PIECE.exec(section); match !== null; match = MASK_PIECE.exec(section)) {
    pieces.push(match[0] === '0' ? null : (match[1] ?? match[2] ?? match[3] ?? ''));
    end = MASK_PIECE.lastIndex;
  }
  return end === section.length && pieces.filter((piece) => piece === null).length >= 2 ? pieces : null;
}
