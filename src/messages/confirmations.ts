// What the console asks before an act that cannot simply be taken back. Of the command line: operator/confirmations.ts.
import type { Competence } from '../domain/kernel/competence.js';
import { month, wholeNumber } from './formats.js';

export function closeQuestion(competence: Competence, company: string): string {
  return `Fechar ${month(competence)} de ${company}?`;
}

export function alreadyClosed(competence: Competence, company: string): string {
  return `A competência ${month(competence)} de ${company} já está fechada`;
}

export const WHAT_CLOSING_DOES =
  'Depois de fechada, a competência recusa importações e liberações. O que falta continua como está e pode ser feito depois, ' +
  'mas fica registrado como posterior ao fechamento.';
export const WHO_IS_WAITED_FOR = 'Quem ainda tem o que fazer';
export const NOTHING_UNFINISHED = 'Nada ficou por concluir.';

/** @param current the current month @returns null for a month that has ended */
export function unfinishedMonth(competence: Competence, current: Competence): string | null {
  if (competence < current) return null;
  return competence === current
    ? `O mês ${month(competence)} ainda não terminou`
    : `O mês ${month(competence)} ainda não começou`;
}

/** @param version as `03/2026, versão 2` */
export function releaseQuestion(version: string, company: string): string {
  return `Liberar ${version}, de ${company}?`;
}

export function fallenApprovals(count: number): string {
  return count === 1 ? '1 aprovação deixaria de valer.' : `${wholeNumber(count)} aprovações deixariam de valer.`;
}

export const EACH_BY_ITSELF = 'Cada uma é aceita ou recusada separadamente.';
/** @param version as in `releaseQuestion` @param fallen approvals that are not valid any more */
export function released(
  version: string,
  company: string,
  { reconciliations, fallen }: Readonly<{ reconciliations: number; fallen: number }>,
): string {
  const made = reconciliations === 1 ? '1 conciliação' : `${wholeNumber(reconciliations)} conciliações`;
  const lost =
    fallen === 1 ? '1 aprovação deixou de valer' : `${wholeNumber(fallen)} aprovações deixaram de valer`;
  return `${version}, de ${company}: balancete liberado, com ${made}${fallen === 0 ? '' : `. ${lost}`}`;
}

/** @param act its label */
export function bulkQuestion(act: string, count: number): string {
  return `${act} ${count === 1 ? '1 conciliação' : `${wholeNumber(count)} conciliações`}?`;
}
