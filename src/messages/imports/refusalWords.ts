// A refused import in the words its caller was answered, as the event of the refusal keeps them.
import type { Problem } from '../../domain/problem.js';
import { problemMessage, refusalSentences } from '../problems.js';

export type RefusalWords = Readonly<{
  code: 'IMPORTACAO_RECUSADA' | 'COMPETENCE_CLOSED' | 'NEXT_COMPETENCE_CLOSED';
  error: string;
  reasons: readonly string[];
  reasonCount: number;
}>;

/**
 * Null for a problem that leaves no event: only a 400 or 409 of the import itself does
 * (docs/spec/imports.md#recorded-refusals).
 */
export function refusalWords(problem: Problem): RefusalWords | null {
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
