// Amounts as reports print them. A text is taken apart first; what its marks mean is settled once for the whole file.
// Source: docs/spec/numbers.md#amounts-in-text.
import { AMOUNT_MAX, centsOf, type Cents } from '../../domain/kernel/money.js';

export type DecimalMark = ',' | '.';

export type AmountFault = 'notANumber' | 'precision' | 'tooLarge' | 'unclear';

/** What `readAmount` found; valid until the next call, so that millions of cells make no objects. */
export const found: { cents: Cents; fault: AmountFault | null; side: 'D' | 'C' | null } = {
  cents: 0,
  fault: null,
  side: null,
};

const [ZERO, NINE, POINT, COMMA, MINUS, PLUS] = [0x30, 0x39, 0x2e, 0x2c, 0x2d, 0x2b];
const TEXT_MAX = 64;
/** Signs before or after the number, besides digits and marks. */
const DECORATED =
  /^(?:(db|dr|cr|d|c)\.?\s+(?=[r$\d.,]))?(\()?\s*([-+])?\s*(?:r\$)?\s*(\()?\s*([-+])?\s*([\d.,]*)\s*(\))?\s*([-+])?\s*(\))?\s*(?:(db|dr|cr|deb|cred|dev|cre|d|c)|\((d|c|db|dr|cr)\))?\.?\s*([-+])?$/;

/** Thousands apart by blanks, or by apostrophes: `1 234 567,89`, `1'234'567.89`. */
const SPACED = /^[^\d]*\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d*)?[^\d]*$/;
const SPACE = /(?<=\d)[ '’](?=\d)/g;
/** Other blanks, which look the same. */
const BLANKS = /[\u00a0\u202f\u2007\t]/g;

/**
 * `1.234,56`, `-1.234,56`, `1.234,56-`, `(1.234,56)`, `R$ 1.234,56`, `1.234,56 R$`, `1.234,56 D`, `D 1.234,56`, `,00`, `-`, empty: see
 * `found`.
 * @param mark null while nothing in the file told it: then what depends on it is a fault `unclear`
 */
export function readAmount(text: string, mark: DecimalMark | null): void {
  found.side = null;
  found.fault = null;
  if (isBare(text)) return readBare(text, mark);
  if (text.length > TEXT_MAX) return fail('notANumber');
  const tidy = tidied(text);
  if (tidy === '' || tidy === '-' || tidy === '--') return void (found.cents = 0);
  const parts = DECORATED.exec(tidy);
  if (parts === null) return fail('notANumber');
  const [
    ,
    front,
    open,
    sign,
    innerOpen,
    innerSign,
    digits = '',
    close,
    innerTail,
    outerClose,
    behind,
    apart,
    tail,
  ] = parts;
  const side = front ?? behind ?? apart;
  if (front !== undefined && side !== (behind ?? apart ?? side)) return fail('notANumber');
  const signs = [sign, innerSign, innerTail, tail].filter((one) => one !== undefined);
  const opened = [open, innerOpen].filter((one) => one !== undefined).length;
  const closed = [close, outerClose].filter((one) => one !== undefined).length;
  if (signs.length + opened > 1 || opened !== closed || digits === '') return fail('notANumber');
  readBare(digits, mark);
  if (found.fault !== null) return;
  const isNegative = opened > 0 || signs[0] === '-';
  if (side !== undefined) {
    found.side = side.startsWith('d') ? 'D' : 'C';
    // A minus and a C say the same; a minus and a D contradict each other.
    if (isNegative && found.cents !== 0 && found.side === 'D') return fail('notANumber');
  } else if (isNegative) found.cents = found.cents === 0 ? 0 : -found.cents;
}

/** Whether a text is an amount, whatever its marks mean. */
export function looksLikeAmount(text: string): boolean {
  return /\d/.test(text) && text.length <= TEXT_MAX && DECORATED.test(tidied(text));
}

function tidied(text: string): string {
  const bare = text
    .replace(BLANKS, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .trim()
    .toLowerCase()
    .replace(/(?<=[\d)]) ?r\$$/, '');
  if (SPACED.test(bare)) return bare.replace(SPACE, '');
  // `="1.234,56"` keeps a spreadsheet from taking it for a number.
  return /^=?"([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare;
}

/** What the marks of one text show beyond doubt; null where they leave it open. */
export function evidenceOf(text: string): DecimalMark | null {
  const whole = text.slice(0, TEXT_MAX).replace(BLANKS, ' ');
  const digits = /[\d.,]+/.exec(SPACED.test(whole) ? whole.replace(SPACE, '') : whole)?.[0] ?? '';
  const shape = shapeOf(digits);
  if (shape === null) return null;
  const { points, commas, lastMark, leading, trailing } = shape;
  if (points > 0 && commas > 0) return lastMark;
  if (points + commas === 0) return null;
  if (points + commas > 1) return lastMark === '.' ? ',' : '.';
  const isGroup = trailing === 3 && leading >= 1 && leading <= 3 && digits.charCodeAt(0) !== ZERO;
  return isGroup ? null : lastMark;
}

function isBare(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (!((unit >= ZERO && unit <= NINE) || unit === COMMA || unit === POINT)) {
      if (at === 0 && (unit === MINUS || unit === PLUS) && text.length > 1) continue;
      return false;
    }
  }
  return text !== '';
}

/** Digits and marks, at most one sign in front. */
function readBare(signed: string, mark: DecimalMark | null): void {
  const first = signed.charCodeAt(0);
  const isNegative = first === MINUS;
  let cents = 0;
  let digits = 0;
  let marks = 0;
  let decimals = -1;
  let group = 0;
  let hasOther = false;
  let isUngrouped = true;
  const decimalUnit = mark === null ? 0 : mark.charCodeAt(0);
  for (let at = isNegative || first === PLUS ? 1 : 0; at < signed.length; at++) {
    const unit = signed.charCodeAt(at);
    if (unit >= ZERO && unit <= NINE) {
      digits++;
      if (decimals >= 2) {
        decimals++;
      } else {
        cents = cents * 10 + (unit - ZERO);
        if (decimals >= 0) decimals++;
        else group++;
      }
    } else {
      marks++;
      if (unit === decimalUnit) {
        if (decimals >= 0 || (!isUngrouped && group !== 3)) return fail('notANumber');
        decimals = 0;
      } else {
        hasOther = true;
        // A mark of thousands: one to three digits before the first, three between.
        if (decimals >= 0 || group === 0 || (isUngrouped ? group > 3 : group !== 3)) {
          return fail(mark === null ? 'unclear' : 'notANumber');
        }
        isUngrouped = false;
        group = 0;
      }
    }
  }
  if (digits === 0) return fail('notANumber');
  if (marks > 0 && mark === null) return fail('unclear');
  if (hasOther && decimals < 0 && group !== 3) return fail('notANumber');
  if (decimals > 2) return readLong(signed, mark);
  if (decimals === 1) cents *= 10;
  else if (decimals <= 0) cents *= 100;
  if (!(cents <= AMOUNT_MAX * 100)) return fail('tooLarge');
  found.cents = isNegative && cents !== 0 ? -cents : cents;
}

/** More than two decimals count as in JSON: they must come to a whole centavo. */
function readLong(signed: string, mark: DecimalMark | null): void {
  const [whole = '', fraction = ''] = signed.split(mark ?? '');
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction}`);
  if (!(Math.abs(value) <= AMOUNT_MAX)) return fail('tooLarge');
  const cents = centsOf(value);
  if (Number.isNaN(cents)) return fail('precision');
  found.cents = cents;
}

function fail(fault: AmountFault): void {
  found.fault = fault;
  found.cents = 0;
}

type Shape = Readonly<{
  points: number;
  commas: number;
  lastMark: DecimalMark;
  /** Digits before the first mark, and after the last. */
  leading: number;
  trailing: number;
}>;

function shapeOf(digits: string): Shape | null {
  const marks = digits.replace(/\d/g, '');
  if (marks === '' || !/\d/.test(digits)) return null;
  const first = digits.search(/[.,]/);
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const points = marks.split('.').length - 1;
  return {
    points,
    commas: marks.length - points,
    lastMark: digits.charAt(last) === ',' ? ',' : '.',
    leading: first,
    trailing: digits.length - last - 1,
  };
}
