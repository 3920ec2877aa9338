// When a reconciliation is due: so many working days after the month's end, to the end of that day.
// Source: docs/spec/workflow.md#deadlines, docs/spec/workflow.md#calendar.
import { nextCompetence, type Competence } from '../kernel/competence.js';
import type { Deadlines } from './states.js';

const DAY_MS = 86_400_000;
/** America/Sao_Paulo, UTC−3 all year: a day there ends three hours into the next one here. */
const OFFSET_MS = 3 * 3_600_000;
/** Far more days than any deadline spans, so that a calendar of holidays alone ends the search. */
const DAYS_LOOKED_AT_MAX = 3_660;

/** Working days after the month's end, for Elaborador, Revisor and Aprovador of a company that set none. */
export const DEFAULT_DEADLINES = { preparer: 5, reviewer: 7, approver: 8 } as const;

/** Days without bank service, written YYYY-MM-DD; weekends need not be among them. */
export type Holidays = ReadonlySet<string>;

/** The years whose holidays the deadlines of a competence may meet. */
export function deadlineYears(competence: Competence): readonly [number, number] {
  const year = Number(nextCompetence(competence).slice(0, 4));
  return [year, year + 1];
}

/**
 * The n-th working day after the month's end. Saturdays and Sundays are none.
 * @param days from 1
 * @returns YYYY-MM-DD
 */
export function workingDayAfter(competence: Competence, days: number, holidays: Holidays): string {
  let day = Date.parse(`${nextCompetence(competence)}-01`);
  let left = days;
  for (let looked = 0; looked < DAYS_LOOKED_AT_MAX; looked++, day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !holidays.has(date) && --left === 0) return date;
  }
  throw new Error(`no ${days}. working day after ${competence}`);
}

/** The last millisecond of that day in America/Sao_Paulo, ISO 8601 UTC: `T02:59:59.999Z` of the next day. */
export function dueAt(competence: Competence, days: number, holidays: Holidays): string {
  const day = Date.parse(workingDayAfter(competence, days, holidays));
  return new Date(day + DAY_MS + OFFSET_MS - 1).toISOString();
}

/** @param days working days after the month's end, for each step */
export function deadlinesOn(
  competence: Competence,
  days: Readonly<Record<keyof Deadlines, number>>,
  holidays: Holidays,
): Deadlines {
  return {
    preparer: dueAt(competence, days.preparer, holidays),
    reviewer: dueAt(competence, days.reviewer, holidays),
    approver: dueAt(competence, days.approver, holidays),
  };
}
