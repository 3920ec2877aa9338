// What an address asks for. What is not understood counts as not asked for.
import { isCalendarDate } from '../domain/kernel/calendarDate.js';
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import { SEARCH_LENGTH_MAX } from '../projections/views/worklist/searchText.js';

export type Asked = Readonly<{
  /** "" without it. */
  text(name: string): string;
  number(name: string): number | null;
  month(name?: string): Competence | null;
  /** YYYY-MM-DD */
  date(name: string): string | null;
  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | null;
  /** From 1; of one list of several by its name. */
  pageOf(list: string): number;
  page: number;
}>;

/** @param querystring without `?` */
export function askedIn({ querystring }: Readonly<{ querystring: string }>): Asked {
  const address = new URLSearchParams(querystring);
  const text = (name: string): string => (address.get(name) ?? '').trim().slice(0, SEARCH_LENGTH_MAX);
  const number = (name: string): number | null => parseWholeNumber(text(name));
  const pageOf = (list: string): number => Math.max(1, number(list) ?? 1);
  return {
    ...{ text, number, pageOf, page: pageOf('page') },
    month: (name = 'period') => parseCompetence(text(name)),
    date: (name) => (isCalendarDate(text(name)) ? text(name) : null),
    oneOf: (name, values) => values.find((value) => value === text(name)) ?? null,
  };
}

/** Null for other texts. */
export function parseWholeNumber(text: string): number | null {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : null;
}
