// A competence: the month of a trial balance, YYYY-MM, from 2000-01 to 2100-12.
// Source: docs/spec/numbers.md#competences.
import { SAO_PAULO_BEHIND_UTC_MS } from './calendarDate.js';

export type Competence = string & { readonly __competence: true };

const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

const SHAPE = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** @returns null when the text is not a competence */
export function parseCompetence(text: string): Competence | null {
  const year = Number(SHAPE.exec(text)?.[1] ?? 0);
  return year >= FIRST_YEAR && year <= LAST_YEAR ? (text as Competence) : null;
}

/** After 2100-12 comes 2101-01, which no import accepts. */
export function nextCompetence(competence: Competence): Competence {
  return addMonths(competence, 1);
}

export function previousCompetence(competence: Competence): Competence {
  return addMonths(competence, -1);
}

/** The current month in America/Sao_Paulo. */
export function competenceAt(now: Date): Competence {
  return new Date(now.getTime() - SAO_PAULO_BEHIND_UTC_MS).toISOString().slice(0, 7) as Competence;
}

function addMonths(competence: Competence, months: number): Competence {
  const [year, month] = competence.split('-').map(Number) as [number, number];
  const index = year * 12 + (month - 1) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Competence;
}
