// Words of the stages and turns of a competence.
import { trialBalanceStatusWords } from '../domain/books/events.js';
import { wholeNumber } from './formats.js';
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
