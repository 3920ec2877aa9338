// Words of the stages and turns of a competence.
import type { ClosingWarning } from '../domain/books/closingWarnings.js';
import { trialBalanceStatusWords } from '../domain/books/events.js';
import type { ChecklistPoint } from '../domain/clients/rules.js';
import type { Competence } from '../domain/kernel/competence.js';
import { month, wholeNumber } from './formats.js';
import { roleNames } from './reconciliations.js';

/** Source: docs/spec/console.md#stages. */
export const stageNames: Readonly<
  Record<'AWAITING' | 'IMPORTED' | 'RELEASED' | 'IN_WORK' | 'READY' | 'CLOSED', string>
> = {
  AWAITING: 'Aguardando balancete',
  IMPORTED: trialBalanceStatusWords.IMPORTED.name,
  RELEASED: trialBalanceStatusWords.RELEASED.name,
  IN_WORK: 'Em conciliação',
  READY: 'Pronto para fechar',
  CLOSED: 'Fechado',
};

export const turnNames: Readonly<Record<'SUPERVISOR' | 'PREPARER' | 'REVIEWER' | 'APPROVER' | 'done', string>> = {
  ...roleNames,
  done: 'Concluídas',
};

/** @param company at the top of it */
export function groupName(company: string): string {
  return `Grupo ${company}`;
}

/** @param count above zero */
export function actsAfterClosing(count: number): string {
  return count === 1 ? '1 ato depois do fechamento' : `${wholeNumber(count)} atos depois do fechamento`;
}

// Warnings of closing a competence, in Portuguese.

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
  const months = competences.slice(0, MONTHS_MAX).map(month).join('; ');
  const more = competences.length - MONTHS_MAX;
  return `As competências anteriores ${months}${more > 0 ? ` e mais ${more}` : ''} estão abertas`;
}

// Words of the checklist of a closing and of what who closes declares.

export const NO_STATEMENT = 'nenhuma';
export const I_CONFIRM = 'Confirmo esta declaração';
export const STATEMENT_OF_CLOSING = 'Declaração de quem fecha';
export const POINTS_MISSING = 'Antes de fechar, conclua no checklist:';

/** `Inventário conferido (Supervisor, 3º dia útil, impede fechar)` */
export function pointText({ text, role, workingDay, blocking }: ChecklistPoint): string {
  const facts = [
    ...(role === null ? [] : [roleNames[role]]),
    ...(workingDay === null ? [] : [`${workingDay}º dia útil`]),
    ...(blocking ? ['impede fechar'] : []),
  ];
  return facts.length === 0 ? text : `${text} (${facts.join(', ')})`;
}

export function checklistTitle(competence: Competence, company: string): string {
  return `Checklist de ${month(competence)} de ${company}`;
}

export function pointTicked(point: string): string {
  return `Concluído: ${point}`;
}

export function pointReopened(point: string): string {
  return `Reaberto: ${point}`;
}
