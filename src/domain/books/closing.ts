// What a closing leaves undone, as data. It never blocks (decisions 10). Sentences: src/messages/closing.ts.
import type { Competence } from '../competence/competence.js';
import type { Books } from './decider.js';

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

export function closingWarnings(
  state: Books,
  competence: Competence,
  work: WorkOfCompetence,
): readonly ClosingWarning[] {
  const warnings: ClosingWarning[] = [];
  const current = state.months[competence]?.current ?? null;
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
