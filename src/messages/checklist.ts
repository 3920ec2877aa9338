// Words of the checklist of a closing and of what who closes declares.
import type { ChecklistPoint } from '../domain/clients/rules.js';
import type { Competence } from '../domain/kernel/competence.js';
import { month } from './formats.js';
import { roleNames } from './reconciliations.js';

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
