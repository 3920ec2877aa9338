// Periods as reports write them: a text that is a period (`periodOfText`), and a period somewhere in a longer text
// (`periodIn`). Another form of a date or month goes into both tables of patterns at the top.
// Source: docs/spec/numbers.md#competences-in-text.
import { parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import { dateOfSerial } from '../formats/numberFormats.js';
import type { Cell } from '../formats/table.js';
import { plainText } from './cellText.js';
import { MONTH_NAME, monthNamed } from './monthNames.js';

/** A range over several months is an accumulated trial balance. Dates are YYYY-MM-DD. */
export type Period =
  Readonly<{ is: 'month'; competence: Competence }> | Readonly<{ is: 'range'; from: string; to: string }>;

type Parts = readonly string[];

/** A text that is a date, and nothing else; the first form that makes a valid date counts. */
const DATE_FORMS: readonly (readonly [RegExp, (parts: Parts) => string | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, ([, year, month, day]) => validDate(year, month, day)],
  [/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{2})(\d{2})(\d{4})$/, ([, day, month, year]) => validDate(year, month, day)],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => validDate(year, month, day)],
];

/** A text that is a month, and nothing else. */
const MONTH_FORMS: readonly (readonly [RegExp, (parts: Parts) => Competence | null])[] = [
  [/^(\d{4})[-/.](\d{1,2})$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^(\d{1,2})[-/.](\d{4})$/, ([, month, year]) => competenceOf(year, Number(month))],
  [/^(\d{4})(\d{2})(?:\.0)?$/, ([, year, month]) => competenceOf(year, Number(month))],
  [/^(\d{2})(\d{4})(?:\.0)?$/, ([, month, year]) => competenceOf(year, Number(month))],
  [
    /^([a-z]{3,9})\.?(?:\s*(?:[-/.]|de)\s*|\s+)(\d{4}|\d{2})$/,
    ([, name = '', year]) => competenceOf(year, monthNamed(name)),
  ],
  [/^(\d{5})(?:\.\d+)?$/, ([, serial]) => monthOfSerial(Number(serial))],
];

/** Sources of patterns that find dates and months inside a text without accents, in lower case. */
const NUMERIC_DATE = '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})(?!\\d)';
const ISO_DATE = '20\\d\\d-\\d\\d-\\d\\d';
const DATE = `${NUMERIC_DATE}|${ISO_DATE}`;
const DATE_IN_WORDS = `\\d{1,2}º?\\s+(?:de\\s+)?${MONTH_NAME}\\s+(?:de\\s+)?20\\d\\d`;
const MONTH =
  `(?<![\\d/.-])(?:0?[1-9]|1[0-2])[/.-]20\\d\\d(?![\\d/.-]\\d)|20\\d\\d[/.-](?:0[1-9]|1[0-2])(?![\\d/.-]\\d)|` +
  `\\b${MONTH_NAME}\\.?(?:\\s*[-/.]\\s*|\\s+de\\s+|\\s+)(?:20\\d\\d|\\d\\d)(?!\\d)`;
const TO = '\\s*(?:\\ba\\b|\\bate\\b|\\be\\b|\\bto\\b|-|–)\\s*(?:de\\s+)?';

const RANGE = new RegExp(`(${DATE}|${MONTH})${TO}(${DATE}|${MONTH})`);
/** `janeiro a março de 2026`: the year stands once. */
const MONTHS_OF_YEAR = new RegExp(
  `\\b(${MONTH_NAME})${TO}(${MONTH_NAME})\\s*(?:[-/.]|\\bde\\b)?\\s*(20\\d\\d)\\b`,
);
const DATE_OR_MONTH = new RegExp(`${DATE_IN_WORDS}|${DATE}|${MONTH}`);
const WHOLE_MONTH = new RegExp(`^(?:${MONTH})$`);
const EACH_DATE = new RegExp(`\\b${NUMERIC_DATE}|\\b${ISO_DATE}\\b`, 'g');

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

/** A text without accents, in lower case, that is a month with its year and nothing else. */
export function monthWithYear(text: string): Period | null {
  return WHOLE_MONTH.test(text) ? periodOfText(text) : null;
}

/**
 * The first period inside a text without accents, in lower case: a range, or with `any` also one month or date.
 */
export function periodIn(text: string, what: 'range' | 'any'): Period | null {
  const [, from = '', to = ''] = RANGE.exec(text) ?? [];
  const range = periodBetween(from, to) ?? monthsOfYear(text);
  if (range !== null || what === 'range') return range;
  const one = DATE_OR_MONTH.exec(text)?.[0];
  if (one === undefined) return null;
  return periodOfText(one) ?? periodOfText(one.replace(/^\d{1,2}º?\s+(?:de\s+)?/, ''));
}

/** The text without dates other than the last day of a month. */
export function withoutDaysInsideMonths(text: string): string {
  return text.replace(EACH_DATE, (day) => (isLastOfMonth(day) ? day : ' '));
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

function monthsOfYear(text: string): Period | null {
  const [, first = '', last = '', year = ''] = MONTHS_OF_YEAR.exec(text) ?? [];
  if (monthNamed(first) === null || monthNamed(last) === null) return null;
  return periodBetween(monthAndYear(first, year) ?? '', monthAndYear(last, year) ?? '');
}

function monthOf(text: string): Competence | null {
  return firstOf(MONTH_FORMS, text);
}

/** @returns YYYY-MM-DD */
function dateOf(text: string): string | null {
  return firstOf(DATE_FORMS, text.replace(/[t ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/, ''));
}

function firstOf<Value>(
  forms: readonly (readonly [RegExp, (parts: Parts) => Value | null])[],
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

function isLastOfMonth(text: string): boolean {
  const date = dateOf(text);
  return date !== null && date === lastDayOf(parseCompetence(date.slice(0, 7)));
}

function validDate(yearText = '', monthText = '', dayText = ''): string | null {
  const [year, month, day] = [Number(fullYear(yearText)), Number(monthText), Number(dayText)];
  if (year < 1900 || year > 2200) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

function firstDayOf(month: Competence | null): string | null {
  return month === null ? null : `${month}-01`;
}

function lastDayOf(month: Competence | null): string | null {
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
