// Closing a competence and reopening it, and what a closing leaves undone, as data: it never blocks. Sentences:
// src/messages/closingWarnings.ts. Source: docs/spec/operator.md#releasing-and-closing.
import type { Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/decider.js';
import type { Problem } from '../problem.js';
import { currentVersion, isClosed, type Books } from './decide.js';
import type { CompetenceClosed, CompetenceReopened } from './events.js';

/** What the reconciliations of a competence stand at, from its own stream. */
export type WorkOfCompetence = Readonly<{
  /** The trial balance people reconcile, null before a release. */
  releasedTrialBalanceId: number | null;
  /** Reconciliations neither approved nor waived. */
  unfinished: number;
}>;

export type ClosingWarning =
  | Readonly<{ is: 'NothingImported'; competence: Competence }>
  | Readonly<{ is: 'NewestNotReleased'; competence: Competence; version: number }>
  | Readonly<{ is: 'ReconciliationsUnfinished'; competence: Competence; count: number }>
  /** Competences before this one that have a trial balance or were reopened, ascending. */
  | Readonly<{ is: 'EarlierCompetencesOpen'; competences: readonly Competence[] }>;

export type CloseCompetence = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  work: WorkOfCompetence;
}>;

/** Needs nothing: what is unfinished is a warning. Closing a closed competence changes nothing and warns the same. */
export function decideClose(
  state: Books,
  command: CloseCompetence,
): Decision<CompetenceClosed, readonly ClosingWarning[]> {
  const { companyId, clientId, competence, work } = command;
  const outcome = closingWarnings(state, competence, work);
  if (isClosed(state, competence)) return { events: [], outcome };
  return { events: [{ type: 'CompetenceClosed', data: { companyId, clientId, competence } }], outcome };
}

export type ReopenCompetence = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  reason: string;
}>;

export type ReopenRefusal = Extract<
  Problem,
  { is: 'ReasonMissing' | 'CompetenceNotClosed' | 'NotLastClosedCompetence' }
>;

/** Only the last closed competence can be reopened, with a reason; an open one has nothing to reopen. */
export function decideReopen(
  state: Books,
  command: ReopenCompetence,
): Decision<CompetenceReopened, ReopenRefusal | null> {
  const { companyId, clientId, competence } = command;
  const reason = command.reason.trim();
  if (reason === '') return { events: [], outcome: { is: 'ReasonMissing' } };
  if (!isClosed(state, competence)) return { events: [], outcome: { is: 'CompetenceNotClosed', competence } };
  const last = lastClosed(state);
  if (last !== null && last > competence)
    return { events: [], outcome: { is: 'NotLastClosedCompetence', competence, last } };
  return {
    events: [{ type: 'CompetenceReopened', data: { companyId, clientId, competence, reason } }],
    outcome: null,
  };
}

function lastClosed(state: Books): Competence | null {
  let last: string | null = null;
  for (const [competence, { closed }] of Object.entries(state.months))
    if (closed && (last === null || competence > last)) last = competence;
  return last as Competence | null;
}

function closingWarnings(state: Books, competence: Competence, work: WorkOfCompetence): readonly ClosingWarning[] {
  const warnings: ClosingWarning[] = [];
  const current = currentVersion(state, competence);
  if (current === null) warnings.push({ is: 'NothingImported', competence });
  else if (current.trialBalanceId !== work.releasedTrialBalanceId)
    warnings.push({ is: 'NewestNotReleased', competence, version: current.version });
  if (work.unfinished > 0) warnings.push({ is: 'ReconciliationsUnfinished', competence, count: work.unfinished });
  const earlier = Object.keys(state.months)
    .filter((month) => month < competence && state.months[month]?.closed === false)
    .sort() as Competence[];
  if (earlier.length > 0) warnings.push({ is: 'EarlierCompetencesOpen', competences: earlier });
  return warnings;
}
