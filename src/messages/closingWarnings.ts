// Warnings of closing a competence, in Portuguese.
import type { ClosingWarning } from '../domain/books/closingWarnings.js';
import { month, wholeNumber } from './formats.js';

/** Months named in one sentence; the rest is a count. */
const MONTHS_MAX = 12;

/** No default branch: a new warning needs a sentence to compile. */
export function closingWarningSentence(warning: ClosingWarning): string {
  switch (warning.is) {
    case 'NothingImported':
      return `Nenhum balancete de ${month(warning.competence)} foi importado`;
    case 'NewestNotReleased':
      return `A versão ${warning.version} do balancete de ${month(warning.competence)} não foi liberada`;
    case 'ReconciliationsUnfinished':
      return warning.count === 1
        ? `1 conciliação de ${month(warning.competence)} não está concluída`
        : `${wholeNumber(warning.count)} conciliações de ${month(warning.competence)} não estão concluídas`;
    case 'EarlierCompetencesOpen':
      return earlierOpen(warning.competences);
  }
}

function earlierOpen(competences: readonly Parameters<typeof month>[0][]): string {
  const [first, ...others] = competences;
  if (first !== undefined && others.length === 0) return `A competência anterior ${month(first)} está aberta`;
  const named = competences.slice(0, MONTHS_MAX).map(month).join('; ');
  const more = competences.length - MONTHS_MAX;
  return `As competências anteriores ${named}${more > 0 ? ` e mais ${more}` : ''} estão abertas`;
}
