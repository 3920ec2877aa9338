// When a reconciliation is due: at the end of the n-th working day after the month.
// Source: docs/spec/workflow.md#deadlines, docs/spec/workflow.md#calendar.
import { eachStep } from '../clients/roles.js';
import { DAY_END_MS, DAY_MS } from '../kernel/calendarDate.js';
import { nextCompetence, type Competence } from '../kernel/competence.js';
import type { Deadlines } from './states.js';

/** Ends the search in a calendar without working days. */
const DAYS_SEARCHED_MAX = 3_660;

/** Working days after the month's end, for companies that set none. */
export const DEFAULT_DEADLINES = { preparer: 5, reviewer: 7, approver: 8 } as const;

/** YYYY-MM-DD; may leave out weekends. */
export type Holidays = ReadonlySet<string>;

/** The years whose holidays may affect the deadlines of a competence. */
export function deadlineYears(competence: Competence): readonly [number, number] {
  const year = Number(nextCompetence(competence).slice(0, 4));
  return [year, year + 1];
}

/**
 * The n-th working day after the month's end; Saturdays and Sundays are not working days.
 * @param days from 1
 * @returns YYYY-MM-DD
 */
export function workingDayAfter(competence: Competence, days: number, holidays: Holidays): string {
  return workingDaysAfter(competence, days, holidays)[days - 1] as string;
}

/** The first working days after the month's end, YYYY-MM-DD, ascending. @param days how many */
export function workingDaysAfter(competence: Competence, days: number, holidays: Holidays): readonly string[] {
  const workingDays: string[] = [];
  let day = Date.parse(`${nextCompetence(competence)}-01`);
  for (let searched = 0; searched < DAYS_SEARCHED_MAX; searched++, day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10);
    if (isWorkingDay(date, holidays)) workingDays.push(date);
    if (workingDays.length === days) return workingDays;
  }
  throw new Error(`no ${days}. working day after ${competence}`);
}

/** How many working days come after a day, up to another and with it. @param after YYYY-MM-DD, as is `upTo` */
export function workingDaysBetween(after: string, upTo: string, holidays: Holidays): number {
  let count = 0;
  for (let day = Date.parse(after) + DAY_MS; day <= Date.parse(upTo); day += DAY_MS)
    if (isWorkingDay(new Date(day).toISOString().slice(0, 10), holidays)) count++;
  return count;
}

/** @param date YYYY-MM-DD */
export function isWorkingDay(date: string, holidays: Holidays): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(date);
}

/** The last millisecond of the n-th working day in America/Sao_Paulo, ISO 8601 UTC. */
export function dueAt(competence: Competence, days: number, holidays: Holidays): string {
  const day = Date.parse(workingDayAfter(competence, days, holidays));
  return new Date(day + DAY_MS + DAY_END_MS).toISOString();
}

/** @param days working days after the month's end, for each step */
export function deadlinesOn(
  competence: Competence,
  days: Readonly<Record<keyof Deadlines, number>>,
  holidays: Holidays,
): Deadlines {
  return eachStep((step) => dueAt(competence, days[step], holidays));
}

// Days without bank service in all of Brazil: the national holidays and three more, by law.
// Source: docs/spec/workflow.md#calendar.

/** Month and day of the national holidays, and the first year of those that came later. */
const FIXED = [
  { day: '01-01' }, // Confraternização Universal, Lei 662/1949
  { day: '04-21' }, // Tiradentes, Lei 662/1949
  { day: '05-01' }, // Dia do Trabalho, Lei 662/1949
  { day: '09-07' }, // Independência, Lei 662/1949
  { day: '10-12' }, // Nossa Senhora Aparecida, Lei 6.802/1980
  { day: '11-02' }, // Finados, Lei 662/1949
  { day: '11-15' }, // Proclamação da República, Lei 662/1949
  { day: '11-20', from: 2024 }, // Consciência Negra, Lei 14.759/2023
  { day: '12-25' }, // Natal, Lei 662/1949
] as const;

/** Days from Easter: carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const MOVING = [-48, -47, -2, 60] as const;

export function bankHolidays(years: readonly number[]): Holidays {
  return new Set(years.flatMap(holidaysOf));
}

function holidaysOf(year: number): string[] {
  const fixed = FIXED.filter((holiday) => !('from' in holiday) || year >= holiday.from).map(
    ({ day }) => `${year}-${day}`,
  );
  const easter = easterOf(year);
  const moving = MOVING.map((days) => new Date(easter + days * DAY_MS).toISOString().slice(0, 10));
  return [...fixed, ...moving];
}

/**
 * Easter Sunday of the Gregorian calendar: the Sunday after the first full moon of spring, by calculation, not
 * observation.
 */
function easterOf(year: number): number {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const leapYearsLeftOut = Math.floor((3 * century) / 4) - 12;
  const moonAhead = Math.floor((8 * century + 5) / 25) - 5;
  const sunday = Math.floor((5 * year) / 4) - leapYearsLeftOut - 10;
  let epact = (11 * golden + 20 + moonAhead - leapYearsLeftOut + 30) % 30;
  if ((epact === 25 && golden > 11) || epact === 24) epact++;
  const fullMoon = epact > 23 ? 74 - epact : 44 - epact; // a day of March
  return Date.UTC(year, 2, fullMoon + 7 - ((sunday + fullMoon) % 7));
}
