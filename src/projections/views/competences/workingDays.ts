// How many reconciliations of a competence were finished on each working day after the month's end, against the deadlines.
import { SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import { nextCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { bankHolidays, deadlineYears, workingDaysAfter } from '../../../domain/reconciliation/deadlines.js';
import type { ClosingMonth } from './closingMonths.js';

/** Working days shown; what was finished later is in the last one. */
const DAYS_MAX = 30;
const DAYS_MIN = 10;

/** `number`: from 1; 0 is everything before the first working day. `date`: YYYY-MM-DD, the day itself. */
export type WorkingDay = Readonly<{
  number: number;
  date: string;
  done: number;
  doneSoFar: number;
  isToday: boolean;
}>;

export type DoneByDay = Readonly<{
  competence: Competence;
  total: number;
  days: readonly WorkingDay[];
  /** Working days on which the Aprovador's deadline of some company ends, ascending. */
  deadlines: readonly number[];
  /** Working days from today until the last of them; 0 once it has passed. */
  daysLeft: number;
  /** Whether the last day holds later ones, too. */
  isCut: boolean;
}>;

/** @param holidays the client's own; a day that is not a working day counts to the next one */
export function doneByDay(
  { competence, companies, total }: ClosingMonth,
  holidays: readonly string[],
  now: Date,
): DoneByDay {
  const free = new Set([...bankHolidays(deadlineYears(competence)), ...holidays]);
  const dates = workingDaysAfter(competence, DAYS_MAX, free);
  /** 0 before the month's end, DAYS_MAX for everything after the last. */
  const numberOf = (date: string): number => {
    if (date < `${nextCompetence(competence)}-01`) return 0;
    const at = dates.findIndex((day) => date <= day);
    return at === -1 ? DAYS_MAX : at + 1;
  };
  const done = new Array<number>(DAYS_MAX + 1).fill(0);
  let isCut = false;
  for (const { state } of companies)
    for (const [date, count] of Object.entries(state?.progress?.doneByDay ?? {})) {
      done[numberOf(date)] = (done[numberOf(date)] ?? 0) + count;
      isCut ||= date > (dates.at(-1) ?? '');
    }
  const deadlines = companies.flatMap(({ state }) =>
    state?.progress ? [numberOf(dateIn(new Date(state.progress.deadlines.approver)))] : [],
  );
  const today = numberOf(dateIn(now));
  const shown = Math.max(
    DAYS_MIN,
    ...deadlines.map((day) => day + 1),
    done.findLastIndex((count) => count > 0),
  );
  let doneSoFar = 0;
  const days = done.slice(0, Math.min(shown, DAYS_MAX) + 1).map((count, number) => {
    doneSoFar += count;
    return { number, date: dates[number - 1] ?? '', done: count, doneSoFar, isToday: number === today };
  });
  const daysLeft = Math.max(0, Math.max(0, ...deadlines) - today);
  return { competence, total, days, deadlines: [...new Set(deadlines)].sort((a, b) => a - b), daysLeft, isCut };
}

/** YYYY-MM-DD in America/Sao_Paulo. */
function dateIn(at: Date): string {
  return new Date(at.getTime() - SAO_PAULO_BEHIND_UTC_MS).toISOString().slice(0, 10);
}
