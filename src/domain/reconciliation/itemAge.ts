// The age of an item of a composition: days from its date to the last day of the competence.
// Source: docs/spec/workflow.md#items.
import { DAY_MS } from '../kernel/calendarDate.js';
import { lastDayOf, type Competence } from '../kernel/competence.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';

/** Upper bounds in days, inclusive. */
const BANDS = [30, 60, 90, 180] as const;
export const ageBandWords = {
  '0-30': { name: 'até 30 dias' },
  '31-60': { name: 'de 31 a 60 dias' },
  '61-90': { name: 'de 61 a 90 dias' },
  '91-180': { name: 'de 91 a 180 dias' },
  '181+': { name: 'mais de 180 dias' },
} as const satisfies Vocabulary;
export type AgeBand = keyof typeof ageBandWords;
export const ageBands = valuesOf(ageBandWords);

/** 0 for a date after the competence. @param date YYYY-MM-DD */
export function ageInDays(date: string, competence: Competence): number {
  return Math.max(0, (Date.parse(lastDayOf(competence)) - Date.parse(date)) / DAY_MS);
}

export function bandOf(days: number): AgeBand {
  const at = BANDS.findIndex((upTo) => days <= upTo);
  return ageBands.at(at) as AgeBand;
}
