// Sentences about schedules of accounts.
import { month, type Competence } from '../domain/kernel/competence.js';
import type { ScheduleCreated } from '../domain/books/events.js';
import { scheduleFaults, scheduleKinds, type ScheduleFault } from '../domain/books/schedules.js';
import { counted, money, wholeNumber } from './formats.js';

type Rule = Pick<ScheduleCreated['data'], 'amountCents' | 'kind' | 'first' | 'months'>;

/** `R$ 1.200,00 em 12 meses desde janeiro de 2026 (linear)` */
export function scheduleRule(
  { amountCents, kind, first, months }: Rule,
  amountOf: (cents: number) => string = money,
): string {
  const span = `em ${counted(months, 'mês', 'meses')}`;
  const each = kind === 'FIXED' ? 'por mês ' : '';
  return `${amountOf(amountCents)} ${each}${span} desde ${month(first)} (${scheduleKinds[kind].name.toLowerCase()})`;
}

export const SCHEDULE_CREATED = 'Cronograma criado: traga os itens do mês para a composição';
export const SCHEDULE_ENDED = 'Cronograma encerrado';
export const scheduleEndQuestion = (description: string, from: Competence): string =>
  `Encerrar o cronograma ${description} em ${month(from)}?`;
export const scheduleEndExplained = (from: Competence): string =>
  `De ${month(from)} em diante, ele não espera mais nada da conta. Não há como desfazer aqui.`;

/** The fields of the form that makes one. */
export const SCHEDULE_LABELS = {
  Description: 'Descrição',
  Amount: 'Valor',
  Months: 'Meses',
  First: 'Primeira competência',
} as const;
export const scheduleRefusal = (fault: ScheduleFault): string =>
  `${SCHEDULE_LABELS[fault]}: ${scheduleFaults[fault]}`;
export const SCHEDULE_FIRST_WRONG = `${SCHEDULE_LABELS.First}: informe o mês como 03/2026`;
export const SCHEDULE_SIDE_MISSING = `${SCHEDULE_LABELS.Amount}: informe também o lado, como 12.000,00 C`;

/** @param difference null: none */
export function scheduleExpectation(expected: string, difference: string | null): string {
  const itemText =
    difference === null ? 'o saldo contábil é o esperado' : `diferença do saldo contábil: ${difference}`;
  return `O cronograma espera ${expected} neste mês; ${itemText}.`;
}

/** @param monthsLeft months after the one that is shown */
export const scheduleLeft = (monthsLeft: number, months: number): string =>
  `${wholeNumber(Math.min(Math.max(monthsLeft, 0), months))} de ${counted(months, 'mês', 'meses')}`;

/** Beside the button that carries items; "" for none. */
export const scheduledText = (items: number): string =>
  items === 0 ? '' : `${counted(items, 'item', 'itens')} do cronograma`;
