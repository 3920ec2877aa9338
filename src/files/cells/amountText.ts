// Amounts as reports print them: sign, side and digits of one text. Whether `,` or `.` is the decimal mark is
// settled once for the whole file (decimalMarkIn), because `1.234` alone does not tell.
// Source: docs/spec/numbers.md#amounts-in-text.
import { AMOUNT_MAX, centsOf, type Cents } from '../../domain/kernel/money.js';
import type { TableRow } from '../formats/table.js';
import { codeText, mayBeCode } from './accountCode.js';

export type DecimalMark = ',' | '.';

type AmountFault = 'notANumber' | 'precision' | 'tooLarge' | 'unclear';

/**
 * The result of `readAmount`, valid until the next call. Buys: no object per cell, of which a file has millions.
 */
export const lastAmount: { cents: Cents; fault: AmountFault | null; side: 'D' | 'C' | null } = {
  cents: 0,
  fault: null,
  side: null,
};

const ZERO = 0x30;
const NINE = 0x39;
const POINT = 0x2e;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const TEXT_MAX = 64;
/** Side, sign, parentheses and currency before or after the digits. */
const AMOUNT =
  /^(?:(db|dr|cr|d|c)\.?\s+(?=[r$\d.,]))?(\()?\s*([-+])?\s*(?:r\$)?\s*(\()?\s*([-+])?\s*([\d.,]*)\s*(\))?\s*([-+])?\s*(\))?\s*(?:(db|dr|cr|deb|cred|dev|cre|d|c)|\((d|c|db|dr|cr)\))?\.?\s*([-+])?$/;

/** Thousands separated by blanks or apostrophes: `1 234 567,89`, `1'234'567.89`. */
const SPACED = /^[^\d]*\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d*)?[^\d]*$/;
const SPACE = /(?<=\d)[ '’](?=\d)/g;
/** Most amounts that are not plain need no further look. */
const COMMON = /^-?[\d.,]+ ?[DCdc]?$/;
/** `1.234,56 Devedor`, and `H` of Spanish programs (haber). */
const WORDED_SIDE = /(?<=\d)( ?)(devedora?|deudora?|d[eé]bito|credora?|acreedora?|cr[eé]dito|h)$/;
/** Other characters that look like a blank. */
const BLANKS = /[\u00a0\u202f\u2007\t]/g;

/**
 * Reads `1.234,56`, `-1.234,56`, `1.234,56-`, `(1.234,56)`, `R$ 1.234,56`, `1.234,56 R$`, `1.234,56 D`,
 * `D 1.234,56`, `(D) 1.234,56`, `1.234,56/D`, `1.234,56 Devedor`, `<1.234,56>`, `[1.234,56]`, `,00`, and `-` or
 * an empty text as zero, into `lastAmount`.
 * @param mark null while it is not settled: an amount that depends on it has the fault `unclear`
 */
export function readAmount(text: string, mark: DecimalMark | null): void {
  lastAmount.side = null;
  lastAmount.fault = null;
  if (text === '') return void (lastAmount.cents = 0);
  // Most amounts are plain; what stands in the way is looked at only where they are not.
  readPlainNumber(text, mark);
  if (lastAmount.fault === null) return;
  lastAmount.fault = null;
  if (text.length > TEXT_MAX) return fail('notANumber');
  const tidy = normalisedText(text);
  if (/^(?:r\$ ?)?-*$/.test(tidy)) return void (lastAmount.cents = 0);
  const parts = AMOUNT.exec(tidy);
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
  readPlainNumber(digits, mark);
  if (lastAmount.fault !== null) return;
  const isNegative = opened > 0 || signs[0] === '-';
  if (side !== undefined) {
    lastAmount.side = side.startsWith('d') ? 'D' : 'C';
    // A minus agrees with C and contradicts D.
    if (isNegative && lastAmount.cents !== 0 && lastAmount.side === 'D') return fail('notANumber');
  } else if (isNegative) lastAmount.cents = lastAmount.cents === 0 ? 0 : -lastAmount.cents;
}

/** Whether a text is an amount with either decimal mark. */
export function looksLikeAmount(text: string): boolean {
  return /\d/.test(text) && text.length <= TEXT_MAX && AMOUNT.test(normalisedText(text));
}

function normalisedText(text: string): string {
  if (COMMON.test(text)) return text.toLowerCase();
  const bare = text
    .replace(BLANKS, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .toLowerCase()
    .replace(/(?<=[\d)]) ?(?:r\$|brl)$|^brl ?(?=[-(\d])/, '')
    .replace(/^[<[]([^<>[\]]*)[>\]]$/, '($1)')
    .replace(WORDED_SIDE, (_, blank: string, side: string) => `${blank}${side.startsWith('d') ? 'd' : 'c'}`)
    .replace(/[[(]([dc]|db|dr|cr)[\])]$/, ' $1')
    .replace(/^[[(]?([dc]|db|dr|cr)[\])]? ?(?=(?:r\$ ?)?\d)/, '$1 ')
    .replace(/(?<=\d)(?: ?\/ ?| +- ?)(?=(?:[dc]|db|dr|cr)$)/, ' ');
  if (SPACED.test(bare)) return bare.replace(SPACE, '');
  // Exports write `="1.234,56"` so that a spreadsheet keeps the text.
  return /^=?"([^"]*)"$/.exec(bare)?.[1]?.trim() ?? bare;
}

/** The decimal mark that one amount shows beyond doubt; null where it leaves that open, as `1.234` does. */
export function decimalMarkOf(text: string): DecimalMark | null {
  const whole = text.slice(0, TEXT_MAX).replace(BLANKS, ' ');
  const digits = /[\d.,]+/.exec(SPACED.test(whole) ? whole.replace(SPACE, '') : whole)?.[0] ?? '';
  const marks = countMarks(digits);
  if (marks === null) return null;
  const { points, commas, lastMark, leading, trailing } = marks;
  if (points > 0 && commas > 0) return lastMark;
  if (points + commas === 0) return null;
  if (points + commas > 1) return lastMark === '.' ? ',' : '.';
  const isGroup = trailing === 3 && leading >= 1 && leading <= 3 && digits.charCodeAt(0) !== ZERO;
  return isGroup ? null : lastMark;
}

/** Digits and marks, at most one sign in front. */
function readPlainNumber(signed: string, mark: DecimalMark | null): void {
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
      if (unit !== COMMA && unit !== POINT) return fail('notANumber');
      if (unit === decimalUnit) {
        if (decimals >= 0 || (!isUngrouped && group !== 3)) return fail('notANumber');
        decimals = 0;
      } else {
        hasOther = true;
        // A mark of thousands: one to three digits before the first, three between two.
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
  if (decimals > 2) return readManyDecimals(signed, mark);
  if (decimals === 1) cents *= 10;
  else if (decimals <= 0) cents *= 100;
  if (!(cents <= AMOUNT_MAX * 100)) return fail('tooLarge');
  lastAmount.cents = isNegative && cents !== 0 ? -cents : cents;
}

/** More than two decimals are accepted, as in JSON, where they make whole centavos. */
function readManyDecimals(signed: string, mark: DecimalMark | null): void {
  const [whole = '', fraction = ''] = signed.split(mark ?? '');
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction}`);
  if (!(Math.abs(value) <= AMOUNT_MAX)) return fail('tooLarge');
  const cents = centsOf(value);
  if (Number.isNaN(cents)) return fail('precision');
  lastAmount.cents = cents;
}

function fail(fault: AmountFault): void {
  lastAmount.fault = fault;
  lastAmount.cents = 0;
}

type Marks = Readonly<{
  points: number;
  commas: number;
  lastMark: DecimalMark;
  /** Digits before the first mark, and after the last. */
  leading: number;
  trailing: number;
}>;

function countMarks(digits: string): Marks | null {
  const marks = digits.replace(/\d/g, '');
  if (marks === '' || !/\d/.test(digits)) return null;
  const first = digits.search(/[.,]/);
  const lastMark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const points = marks.split('.').length - 1;
  return {
    points,
    commas: marks.length - points,
    lastMark: digits.charAt(lastMark) === ',' ? ',' : '.',
    leading: first,
    trailing: digits.length - lastMark - 1,
  };
}

// Which mark separates decimals in some rows: the first amount that leaves no doubt settles it.
// Source: docs/spec/numbers.md#amounts-in-text.

/** @param indexes of columns of amounts. @returns null when every amount leaves it open */
export function decimalMarkIn(rows: readonly TableRow[], indexes: readonly number[]): DecimalMark | null {
  for (const { cells } of rows)
    for (const index of indexes) {
      const cell = cells[index];
      const mark = typeof cell === 'string' ? decimalMarkOf(cell) : null;
      if (mark !== null) return mark;
    }
  return null;
}

/** The same, of rows that may be accounts only. */
export function decimalMarkOfAccounts(
  rows: readonly TableRow[],
  code: number,
  indexes: readonly number[],
): DecimalMark | null {
  const accounts = rows.filter(({ cells }) => mayBeCode(codeText(cells[code])));
  return decimalMarkIn(accounts, indexes);
}
