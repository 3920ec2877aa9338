// Stream `books-{companyId}`: the current version of each competence of a company, which competences are closed,
// and schedules.
import type { Competence } from '../kernel/competence.js';
import type { Fold, Recorded } from '../kernel/event.js';
import type { Schedule } from './schedules.js';
import type { BooksEvent, TrialBalanceVersioned } from './events.js';

/** The newest version of a competence; only the fields that decisions read. */
export type CurrentVersion = Pick<
  TrialBalanceVersioned['data'],
  'trialBalanceId' | 'version' | 'contentHash' | 'chartId' | 'convention'
> &
  Readonly<{ linesStream: string }>;

/** `current` is null when the competence was closed before its first import. */
export type Month = { current: CurrentVersion | null; closed: boolean };

export type Books = {
  months: { [competence: string]: Month };
  /** Texts of the points of checklists that are ticked. */
  ticked: { [competence: string]: readonly string[] };
  /** Schedules in the order in which they were made, those that ended included. */
  schedules: Schedule[];
  /** Revision of the newest closing that a dossier was made of. */
  dossiers: { [competence: string]: number };
};

const SCHEDULE_BYTES = 500;

export const books: Fold<Books> = {
  initial: () => ({ months: {}, ticked: {}, schedules: [], dossiers: {} }),
  evolve(state, recorded) {
    const event = recorded as Recorded<BooksEvent>;
    switch (event.type) {
      case 'TrialBalanceVersioned':
        monthOf(state, event.data.competence).current = currentFrom(event.data);
        return state;
      case 'CompetenceClosed':
        monthOf(state, event.data.competence).closed = true;
        return state;
      case 'CompetenceReopened':
        monthOf(state, event.data.competence).closed = false;
        return state;
      case 'ChecklistPointTicked': {
        const { competence, point } = event.data;
        state.ticked[competence] = [...tickedPoints(state, competence), point];
        return state;
      }
      case 'ChecklistPointReopened': {
        const { competence, point } = event.data;
        state.ticked[competence] = tickedPoints(state, competence).filter((one) => one !== point);
        return state;
      }
      case 'ScheduleCreated': {
        const { scheduleId, accountCode, description, amountCents, kind, first, months } = event.data;
        const rule = { accountCode, description, amountCents, kind, first, months };
        state.schedules.push({ scheduleId, ...rule, endsAt: null, debitSign: event.data.debitSign ?? 0 });
        return state;
      }
      case 'ScheduleEnded': {
        const { scheduleId, from: endsAt } = event.data;
        state.schedules = state.schedules.map((one) => (one.scheduleId === scheduleId ? { ...one, endsAt } : one));
        return state;
      }
      case 'DossierMade':
        state.dossiers[event.data.competence] = event.data.closing;
        return state;
      default:
        return state; // events that no decision here reads
    }
  },
  size: ({ months, ticked, dossiers, schedules }) =>
    200 +
    Object.keys(months).length * 700 +
    JSON.stringify([ticked, dossiers]).length * 2 +
    schedules.length * SCHEDULE_BYTES,
};

export function booksStream(companyId: number): string {
  return `books-${companyId}`;
}

export const booksOf = (companyId: number) => [booksStream(companyId), books] as const;

/** Imports that were refused. Nothing folds it. */
export function refusalsStream(companyId: number): string {
  return `refusals-${companyId}`;
}

/** The competence as it is in the books, also one of which nothing is there. */
export function monthIn({ months }: Pick<Books, 'months'>, competence: Competence): Readonly<Month> {
  return months[competence] ?? NO_MONTH;
}
const NO_MONTH: Readonly<Month> = { current: null, closed: false };

export function currentVersion(state: Books, competence: Competence): CurrentVersion | null {
  return monthIn(state, competence).current;
}

export function isClosed(state: Books, competence: Competence): boolean {
  return monthIn(state, competence).closed;
}

/** Texts of the points of the competence's checklist that are ticked. */
export function tickedPoints({ ticked }: Pick<Books, 'ticked'>, competence: Competence): readonly string[] {
  return ticked[competence] ?? [];
}

/**
 * Whether the company has a trial balance of an earlier competence: its first month has no predecessor to check.
 */
export function hasEarlierCompetence(state: Books, competence: Competence): boolean {
  return Object.entries(state.months).some(([month, { current }]) => month < competence && current !== null);
}

function monthOf(state: Books, competence: Competence): Month {
  return (state.months[competence] ??= { ...NO_MONTH });
}

function currentFrom(data: TrialBalanceVersioned['data']): CurrentVersion {
  const { trialBalanceId, version, contentHash, chartId, convention, lines } = data;
  return { trialBalanceId, version, contentHash, chartId, convention, linesStream: lines.stream };
}
