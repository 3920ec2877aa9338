// Periods inside a longer text without accents, in lower case: a month, a date, or a range in any of the ways that
// programs in Portuguese, English and Spanish write it. Source: docs/spec/numbers.md#ranges-in-text.
import { parseCompetence } from '../../domain/kernel/competence.js';
import { MONTH_NAME, monthNamed } from './monthNames.js';
import {
  dateOf,
  firstDayOf,
  lastDayOf,
  monthAndYear,
  monthOf,
  periodBetween,
  periodOfText,
  validDate,
  type Period,
} from './periodText.js';

const NUMERIC_DATE = '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})(?!\\d)';
const ISO_DATE = '20\\d\\d[-/.]\\d\\d[-/.]\\d\\d(?!\\d)';
const DATE = `${NUMERIC_DATE}|${ISO_DATE}`;
const DATE_IN_WORDS =
  `\\d{1,2}º?[\\s-]+(?:de\\s+)?${MONTH_NAME}\\.?(?:\\s+del?\\s+|[\\s,-]+)20\\d\\d|` +
  `${MONTH_NAME}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+20\\d\\d|\\d{1,2}/\\d{1,2}\\s+de\\s+20\\d\\d`;
const MONTH =
  `(?<![\\d/.-])(?:0?[1-9]|1[0-2])[/.-]20\\d\\d(?![\\d/.-]\\d)|20\\d\\d[/.-](?:0[1-9]|1[0-2])(?![\\d/.-]\\d)|` +
  `\\b${MONTH_NAME}\\.?(?:\\s*[-/.,]\\s*|\\s+del?\\s+|\\s+)(?:20\\d\\d|\\d\\d)(?!\\d)`;

/** Forms that only an end of a range may have: without a mark between the parts, or with zeros and blanks. */
const COMPACT =
  '\\b20\\d\\d(?:0[1-9]|1[0-2])(?:[0-3]\\d)?\\b|\\b0{0,2}(?:1[0-2]|[1-9])\\s?[/.-]\\s?20\\d\\d(?!\\d)';
/** The first end of a range whose year stands at the second one. */
const WITHOUT_YEAR = `\\d{1,2}/\\d{1,2}(?!\\d)|\\d{1,2}º?\\s+(?:de\\s+)?${MONTH_NAME}|${MONTH_NAME}\\s+\\d{1,2}(?!\\d)|${MONTH_NAME}|\\d{1,2}º?`;
const FILLERS = '(?:(?:o|dia|mes|de|del|el|the|day)\\s+)*';
const END_LABEL =
  '(?:(?:data|dt|periodo|per|mes|compet[a-z]*|comp|fecha|period|date)\\b[.\\s]*)?(?:final|fim|fin|termino|end(?:ing)?|ate|hasta|to)\\b\\.?\\s*(?:date)?';
const JOINED_BY = `\\s*(?:\\.\\.\\.?|=?>|[-–—~|/])\\s*|[\\s,;]*\\b(?:a|ate|e|to|al|ao|hasta|through|thru|until|and|y)\\b\\s*:?\\s*${FILLERS}|[\\s,;|]*${END_LABEL}\\s*[?:]*\\s*`;
const WHOLE_END = `${DATE_IN_WORDS}|${DATE}|${MONTH}|${COMPACT}`;
const RANGE = new RegExp(
  `(?<![\\d/.-])(?<first>${WHOLE_END}|${WITHOUT_YEAR})(?:(?<joint>${JOINED_BY})|[\\s,;]+)(?<last>${WHOLE_END})`,
  'g',
);
/** `Períodos 1 a 3 2026`, `Período de: 1 até: 3 Ano: 2026`. */
const NUMBERED_MONTHS =
  /\b(?:periodos?|meses|mes|competencias?|period)\b\s*(?:de|from)?\s*:?\s*0{0,2}(\d{1,2})\s*(?:\ba\b|\bate\b|\bto\b|-|–)\s*:?\s*0{0,2}(\d{1,2})\s*(?:[/.-]|\bde\b|\bano\b\s*:?|\bexercicio\b\s*:?)?\s*(20\d\d)\b/;
/** `Fiscal Year 2026 Period From 1 To 3`. */
const NUMBERED_AFTER_YEAR = /\b(20\d\d)\b\s*\bperiods?\b\s*(?:from)?\s*(\d{1,2})\s*(?:to|-)\s*(\d{1,2})\b/;
/** A range after these is not the report's: streets are named after days. */
const OF_SOMETHING_ELSE =
  /\b(?:vigencia|validade|contrato|mandato|rua|av|avenida|praca|travessa|largo|alameda|rodovia)\b.{0,30}$/;

const TIME = /\b\d{1,2}:\d{2}(?::\d{2})?h?\b/g;
const DATE_OR_MONTH = new RegExp(`${DATE_IN_WORDS}|${DATE}|${MONTH}`);
const WHOLE_MONTH = new RegExp(`^(?:${MONTH})$`);
const EACH_DATE = new RegExp(`\\b${NUMERIC_DATE}|\\b${ISO_DATE}\\b`, 'g');

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
