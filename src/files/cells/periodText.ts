// Texts and cells that are a period and nothing else; periods inside a longer text, and the month in a name.
// Patterns: periodPatterns.ts. Source: docs/spec/numbers.md#competences-in-text.
import { isMonthOutOfRange, lastDayOf, parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { Cell } from '../formats/table.js';
import { plainText } from './cellText.js';
import {
  DATE_FORMS,
  DATE_OR_MONTH,
  EACH_DATE,
  MONTH_FIRST_IN_NAME,
  MONTH_FORMS,
  NAMED_MONTH_IN_NAME,
  NUMBERED_AFTER_YEAR,
  NUMBERED_MONTHS,
  OF_SOMETHING_ELSE,
  RANGE,
  TIME,
  WHOLE_MONTH,
  YEAR_FIRST_IN_NAME,
  competenceOf,
  monthNamed,
  validDate,
  type Groups,
} from './periodPatterns.js';

/** A range over several months is an accumulated trial balance. Dates are YYYY-MM-DD. */
export type Period =
  Readonly<{ is: 'month'; competence: Competence }> | Readonly<{ is: 'range'; from: string; to: string }>;

const TEXT_MAX = 120;

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
  const from = firstDay(first);
  const to = lastDay(last);
  if (from === null || to === null) return null;
  return from.slice(0, 7) === to.slice(0, 7) ? monthOfDate(from) : { is: 'range', from, to };
}

function rangeOf(text: string): Period | null {
  const [, first = '', last = ''] = /^(\S.*?)\s*(?:\ba\b|\bate\b|–|\s-\s)\s*(?:de\s+)?(\S.*)$/.exec(text) ?? [];
  return periodBetween(first, last);
}

function monthOf(text: string): Competence | null {
  return firstOf(MONTH_FORMS, text);
}

/** @returns YYYY-MM-DD */
export function dateOf(text: string): string | null {
  return firstOf(DATE_FORMS, text.replace(/(?:t| | as )\d{1,2}:\d{2}(:\d{2})?(\.\d+)?z?$/, ''));
}

function firstOf<Value>(
  forms: readonly (readonly [RegExp, (parts: Groups) => Value | null])[],
  text: string,
): Value | null {
  for (const [pattern, readForm] of forms) {
    const parts = pattern.exec(text);
    const value = parts === null ? null : readForm(parts);
    if (value !== null) return value;
  }
  return null;
}

function monthOfDate(date: string): Period | null {
  const competence = parseCompetence(date.slice(0, 7));
  return competence === null ? null : { is: 'month', competence };
}

// Periods inside a longer text without accents, in lower case: a month, a date, or a range in any of the ways that
// programs in Portuguese, English and Spanish write it. Patterns: periodPatterns.ts. Source:
// docs/spec/numbers.md#ranges-in-text.

/** A text that is a month with its year and nothing else. */
export function monthWithYear(text: string): Period | null {
  return WHOLE_MONTH.test(text) ? periodOfText(text) : null;
}

/** The first period: a range, or with `any` also one month or date. */
export function periodIn(text: string, kind: 'range' | 'any'): Period | null {
  const range = rangeIn(text) ?? numberedMonths(text);
  if (range !== null || kind === 'range') return range;
  const one = DATE_OR_MONTH.exec(text)?.[0];
  if (one === undefined) return null;
  return (
    periodOfText(one) ??
    periodOfText(one.replace(/^\d{1,2}º?\s+(?:de\s+)?/, '')) ??
    periodOfText(monthFirstDate(one) ?? '')
  );
}

/** The text without dates other than the last day of a month. */
export function withoutDaysInsideMonths(text: string): string {
  return text.replace(EACH_DATE, (day) => (isLastOfMonth(dateOf(day) ?? monthFirstDate(day)) ? day : ' '));
}

/**
 * Dates with nothing between them but blanks are a range only where they are the first and the last day of months.
 */
function rangeIn(text: string): Period | null {
  const tidy = text.replace(TIME, ' ');
  RANGE.lastIndex = 0;
  for (let match = RANGE.exec(tidy); match !== null; match = RANGE.exec(tidy)) {
    const { first = '', joint, last = '' } = match.groups ?? {};
    const ends = endsOf(first, last);
    const isRange = ends !== null && (joint !== undefined || (ends[0].endsWith('-01') && isLastOfMonth(ends[1])));
    if (isRange && !OF_SOMETHING_ELSE.test(tidy.slice(0, match.index))) return periodBetween(...ends);
    RANGE.lastIndex = match.index + 1;
  }
  return null;
}

/** YYYY-MM-DD each, in their order; days stand before months, unless only the other order makes two dates. */
function endsOf(first: string, last: string): readonly [string, string] | null {
  const to = lastDay(last);
  const from = to === null ? null : (firstDay(first) ?? firstDayInYearOf(first, to, last));
  if (from !== null && to !== null) return from <= to ? [from, to] : null;
  const americanFrom = monthFirstDate(first);
  const americanTo = monthFirstDate(last);
  return americanFrom === null || americanTo === null ? null : [americanFrom, americanTo];
}

function firstDay(text: string): string | null {
  const month = monthOf(text);
  return dateOf(text) ?? (month && `${month}-01`);
}

function lastDay(text: string): string | null {
  const month = monthOf(text);
  return dateOf(text) ?? (month && lastDayOf(month));
}

/** `01/01`, `1 de janeiro`, `january 1`, `jan`; a day alone only in the month of a date. */
function firstDayInYearOf(text: string, to: string, last: string): string | null {
  const [year = '', month] = to.split('-');
  const numeric = /^(\d{1,2})\/(\d{1,2})$/.exec(text);
  if (numeric !== null) return validDate(year, numeric[2], numeric[1]);
  const match = /^(?:(\d{1,2})º?\s+(?:de\s+)?)?([a-z]{3,10})(?:\s+(\d{1,2}))?$/.exec(text);
  if (match !== null) {
    const number = monthNamed(match[2] ?? '');
    return number === null ? null : validDate(year, String(number), match[1] ?? match[3] ?? '1');
  }
  return /^\d{1,2}º?$/.test(text) && dateOf(last) !== null ? validDate(year, month, text.replace('º', '')) : null;
}

/** `3/31/2026`: the month first. */
export function monthFirstDate(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  return validDate(year, month, day);
}

function numberedMonths(text: string): Period | null {
  const [, first, last, year] = NUMBERED_MONTHS.exec(text) ?? [];
  if (year !== undefined) return monthsBetween(first, last, year);
  const [, yearBefore, from, to] = NUMBERED_AFTER_YEAR.exec(text) ?? [];
  return yearBefore === undefined ? null : monthsBetween(from, to, yearBefore);
}

/** Numbers or names of months of one year. */
export function monthsBetween(first = '', last = '', year = ''): Period | null {
  return periodBetween(monthAndYear(first, year) ?? '', monthAndYear(last, year) ?? '');
}

function isLastOfMonth(date: string | null): boolean {
  const month = parseCompetence(date?.slice(0, 7) ?? '');
  return month !== null && date === lastDayOf(month);
}

// The month in the name of a file or a sheet: `balancete_112024.csv`, `BALANCETE MAR 2026`.

/** @returns null when the name holds no month, or several */
export function competenceInName(fileName: string): Competence | null {
  const name = plainText(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, ''));
  const periods = new Set([
    ...[...name.matchAll(YEAR_FIRST_IN_NAME)].map(([, year, month]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(MONTH_FIRST_IN_NAME)].map(([, month, year]) => competenceOf(year, Number(month))),
    ...[...name.matchAll(NAMED_MONTH_IN_NAME)].map(([, month = '', year]) =>
      competenceOf(year, monthNamed(month)),
    ),
  ]);
  periods.delete(null);
  const [only] = periods;
  return periods.size === 1 ? (only ?? null) : null;
}

/**
 * Whether a name is that of several months: `balancete jan a mar 2026`, `1º trim 2026` by the caller's pattern.
 */
export function isOfSeveralMonths(fileName: string): boolean {
  const name = plainText(fileName.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')).replace(/_/g, ' ');
  const months = new Set(name.split(/[^a-z]+/).flatMap((word) => monthNamed(word) ?? []));
  return months.size > 1 || periodIn(name, 'range')?.is === 'range';
}
