// A competence: the month of a trial balance, YYYY-MM, from 2000-01 to 2100-12.
// Source: docs/spec/numbers.md#competences.
import { SAO_PAULO_BEHIND_UTC_MS } from './calendarDate.js';

export type Competence = string & { readonly __competence: true };

export const FIRST_COMPETENCE = '2000-01';
export const LAST_COMPETENCE = '2100-12';
/** Pattern of a competence, as the contract shows it too. */
export const COMPETENCE_PATTERN = '^(20[0-9]{2}|2100)-(0[1-9]|1[0-2])$';
const SHAPE = new RegExp(COMPETENCE_PATTERN);

/** @returns null when the text is not a competence */
export function parseCompetence(text: string): Competence | null {
  return SHAPE.test(text) ? (text as Competence) : null;
}

/** Whether a text is written as a month, although not one from 2000-01 to 2100-12. */
export function isMonthOutOfRange(text: string): boolean {
  return /^[0-9]{4}-(0[1-9]|1[0-2])$/.test(text) && !SHAPE.test(text);
}

/** Month for people: `2026-08` → `08/2026` */
export function month(competence: Competence): string {
  return `${competence.slice(5)}/${competence.slice(0, 4)}`;
}

/** After 2100-12 comes 2101-01, which no import accepts. */
export function nextCompetence(competence: Competence): Competence {
  return addMonths(competence, 1);
}

export function previousCompetence(competence: Competence): Competence {
  return addMonths(competence, -1);
}

/** YYYY-MM-DD. */
export function lastDayOf(competence: Competence): string {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** So many competences before one, ascending. */
export function competencesBefore(competence: Competence, count: number): readonly Competence[] {
  return Array.from({ length: count }, (_, at) => addMonths(competence, at - count));
}

/** The current month in America/Sao_Paulo. */
export function competenceAt(now: Date): Competence {
  return new Date(now.getTime() - SAO_PAULO_BEHIND_UTC_MS).toISOString().slice(0, 7) as Competence;
}

/** How many months the later one comes after the first; negative before it. */
export function monthsBetween(first: Competence, later: Competence): number {
  return indexOf(later) - indexOf(first);
}

/** Months since the year 0. */
function indexOf(competence: Competence): number {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  return year * 12 + (month - 1);
}

/** @param months negative for those before */
export function addMonths(competence: Competence, months: number): Competence {
  const index = indexOf(competence) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Competence;
}
