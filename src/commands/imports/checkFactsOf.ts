// Collects the facts of the company's books that the check of a document needs.
import { currentVersion, hasEarlierCompetence, type Books } from '../../domain/books/fold.js';
import { nextCompetence, previousCompetence, type Competence } from '../../domain/kernel/competence.js';
import type { CheckFacts, Neighbour } from './document.js';

type Known = Pick<CheckFacts, 'cnpj' | 'competence' | 'currentMonth' | 'chartName' | 'chart' | 'includeChanges'>;

export function checkFactsOf(books: Books, known: Known): CheckFacts {
  const { competence, includeChanges } = known;
  const month = (of: Competence): Neighbour | null => {
    const version = currentVersion(books, of);
    return version && { ...version, competence: of };
  };
  return {
    ...known,
    previous:
      month(previousCompetence(competence)) ?? (hasEarlierCompetence(books, competence) ? 'notImported' : 'first'),
    next: month(nextCompetence(competence)),
    current: includeChanges ? month(competence) : null,
  };
}
