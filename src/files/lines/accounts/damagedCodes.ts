// What spreadsheets and programs do to codes: zeros lost or added, a number or a date made of a code. A damaged code and
// the registered one have a form in common. Source: docs/spec/files.md#account-codes.
import { DAY_MS } from '../../../domain/kernel/calendarDate.js';

/** The day count that a spreadsheet makes of a code that looks like a date. */
const SERIAL = /^\d{5}$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST_DATE = /^(\d{2})[/.-](\d{2})[/.-](\d{4})$/;
/** Numbers with separators between them, and the zeros in front of them. */
const NUMBERS = /^\d+(?:[.\-/]\d+)*$/;
const LEADING_ZEROS = /(?<!\d)0+(?=\d)/g;
const [ZERO, NINE] = [0x30, 0x39];

/** Of a code of digits; null where there is no such form. */
export type DamagedForms = Readonly<{
  /** `1.1.1` of `1.1.01`. */
  withoutZeros: string | null;
  /** `1101` of `1.1.01`. */
  asNumber: string | null;
  /** `1.1` of `1.10`. Only a code of two numbers may become one with decimals. */
  asDecimal: string | null;
}>;

/** What may be left of a registered code. */
export const FORMS_OF_REGISTERED: Readonly<Record<keyof DamagedForms, (code: string) => string | null>> = {
  withoutZeros: numbersOf,
  asNumber: (code) => (NUMBERS.test(code) ? withoutLeading(code.replace(/[.\-/]/g, '')) : null),
  asDecimal(code) {
    const [, whole = '', fraction = ''] = /^(\d+)[.\-/](\d+?)0*$/.exec(code) ?? [];
    return fraction === '' ? null : `${withoutLeading(whole)}.${fraction}`;
  },
};

/** What a text may be that stands for a code: one that lost zeros, or that a program padded (`000111`, `01.1.01`). */
export function formsOfDamaged(text: string): DamagedForms | null {
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

/** The numbers, joined by points, of codes that a spreadsheet may have turned into this date; with or without the year. */
export function formsOfDate(text: string): ReadonlySet<string> {
  const forms = new Set<string>();
  const date = dateOf(text);
  if (date === null) return forms;
  const [year, month, day] = date;
  const short = year % 100;
  for (const last of [year, short]) forms.add(`${day}.${month}.${last}`).add(`${month}.${day}.${last}`);
  forms.add(`${year}.${month}.${day}`).add(`${day}.${month}`).add(`${month}.${day}`);
  if (day === 1) forms.add(`${month}.${year}`).add(`${month}.${short}`);
  return forms;
}

/** The form of a code of two or three numbers, which a spreadsheet may take for a date. */
export function formAsDate(code: string): string | null {
  return /^\d{1,4}(?:[.\-/]\d{1,4}){1,2}$/.test(code) ? numbersOf(code) : null;
}

/** Five digits, which may be the day count of a date. */
export function isSerial(text: string): boolean {
  return SERIAL.test(text);
}

export function isDate(text: string): boolean {
  return text.length === 10 && (ISO_DATE.test(text) || DAY_FIRST_DATE.test(text));
}

/** FNV-1a of the letters, in one case, and digits of a code, without separators and the zeros in front of its numbers. */
export function codeHash(code: string): number {
  // Of 32 bits from the start, else it is kept as a double.
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
export function withoutLeading(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

/** The numbers of a code of digits, joined by points, without the zeros in front of them; null for any other code. */
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
