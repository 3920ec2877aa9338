// The age of an item of a composition: days from its date to the last day of the competence.
// Source: docs/spec/workflow.md#items.
import { lastDayOf, type Competence } from '../kernel/competence.js';

/** Upper bounds in days, inclusive. */
const BANDS = [30, 60, 90, 180] as const;
export const ageBands = ['0-30', '31-60', '61-90', '91-180', '181+'] as const;
export type AgeBand = (typeof ageBands)[number];

const DAY_MS = 86_400_000;

/** 0 for a date after the competence. @param date YYYY-MM-DD */
export function ageInDays(date: string, competence: Competence): number {
  return Math.max(0, (Date.parse(lastDayOf(competence)) - Date.parse(date)) / DAY_MS);
}

export function bandOf(days: number): AgeBand {
  const at = BANDS.findIndex((upTo) => days <= upTo);
  return ageBands.at(at) as AgeBand;
}
