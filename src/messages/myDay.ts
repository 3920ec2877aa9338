// Words of Meu dia: what is to be done in each state, and how far a deadline is.
import { DAY_MS, SAO_PAULO_BEHIND_UTC_MS } from '../domain/kernel/calendarDate.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { wholeNumber } from './formats.js';

/** Why one waits for somebody; "" for those that wait for nobody. */
export const waitingReasons: Readonly<Record<ReconciliationStatus, string>> = {
  PENDING: 'Sem elaborador: atribua',
  NOT_STARTED: 'Não iniciada',
  IN_ELABORATION: 'Em elaboração: conclua e envie',
  AWAITING_DOCUMENTS: 'Aguarda documentos',
  AWAITING_ADJUSTMENT: 'Aguarda ajuste',
  SUBMITTED_FOR_REVIEW: 'Espera a sua revisão',
  IN_REVIEW: 'Revisão começada: conclua',
  RETURNED_BY_REVIEW: 'Devolvida pela revisão',
  SUBMITTED_FOR_APPROVAL: 'Espera a sua aprovação',
  IN_APPROVAL: 'Espera a sua aprovação',
  REJECTED: 'Rejeitada na aprovação',
  APPROVED: '',
  AUTO_APPROVED: '',
  BALANCE_CHANGED: 'O saldo mudou: concilie de novo',
  REOPENED: 'Reaberta: concilie de novo',
  WAIVED: '',
};

/** `há 15 dias`, `hoje`, `em 3 dias`, by days of America/Sao_Paulo. @param at ISO 8601 UTC */
export function daysFrom(at: string, now: Date): string {
  const dayOf = (time: number): number => Math.floor((time - SAO_PAULO_BEHIND_UTC_MS) / DAY_MS);
  const days = dayOf(Date.parse(at)) - dayOf(now.getTime());
  if (days === 0) return 'hoje';
  const counted = Math.abs(days) === 1 ? '1 dia' : `${wholeNumber(Math.abs(days))} dias`;
  return days < 0 ? `há ${counted}` : `em ${counted}`;
}

/** Nothing waits for the person: what they see next. */
export const nothingWaits = 'Nada espera por você agora.';
export const nothingLate = 'Ninguém está atrasado.';
/** Where more are late than are counted. */
export const countedOnly = (count: number): string => `Conta apenas ${wholeNumber(count)} das atrasadas.`;
export const nothingBlocks = 'Nada impede o fechamento.';
export const nothingClosed = 'Nenhuma competência foi fechada ainda.';
