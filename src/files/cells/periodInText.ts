// Periods inside a longer text without accents, in lower case: a month, a date, or a range in any of the ways that
// programs in Portuguese, English and Spanish write it. Patterns: periodPatterns.ts. Source: docs/spec/numbers.md#ranges-in-text.
import { parseCompetence } from '../../domain/kernel/competence.js';
import { monthNamed } from './monthNames.js';
import {
  DATE_OR_MONTH,
  EACH_DATE,
  NUMBERED_AFTER_YEAR,
  NUMBERED_MONTHS,
  OF_SOMETHING_ELSE,
  RANGE,
  TIME,
  validDate,
  WHOLE_MONTH,
} from './periodPatterns.js';
import {
  dateOf,
  firstDayOf,
  lastDayOf,
  monthAndYear,
  monthOf,
  periodBetween,
  periodOfText,
  type Period,
} from './periodText.js';

/** A text that is a month with its year and nothing else. */
export function monthWithYear(text: string): Period | null {
  return WHOLE_MONTH.test(text) ? periodOfText(text) : null;
}

/** The first period: a range, or with `any` also one month or date. */
export function periodIn(text: string, what: 'range' | 'any'): Period | null {
  const range = rangeIn(text) ?? numberedMonths(text);
  if (range !== null || what === 'range') return range;
  const one = DATE_OR_MONTH.exec(text)?.[0];
  if (one === undefined) return null;
  return (
    periodOfText(one) ??
    periodOfText(one.replace(/^\d{1,2}º?\s+(?:de\s+)?/, '')) ??
    periodOfText(american(one) ?? '')
  );
}

/** The text without dates other than the last day of a month. */
export function withoutDaysInsideMonths(text: string): string {
  return text.replace(EACH_DATE, (day) => (isLastOfMonth(dateOf(day) ?? american(day)) ? day : ' '));
}

/** Dates with nothing between them but blanks are a range only where they are the first and the last day of months. */
function rangeIn(text: string): Period | null {
  const tidy = text.replace(TIME, ' ');
  RANGE.lastIndex = 0;
  for (let match = RANGE.exec(tidy); match !== null; match = RANGE.exec(tidy)) {
    const { first = '', joint, last = '' } = match.groups ?? {};
    const ends = endsOf(first, last);
    const isRange = ends !== null && (joint !== undefined || (isFirstOfMonth(ends[0]) && isLastOfMonth(ends[1])));
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
  const [americanFrom, americanTo] = [american(first), american(last)];
  return americanFrom === null || americanTo === null ? null : [americanFrom, americanTo];
}

function firstDay(text: string): string | null {
  return dateOf(text) ?? firstDayOf(monthOf(text));
}

function lastDay(text: string): string | null {
  return dateOf(text) ?? lastDayOf(monthOf(text));
}

/** `01/01`, `1 de janeiro`, `january 1`, `jan`; a day alone only in the month of a date. */
function firstDayInYearOf(text: string, to: string, last: string): string | null {
  const [year = '', month] = to.split('-');
  const numeric = /^(\d{1,2})\/(\d{1,2})$/.exec(text);
  if (numeric !== null) return validDate(year, numeric[2], numeric[1]);
  const named = /^(?:(\d{1,2})º?\s+(?:de\s+)?)?([a-z]{3,10})(?:\s+(\d{1,2}))?$/.exec(text);
  if (named !== null) {
    const number = monthNamed(named[2] ?? '');
    return number === null ? null : validDate(year, String(number), named[1] ?? named[3] ?? '1');
  }
  return /^\d{1,2}º?$/.test(text) && dateOf(last) !== null ? validDate(year, month, text.replace('º', '')) : null;
}

/** `3/31/2026`: the month first. */
function american(text: string): string | null {
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

function isFirstOfMonth(date: string): boolean {
  return date.endsWith('-01');
}

function isLastOfMonth(date: string | null): boolean {
  return date !== null && date === lastDayOf(parseCompetence(date.slice(0, 7)));
}
