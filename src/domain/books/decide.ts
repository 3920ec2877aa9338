// Decisions on a company's books: importing a trial balance, closing and reopening a competence.
// Source: docs/spec/imports.md#closed-competences, docs/spec/imports.md#resend,
// docs/spec/operator.md#releasing-and-closing.
import { nextCompetence, type Competence } from '../kernel/competence.js';
import type { Decision, DomainEvent } from '../kernel/event.js';
import { AMOUNT_MAX } from '../kernel/money.js';
import { closingFacts, closingWarnings, type ClosingWarning, type WorkOfCompetence } from './closingWarnings.js';
import type {
  ChecklistPointReopened,
  ChecklistPointTicked,
  CompetenceClosed,
  CompetenceReopened,
  DossierMade,
  ScheduleCreated,
  ScheduleEnded,
  TrialBalanceVersioned,
} from './events.js';
import { currentVersion, isClosed, tickedPoints, type Books } from './fold.js';
import type { BooksProblem } from './refusals.js';
import {
  SCHEDULES_MAX,
  SCHEDULE_DESCRIPTION_MAX,
  SCHEDULE_MONTHS_MAX,
  signedAs,
  type Schedule,
  type ScheduleFault,
} from './schedules.js';

export type NewTrialBalance = Omit<TrialBalanceVersioned['data'], 'version' | 'supersedes'>;

/** The facts of a planned version, without its id and the location of its lines. */
export type PlanImport = Omit<NewTrialBalance, 'trialBalanceId' | 'lines' | 'leftOut'>;
/** The event to store, before its id is reserved and its lines are written. */
export type PlannedVersion = DomainEvent<
  'TrialBalanceVersioned',
  Omit<TrialBalanceVersioned['data'], 'trialBalanceId' | 'lines' | 'leftOut'>
>;

export type PlanOutcome =
  | Readonly<{ is: 'Planned'; version: number }>
  | Readonly<{ is: 'Resend'; trialBalanceId: number; version: number }>
  | Readonly<{ is: 'Refused'; problem: BooksProblem }>;

/** Closed competences refuse imports; content equal to the current version is a resend and writes nothing. */
export function planImport(state: Books, command: PlanImport): Decision<PlannedVersion, PlanOutcome> {
  const problem = competenceRefusal(state, command.competence, command.contentHash);
  if (problem) return { events: [], outcome: { is: 'Refused', problem } };

  const current = currentVersion(state, command.competence);
  if (current?.contentHash === command.contentHash) {
    const { trialBalanceId, version } = current;
    return { events: [], outcome: { is: 'Resend', trialBalanceId, version } };
  }

  const version = (current?.version ?? 0) + 1;
  const data = { ...command, version, supersedes: current?.trialBalanceId ?? null };
  return { events: [{ type: 'TrialBalanceVersioned', data }], outcome: { is: 'Planned', version } };
}

type StoredLines = Pick<NewTrialBalance, 'trialBalanceId' | 'lines'> &
  Readonly<{ leftOut?: NewTrialBalance['leftOut'] | undefined }>;

/** The planned version with its id, once its lines are written. */
export function completeVersion(
  { data }: PlannedVersion,
  { trialBalanceId, lines, leftOut }: StoredLines,
): TrialBalanceVersioned {
  return { type: 'TrialBalanceVersioned', data: { ...data, trialBalanceId, lines, ...(leftOut && { leftOut }) } };
}

/**
 * Whether this competence, or the next one, is closed for an import. Takes precedence over refusals of the
 * content.
 * @param contentHash null when the content was refused and so cannot equal the current version's
 */
export function competenceRefusal(
  state: Books,
  competence: Competence,
  contentHash: string | null,
): BooksProblem | null {
  if (isClosed(state, competence)) return { is: 'CompetenceClosed', competence };
  const unchanged = contentHash !== null && currentVersion(state, competence)?.contentHash === contentHash;
  const next = nextCompetence(competence);
  if (!unchanged && isClosed(state, next)) return { is: 'NextCompetenceClosed', competence: next };
  return null;
}

export type CloseCompetence = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  work: WorkOfCompetence;
  /** Texts of the points of the company's checklist that have to be ticked before. */
  blocking: readonly string[];
  /** What the company has declared, and what the person confirmed; null: nothing. */
  statement: string | null;
  confirmed: string | null;
}>;

export type CloseOutcome = Readonly<{ warnings: readonly ClosingWarning[]; refusal: BooksProblem | null }>;

/** Unfinished work only warns. Closing a closed competence writes nothing and returns the current warnings. */
export function decideClose(state: Books, command: CloseCompetence): Decision<CompetenceClosed, CloseOutcome> {
  const { companyId, clientId, competence, work, statement } = command;
  const warnings = closingWarnings(closingFacts(state, competence, work));
  if (isClosed(state, competence)) return { events: [], outcome: { warnings, refusal: null } };
  const refusal = closeRefusal(state, command);
  if (refusal !== null) return { events: [], outcome: { warnings, refusal } };
  const data = { companyId, clientId, competence, ...(statement !== null && { statement }) };
  return { events: [{ type: 'CompetenceClosed', data }], outcome: { warnings, refusal: null } };
}

function closeRefusal(state: Books, command: CloseCompetence): BooksProblem | null {
  const { competence, blocking, statement, confirmed } = command;
  const points = blocking.filter((point) => !tickedPoints(state, competence).includes(point));
  if (points.length > 0) return { is: 'ClosingPointsPending', competence, points };
  return statement === null || statement === confirmed ? null : { is: 'StatementNotConfirmed', statement };
}

type ReopenCompetence = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  reason: string;
}>;

/** Only the last closed competence can be reopened, and only with a reason. */
export function decideReopen(
  state: Books,
  command: ReopenCompetence,
): Decision<CompetenceReopened, BooksProblem | null> {
  const { companyId, clientId, competence } = command;
  const reason = command.reason.trim();
  if (reason === '') return { events: [], outcome: { is: 'ReasonMissing' } };
  if (!isClosed(state, competence)) return { events: [], outcome: { is: 'CompetenceNotClosed', competence } };
  const lastClosing = lastClosed(state, competence);
  if (lastClosing > competence)
    return { events: [], outcome: { is: 'NotLastClosedCompetence', competence, last: lastClosing } };
  return {
    events: [{ type: 'CompetenceReopened', data: { companyId, clientId, competence, reason } }],
    outcome: null,
  };
}

/** @param closed a closed competence */
function lastClosed(state: Books, closed: Competence): Competence {
  return Object.entries(state.months).reduce(
    (lastClosed, [month, { closed: isMonthClosed }]) =>
      isMonthClosed && month > lastClosed ? (month as Competence) : lastClosed,
    closed,
  );
}

// Decisions on the points of a competence's checklist. Source: docs/spec/operator.md#checklist.

type PointOfChecklist = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  point: string;
}>;

/** What a closing relied on stays: a closed competence refuses. */
export function decideTick(
  state: Books,
  { companyId, clientId, competence, point }: PointOfChecklist,
): Decision<ChecklistPointTicked, BooksProblem | null> {
  if (isClosed(state, competence))
    return { events: [], outcome: { is: 'ChecklistInClosedCompetence', competence } };
  if (tickedPoints(state, competence).includes(point)) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, point };
  return { events: [{ type: 'ChecklistPointTicked', data }], outcome: null };
}

/** Only with a comment. A point that is not ticked stays so. */
export function decideReopenPoint(
  state: Books,
  { comment: text, ...of }: PointOfChecklist & Readonly<{ comment: string }>,
): Decision<ChecklistPointReopened, BooksProblem | null> {
  const { companyId, clientId, competence, point } = of;
  const comment = text.trim();
  if (comment === '') return { events: [], outcome: { is: 'PointCommentMissing' } };
  if (isClosed(state, competence))
    return { events: [], outcome: { is: 'ChecklistInClosedCompetence', competence } };
  if (!tickedPoints(state, competence).includes(point)) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, point, comment };
  return { events: [{ type: 'ChecklistPointReopened', data }], outcome: null };
}

/** Once for each closing; the dossiers made of it later are not recorded. */
export function decideDossierMade(
  state: Books,
  { companyId, clientId, competence, closing, sealedEvents, manifestHash }: DossierMade['data'],
): Decision<DossierMade, null> {
  if (state.dossiers[competence] === closing) return { events: [], outcome: null };
  const data = { companyId, clientId, competence, closing, sealedEvents, manifestHash };
  return { events: [{ type: 'DossierMade', data }], outcome: null };
}

// Decisions on schedules of a company's accounts. Source: docs/spec/workflow.md#schedules.

export type CreateSchedule = Omit<ScheduleCreated['data'], 'scheduleId' | 'debitSign'> &
  Pick<Schedule, 'debitSign'>;
/** The event before its id is reserved. */
export type PlannedSchedule = DomainEvent<'ScheduleCreated', Omit<ScheduleCreated['data'], 'scheduleId'>>;

export type CreateOutcome =
  /** `scheduleId` null: that of the planned one. */
  Readonly<{ is: 'Scheduled'; scheduleId: number | null }> | Readonly<{ is: 'Refused'; problem: BooksProblem }>;

/**
 * A schedule of the same account, description, amount, kind and months that was not ended is the same one: nothing
 * is written.
 */
export function decideSchedule(state: Books, command: CreateSchedule): Decision<PlannedSchedule, CreateOutcome> {
  const { companyId, clientId, accountCode, amountCents, kind, first, months, debitSign } = command;
  const description = command.description.trim();
  const faults = scheduleFaultsOf({ description, amountCents, months });
  if (faults.length > 0)
    return { events: [], outcome: { is: 'Refused', problem: { is: 'ScheduleInvalid', faults } } };
  const rule = { companyId, clientId, accountCode, description, amountCents, kind, first, months };
  const data = debitSign === 0 ? rule : { ...rule, debitSign };
  const same = state.schedules.find((one) => one.endsAt === null && isSame(signedAs(one, debitSign), rule));
  if (same !== undefined) return { events: [], outcome: { is: 'Scheduled', scheduleId: same.scheduleId } };
  if (state.schedules.length >= SCHEDULES_MAX)
    return { events: [], outcome: { is: 'Refused', problem: { is: 'TooManySchedules' } } };
  return { events: [{ type: 'ScheduleCreated', data }], outcome: { is: 'Scheduled', scheduleId: null } };
}

export function completeSchedule({ type, data }: PlannedSchedule, scheduleId: number): ScheduleCreated {
  return { type, data: { ...data, scheduleId } };
}

const sameFields = ['accountCode', 'description', 'amountCents', 'kind', 'first', 'months'] as const;

function isSame(one: Pick<Schedule, (typeof sameFields)[number]>, other: typeof one): boolean {
  return sameFields.every((field) => one[field] === other[field]);
}

export function scheduleFaultsOf({
  description,
  amountCents,
  months,
}: Pick<CreateSchedule, 'description' | 'amountCents' | 'months'>): readonly ScheduleFault[] {
  const isDescribed = description !== '' && description.length <= SCHEDULE_DESCRIPTION_MAX;
  const isAmount =
    Number.isSafeInteger(amountCents) && amountCents !== 0 && Math.abs(amountCents) <= AMOUNT_MAX * 100;
  const isMonths = Number.isInteger(months) && months >= 1 && months <= SCHEDULE_MONTHS_MAX;
  return [
    ...(isDescribed ? [] : (['Description'] as const)),
    ...(isAmount ? [] : (['Amount'] as const)),
    ...(isMonths ? [] : (['Months'] as const)),
  ];
}

/**
 * `from`: the first competence in which it expects nothing more. Another one replaces it; the same writes nothing.
 */
export function decideEnd(
  state: Books,
  { companyId, clientId, scheduleId, from }: ScheduleEnded['data'],
): Decision<ScheduleEnded, BooksProblem | null> {
  const schedule = state.schedules.find((one) => one.scheduleId === scheduleId);
  if (schedule === undefined) return { events: [], outcome: { is: 'ScheduleNotFound' } };
  if (schedule.endsAt === from) return { events: [], outcome: null };
  return { events: [{ type: 'ScheduleEnded', data: { companyId, clientId, scheduleId, from } }], outcome: null };
}
