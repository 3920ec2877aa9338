// Months, dates and ranges of them somewhere in a text without accents, in lower case.
// Source: docs/spec/numbers.md#competences-in-text.
import { monthAndYear, monthNamed, periodBetween, periodOfText, type Period } from './competenceText.js';

const NAME = '(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)[a-z]{0,7}';
const DATE = '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})(?!\\d)|20\\d\\d-\\d\\d-\\d\\d';
const MONTH =
  `(?<![\\d/.-])(?:0?[1-9]|1[0-2])[/.-]20\\d\\d(?![\\d/.-]\\d)|20\\d\\d[/.-](?:0[1-9]|1[0-2])(?![\\d/.-]\\d)|` +
  `\\b${NAME}\\.?(?:\\s*[-/.]\\s*|\\s+de\\s+|\\s+)(?:20\\d\\d|\\d\\d)(?!\\d)`;
const DAY_IN_WORDS = `\\d{1,2}º?\\s+(?:de\\s+)?${NAME}\\s+(?:de\\s+)?20\\d\\d`;
const TO = '\\s*(?:\\ba\\b|\\bate\\b|\\be\\b|\\bto\\b|-|–)\\s*(?:de\\s+)?';

const RANGE = new RegExp(`(${DATE}|${MONTH})${TO}(${DATE}|${MONTH})`);
/** `janeiro a março de 2026`: the year is told once. */
const MONTHS_OF_YEAR = new RegExp(`\\b(${NAME})${TO}(${NAME})\\s*(?:[-/.]|\\bde\\b)?\\s*(20\\d\\d)\\b`);
const ONE = new RegExp(`${DAY_IN_WORDS}|${DATE}|${MONTH}`);
const NAMED = new RegExp(`^(?:${MONTH})$`);

/** The first period of a text: a range, or with `any` also one month or date. */
export function periodIn(text: string, what: 'range' | 'any'): Period | null {
  const [, from = '', to = ''] = RANGE.exec(text) ?? [];
  const range = periodBetween(from, to) ?? monthsOfYear(text);
  if (range !== null || what === 'range') return range;
  const one = ONE.exec(text)?.[0];
  if (one === undefined) return null;
  return periodOfText(one) ?? periodOfText(one.replace(/^\d{1,2}º?\s+(?:de\s+)?/, ''));
}

/** A text that is a month and nothing else. */
export function periodNamed(text: string): Period | null {
  return NAMED.test(text) ? periodOfText(text) : null;
}

function monthsOfYear(text: string): Period | null {
  const [, first = '', last = '', year = ''] = MONTHS_OF_YEAR.exec(text) ?? [];
  if (monthNamed(first) === null || monthNamed(last) === null) return null;
  return periodBetween(monthAndYear(first, year) ?? '', monthAndYear(last, year) ?? '');
}
