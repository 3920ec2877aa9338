// The sentences of a refused import, as answered and as stored in the event of the refusal.
import type { Problem } from '../../domain/problem.js';
import { problemMessage, refusalSentences } from '../problems.js';

export type RecordedRefusal = Readonly<{
  code: 'IMPORTACAO_RECUSADA' | 'COMPETENCE_CLOSED' | 'NEXT_COMPETENCE_CLOSED';
  error: string;
  reasons: readonly string[];
  reasonCount: number;
}>;

/**
 * Null for a problem that is not recorded: only those answered 400 or 409 by the import itself are
 * (docs/spec/imports.md#recorded-refusals).
 */
export function describeRefusal(problem: Problem): RecordedRefusal | null {
  switch (problem.is) {
    case 'ImportRefused': {
      const reasonCount = problem.reasons.length + problem.lineErrorCount;
      const { error } = problemMessage(problem);
      return { code: 'IMPORTACAO_RECUSADA', error, reasons: refusalSentences(problem), reasonCount };
    }
    case 'CompetenceClosed':
    case 'NextCompetenceClosed': {
      const { error } = problemMessage(problem);
      const code = problem.is === 'CompetenceClosed' ? 'COMPETENCE_CLOSED' : 'NEXT_COMPETENCE_CLOSED';
      return { code, error, reasons: [error], reasonCount: 1 };
    }
    default:
      return null;
  }
}
