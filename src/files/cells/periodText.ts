// Texts and cells that are a period and nothing else. Periods inside a longer text are in periodInText.ts: another form of
// a date or month goes into the tables of patterns of both files. Source: docs/spec/numbers.md#competences-in-text.
import { isMonthOutOfRange, parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import { dateOfSerial } from '../formats/numberFormats.js';
import type { Cell } from '../formats/table.js';
import { plainText } from './cellText.js';
import { monthNamed } from './monthNames.js';

/** A range over several months is an accumulated trial balance. Dates are YYYY-MM-DD. */
export type Period =
  Readonly<{ is: 'month'; competence: Competence }> | Readonly<{ is: 'range'; from: string; to: string }>;

/** The groups of a match. */
type Groups = readonly string[];

/** A text that is a date, and nothing else; the first form that makes a valid date counts. */
const DATE_FORMS: readonly (readonly [RegExp, (parts: Groups) => string | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([, year, month, day]) => validDate(year, month, day)],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{2})(\d{2})(\d{4})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{1,2})\/(\d{1,2})\s+de\s+(\d{4})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => validDate(year, month, day)],
  [
    /^(\d{1,2})º?[\s-]+(?:de\s+|of\s+)?([a-z]{3,10})\.?(?:\s+del?\s+|[\s,-]+)(\d{4}|\d{2})$/,
    ([, day, name = '', year]) => validDate(year, String(monthNamed(name) ?? ''), day),
  ],
  [
    /^([a-z]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/,
    ([, name = '', day, year]) => validDate(year, String(monthNamed(name) ?? ''), day),
  ],
];

/** A text that is a month, and nothing else. */
const MONTH_FORMS: readonly (readonly [RegExp, (parts: Groups) => Competence | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^0{0,2}(\d{1,2})\s?[-/.]\s?(\d{4})$/, ([, month, year]) => competenceOf(year, Number(month))],
  [/^(\d{4})(\d{2})(?:\.0)?$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^(\d{2})(\d{4})(?:\.0)?$/, ([, month, year]) => competenceOf(year, Number(month))],
  [
    /^([a-z]{3,10})\.?(?:\s*(?:[-/.,]|del?)\s*|\s+)(\d{4}|\d{2})$/,
    ([, name = '', year]) => competenceOf(year, monthNamed(name)),
  ],
  [/^(\d{5})(?:\.\d+)?$/, ([, serial]) => monthOfSerial(Number(serial))],
];

const TEXT_MAX = 120;
/** Day counts of a spreadsheet, of 2000-01-01 and 2100-12-31. */
const [SERIAL_MIN, SERIAL_MAX] = [36_526, 73_415];

/** @returns null when the cell is empty or is not a period */
export function periodOfCell(cell: Cell | undefined): Period | null {
  if (typeof cell === 'number') return periodOfText(String(cell));
  if (typeof cell === 'string') return periodOfText(cell);
  return cell !== null && typeof cell === 'object' ? monthOfDate(cell.date) : null;
}

/** A text that is a month, a date or a range, and nothing else. */
export function periodOfText(text: string): Period | null {
  const tidy = plainText(text.slice(0, TEXT_MAX))
    .replace(/\u00a0/g, ' ')
    .replace(/^\s*de\s+/, '')
    .trim();
  if (tidy === '') return null;
  const date = dateOf(tidy);
  if (date !== null) return monthOfDate(date);
  const month = monthOf(tidy);
  return month === null ? rangeOf(tidy) : { is: 'month', competence: month };
}

/** Whether a text is a month such as `12/1999` or `1999-12`, although not one from 2000-01 to 2100-12. */
export function isTextOfMonthOutOfRange(text: string): boolean {
  const yearFirst = text.trim().replace(/^(\d{1,2})[-/.](\d{4})$/, '$2-$1');
  const [, year, month] = /^(\d{4})[-/.](\d{1,2})$/.exec(yearFirst) ?? [];
  return year !== undefined && isMonthOutOfRange(`${year}-${month?.padStart(2, '0')}`);
}

/** `08`, `8` or `agosto`, with its year in a place of its own. */
export function monthAndYear(month: string, year: string): Competence | null {
  const number = monthNamed(month) ?? (/^\s*\d{1,2}\s*$/.test(month) ? Number(month) : null);
  return competenceOf(/^\s*(\d{4})(?:\.0)?\s*$/.exec(year)?.[1], number);
}

/** Months or dates; null where one of them is neither. A month ends on its last day. */
export function periodBetween(first: string, last: string): Period | null {
  const from = dateOf(first) ?? firstDayOf(monthOf(first));
  const to = dateOf(last) ?? lastDayOf(monthOf(last));
  if (from === null || to === null) return null;
  return from.slice(0, 7) === to.slice(0, 7) ? monthOfDate(from) : { is: 'range', from, to };
}

/** @param year of four digits, or of two from 2000 on */
export function competenceOf(year: string | undefined, month: number | null): Competence | null {
  if (year === undefined || month === null) return null;
  return parseCompetence(`${fullYear(year)}-${String(month).padStart(2, '0')}`);
}

function rangeOf(text: string): Period | null {
  const [, first = '', last = ''] = /^(\S.*?)\s*(?:\ba\b|\bate\b|–|\s-\s)\s*(?:de\s+)?(\S.*)$/.exec(text) ?? [];
  return periodBetween(first, last);
}

export function monthOf(text: string): Competence | null {
  return firstOf(MONTH_FORMS, text);
}

/** @returns YYYY-MM-DD */
export function dateOf(text: string): string | null {
  return firstOf(DATE_FORMS, text.replace(/[t ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/, ''));
}

function firstOf<Value>(
  forms: readonly (readonly [RegExp, (parts: Groups) => Value | null])[],
  text: string,
): Value | null {
  for (const [pattern, read] of forms) {
    const parts = pattern.exec(text);
    const value = parts === null ? null : read(parts);
    if (value !== null) return value;
  }
  return null;
}

function monthOfSerial(serial: number): Competence | null {
  if (serial < SERIAL_MIN || serial > SERIAL_MAX) return null;
  return parseCompetence(dateOfSerial(serial, false)?.slice(0, 7) ?? '');
}

/** YYYY-MM-DD; null for a day that does not exist. */
export function validDate(yearText = '', monthText = '', dayText = ''): string | null {
  const [year, month, day] = [Number(fullYear(yearText)), Number(monthText), Number(dayText)];
  if (year < 1900 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

export function firstDayOf(month: Competence | null): string | null {
  return month === null ? null : `${month}-01`;
}

export function lastDayOf(month: Competence | null): string | null {
  if (month === null) return null;
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function monthOfDate(date: string): Period | null {
  const competence = parseCompetence(date.slice(0, 7));
  return competence === null ? null : { is: 'month', competence };
}

function fullYear(digits: string): string {
  return digits.length === 2 ? `20${digits}` : digits;
}
