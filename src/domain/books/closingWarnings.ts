// Warnings of closing a competence: unfinished work, which never blocks. Sentences: src/messages/closingWarnings.ts.
// Source: docs/spec/operator.md#releasing-and-closing.
import type { Competence } from '../kernel/competence.js';
import { currentVersion, type Books } from './fold.js';

/** The state of the competence's reconciliations. */
export type WorkOfCompetence = Readonly<{
  /** Null before the first release. */
  releasedTrialBalanceId: number | null;
  /** Reconciliations neither approved nor waived. */
  unfinished: number;
}>;

export type ClosingWarning =
  | Readonly<{ is: 'NothingImported'; competence: Competence }>
  | Readonly<{ is: 'NewestNotReleased'; competence: Competence; version: number }>
  | Readonly<{ is: 'ReconciliationsUnfinished'; competence: Competence; count: number }>
  /** Earlier competences that have a trial balance or were reopened, ascending. */
  | Readonly<{ is: 'EarlierCompetencesOpen'; competences: readonly Competence[] }>;

export function closingWarnings(
  state: Books,
  competence: Competence,
  work: WorkOfCompetence,
): readonly ClosingWarning[] {
  const warnings: ClosingWarning[] = [];
  const current = currentVersion(state, competence);
  if (current === null) warnings.push({ is: 'NothingImported', competence });
  else if (current.trialBalanceId !== work.releasedTrialBalanceId)
    warnings.push({ is: 'NewestNotReleased', competence, version: current.version });
  if (work.unfinished > 0) warnings.push({ is: 'ReconciliationsUnfinished', competence, count: work.unfinished });
  const earlier = Object.entries(state.months)
    .filter(([month, { closed }]) => month < competence && !closed)
    .map(([month]) => month as Competence)
    .sort();
  if (earlier.length > 0) warnings.push({ is: 'EarlierCompetencesOpen', competences: earlier });
  return warnings;
}
