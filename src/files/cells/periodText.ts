// Texts and cells that are a period and nothing else; periods inside a longer text: periodInText.ts. Patterns:
// periodPatterns.ts. Source: docs/spec/numbers.md#competences-in-text.
import { isMonthOutOfRange, parseCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { Cell } from '../formats/table.js';
import { plainText } from './cellText.js';
import { monthNamed } from './monthNames.js';
import { competenceOf, DATE_FORMS, MONTH_FORMS, type Groups } from './periodPatterns.js';

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
  const from = dateOf(first) ?? firstDayOf(monthOf(first));
  const to = dateOf(last) ?? lastDayOf(monthOf(last));
  if (from === null || to === null) return null;
  return from.slice(0, 7) === to.slice(0, 7) ? monthOfDate(from) : { is: 'range', from, to };
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
