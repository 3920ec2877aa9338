// Problems of a company's books.
import type { Competence } from '../kernel/competence.js';
import type { ScheduleFault } from './schedules.js';

export type BooksProblem =
  | Readonly<{ is: 'TrialBalanceNotFound' }>
  /** It was imported before the lines that do not enter were stored. */
  | Readonly<{ is: 'LeftOutLinesNotStored'; trialBalanceId: number }>
  | Readonly<{ is: 'CompetenceClosed'; competence: Competence }>
  /** `competence` is the closed one: the month after the one asked for. */
  | Readonly<{ is: 'NextCompetenceClosed'; competence: Competence }>
  | Readonly<{ is: 'CompetenceNotClosed'; competence: Competence }>
  | Readonly<{ is: 'NotLastClosedCompetence'; competence: Competence; last: Competence }>
  /** A reopening needs a reason. */
  | Readonly<{ is: 'ReasonMissing' }>
  /** Points that block the closing are not ticked: their texts. */
  | Readonly<{ is: 'ClosingPointsPending'; competence: Competence; points: readonly string[] }>
  /** Who closes did not confirm what the company has declared. */
  | Readonly<{ is: 'StatementNotConfirmed'; statement: string }>
  | Readonly<{ is: 'ChecklistPointUnknown'; point: string }>
  | Readonly<{ is: 'ChecklistInClosedCompetence'; competence: Competence }>
  | Readonly<{ is: 'ScheduleInvalid'; faults: readonly ScheduleFault[] }>
  | Readonly<{ is: 'TooManySchedules'; max: number }>
  /** Also for one of another company or client. */
  | Readonly<{ is: 'ScheduleNotFound' }>;

export type ImportRefusal = Extract<BooksProblem, { is: 'CompetenceClosed' | 'NextCompetenceClosed' }>;

export type ReopenRefusal = Extract<
  BooksProblem,
  { is: 'ReasonMissing' | 'CompetenceNotClosed' | 'NotLastClosedCompetence' }
>;

export type CloseRefusal = Extract<BooksProblem, { is: 'ClosingPointsPending' | 'StatementNotConfirmed' }>;

export type ChecklistRefusal = Extract<BooksProblem, { is: 'ReasonMissing' | 'ChecklistInClosedCompetence' }>;

export type ScheduleRefusal = Extract<
  BooksProblem,
  { is: 'ScheduleInvalid' | 'TooManySchedules' | 'ScheduleNotFound' }
>;
