// Decisions on a company's books: importing a trial balance, closing and reopening a competence.
// Source: docs/spec/imports.md#closed-competences, docs/spec/imports.md#resend,
// docs/spec/operator.md#releasing-and-closing.
import { nextCompetence, type Competence } from '../kernel/competence.js';
import type { Decision, DomainEvent } from '../kernel/event.js';
import { closingFacts, closingWarnings, type ClosingWarning, type WorkOfCompetence } from './closingWarnings.js';
import type { CompetenceClosed, CompetenceReopened, TrialBalanceVersioned } from './events.js';
import { currentVersion, isClosed, tickedPoints, type Books } from './fold.js';
import type { CloseRefusal, ImportRefusal, ReopenRefusal } from './refusals.js';

/** The event's data without what the decision computes. */
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
  | Readonly<{ is: 'Refused'; problem: ImportRefusal }>;

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
  const data: PlannedVersion['data'] = {
    companyId: command.companyId,
    clientId: command.clientId,
    cnpj: command.cnpj,
    competence: command.competence,
    version,
    supersedes: current?.trialBalanceId ?? null,
    chartId: command.chartId,
    chartName: command.chartName,
    chartVersion: command.chartVersion,
    contentHash: command.contentHash,
    lineCount: command.lineCount,
    received: command.received,
    ignoredNotInChart: command.ignoredNotInChart,
    ignoredNotReconciled: command.ignoredNotReconciled,
    convention: command.convention,
    source: command.source,
    ...(command.warnings && { warnings: command.warnings }),
    ...(command.warningCount !== undefined && { warningCount: command.warningCount }),
  };
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
 * Whether this competence, or the next one, is closed for an import. Takes precedence over refusals of the content.
 * @param contentHash null when the content was refused and so cannot equal the current version's
 */
export function competenceRefusal(
  state: Books,
  competence: Competence,
  contentHash: string | null,
): ImportRefusal | null {
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

export type CloseOutcome = Readonly<{ warnings: readonly ClosingWarning[]; refusal: CloseRefusal | null }>;

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

function closeRefusal(state: Books, command: CloseCompetence): CloseRefusal | null {
  const { competence, blocking, statement, confirmed } = command;
  const points = blocking.filter((point) => !tickedPoints(state, competence).includes(point));
  if (points.length > 0) return { is: 'ClosingPointsPending', competence, points };
  return statement === null || statement === confirmed ? null : { is: 'StatementNotConfirmed', statement };
}

export type ReopenCompetence = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  reason: string;
}>;

/** Only the last closed competence can be reopened, and only with a reason. */
export function decideReopen(
  state: Books,
  command: ReopenCompetence,
): Decision<CompetenceReopened, ReopenRefusal | null> {
  const { companyId, clientId, competence } = command;
  const reason = command.reason.trim();
  if (reason === '') return { events: [], outcome: { is: 'ReasonMissing' } };
  if (!isClosed(state, competence)) return { events: [], outcome: { is: 'CompetenceNotClosed', competence } };
  const last = lastClosed(state, competence);
  if (last > competence) return { events: [], outcome: { is: 'NotLastClosedCompetence', competence, last } };
  return {
    events: [{ type: 'CompetenceReopened', data: { companyId, clientId, competence, reason } }],
    outcome: null,
  };
}

/** @param closed a closed competence */
function lastClosed(state: Books, closed: Competence): Competence {
  return Object.entries(state.months).reduce(
    (last, [month, { closed: isMonthClosed }]) => (isMonthClosed && month > last ? (month as Competence) : last),
    closed,
  );
}
