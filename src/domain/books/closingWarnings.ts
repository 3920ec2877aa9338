// Warnings of closing a competence: unfinished work, which never blocks. The command makes them from the books,
// the page Competências from counts. Sentences: src/messages/closing.ts.
// Source: docs/spec/operator.md#releasing-and-closing.
import type { Competence } from '../kernel/competence.js';
import { currentVersion, type Books } from './fold.js';

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

/** Warnings that closing asks about first: work cut short, and months closed out of their order. */
export const wantsConfirmation = ({ is }: ClosingWarning): boolean =>
  is === 'ReconciliationsUnfinished' || is === 'EarlierCompetencesOpen';

/** What the warnings are made of, whether from the books or as read models count it. */
type ClosingFacts = Readonly<{
  competence: Competence;
  /** The newest version; null when nothing was imported. */
  current: Readonly<{ trialBalanceId: number; version: number }> | null;
  work: WorkOfCompetence;
  /** Earlier competences that are open, ascending. */
  openBefore: readonly Competence[];
}>;

export function closingWarnings({
  competence,
  current,
  work,
  openBefore,
}: ClosingFacts): readonly ClosingWarning[] {
  const warnings: ClosingWarning[] = [];
  if (current === null) warnings.push({ is: 'NothingImported', competence });
  else if (current.trialBalanceId !== work.releasedTrialBalanceId)
    warnings.push({ is: 'NewestNotReleased', competence, version: current.version });
  if (work.unfinished > 0) warnings.push({ is: 'ReconciliationsUnfinished', competence, count: work.unfinished });
  if (openBefore.length > 0) warnings.push({ is: 'EarlierCompetencesOpen', competences: openBefore });
  return warnings;
}

export function closingFacts(state: Books, competence: Competence, work: WorkOfCompetence): ClosingFacts {
  const openBefore = Object.entries(state.months)
    .filter(([month, { closed }]) => month < competence && !closed)
    .map(([month]) => month as Competence)
    .sort();
  return { competence, current: currentVersion(state, competence), work, openBefore };
}
