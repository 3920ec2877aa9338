// The sentences of a refused import, as answered and as stored in the event of the refusal.
import type { RecordedRefusal } from '../../domain/books/events.js';
import type { Problem } from '../../domain/problem.js';
import { problemMessage, refusalSentences } from '../problems.js';

/**
 * Null for a problem that is not recorded: only those answered 400, 403 or 409 by the import itself are
 * (docs/spec/imports.md#recorded-refusals).
 */
export function describeRefusal(problem: Problem): RecordedRefusal | null {
  const { error } = problemMessage(problem);
  const single = (code: RecordedRefusal['code']) => ({ code, error, reasons: [error], reasonCount: 1 });
  switch (problem.is) {
    case 'ImportRefused': {
      const reasonCount = problem.reasons.length + problem.lineErrorCount;
      return { code: 'IMPORTACAO_RECUSADA', error, reasons: refusalSentences(problem), reasonCount };
    }
    case 'CompanyNotActive':
      return single('EMPRESA_INATIVA');
    case 'ModuleNotContracted':
      return single('MODULO_NAO_CONTRATADO');
    case 'CompetenceClosed':
      return single('COMPETENCE_CLOSED');
    case 'NextCompetenceClosed':
      return single('NEXT_COMPETENCE_CLOSED');
    default:
      return null;
  }
}
