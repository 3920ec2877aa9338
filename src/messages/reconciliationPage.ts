// What the page of one reconciliation answers after an act.
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Act } from '../domain/reconciliation/transitions.js';
import type { Competence } from '../domain/kernel/competence.js';
import { money, month } from './formats.js';
import { actRefusalSentence, statusNames } from './reconciliations.js';

const notesDone: Readonly<Partial<Record<Act, string>>> = {
  carry: 'Itens em aberto trazidos do mês anterior.',
  compose: 'Composição salva.',
  adjust: 'Ajustes salvos.',
  explain: 'Explicação salva.',
  comment: 'Comentário registrado.',
  attach: 'Arquivo anexado.',
};

type Acted = Readonly<{ act: Act; status: ReconciliationStatus; account: string }>;

/** @param meanwhile what others did since the page was opened, in sentences */
export function actDone({ act, status, account }: Acted, meanwhile: readonly string[] = []): string {
  const done = notesDone[act] ?? `${account}: ${statusNames[status]}.`;
  return meanwhile.length === 0 ? done : `${done} Enquanto isso: ${meanwhile.join('; ')}.`;
}

/** For the person who acts, where the sentence for the command line speaks of a user. */
export function ownRefusalSentence(refusal: ActRefusal): string {
  switch (refusal.is) {
    case 'PreparedByThem':
      return 'Você elaborou esta conciliação e não pode revisá-la nem aprová-la';
    case 'ReviewedByThem':
      return 'Você revisou esta conciliação e não pode aprová-la';
    case 'NotTheirs':
      return 'Outra pessoa responde por esta etapa';
    case 'NotBalanced':
      return refusal.toleratedCents === undefined
        ? 'Para enviar, a diferença deve ser zero'
        : `Para enviar, a diferença pode ser de até ${money(refusal.toleratedCents)}`;
    default:
      return actRefusalSentence(refusal);
  }
}

/** @param when the day and time it was closed @param frozen whether its company's closed competences refuse work */
export function closedBand(competence: Competence, when: string, frozen: boolean): string {
  const next = frozen
    ? 'Por regra da empresa ela não aceita mais trabalho: peça a um Administrador do módulo que a reabra.'
    : 'O que for feito agora fica registrado depois do fechamento.';
  return `A competência ${month(competence)} foi fechada em ${when}. ${next}`;
}

/** @param amount the difference it was sent with */
export function acceptedBand(amount: string): string {
  return `Enviada com a diferença de ${amount}, dentro da tolerância da empresa: confira se pode ficar.`;
}

/** @param change from the balance compared with, @param before that balance */
export function variationBand(change: string, before: string): string {
  return `O saldo variou ${change} em relação a ${before}: explique antes de enviar.`;
}

export const AFTER_CLOSING = 'depois do fechamento';

/** @param rows how many are wrong; 0: what is wrong is about all of them */
export function itemsNotSaved(act: Act, rows: number): string {
  const wrong =
    rows === 0 ? 'corrija' : rows === 1 ? 'corrija a linha indicada' : `corrija as ${rows} linhas indicadas`;
  return `Nada foi salvo em ${act === 'compose' ? 'Composição' : 'Ajustes'}: ${wrong} e salve de novo.`;
}

/** @param faults of a row of a form, beside which it is shown */
export function rowNotSaved(row: number, faults: readonly string[]): string {
  return `Linha ${row}: ${faults.join('. ')}. Nada foi salvo.`;
}

export const CHANGED_MEANWHILE =
  'A conciliação mudou enquanto você preenchia. Nada do que você enviou foi gravado.';
export const SEND_AGAIN = 'Confira e envie de novo.';
export const NO_FILE = 'Escolha um arquivo';
export const SIDES_ASKED =
  'Os valores são créditos? O saldo desta conta é credor, e há valores sem lado. A resposta vale para as próximas vezes; um valor ' +
  'com D ou C é lido como está.';
export const UNSAVED = 'Linhas não salvas';

/** After an act, with what comes next. */
export const andNext = (act: string): string => `${act} e ir para a próxima`;

/** Of the balances of an account over some months. */
export function seriesText(before: string, from: Competence, now: string): string {
  return `Saldo desde ${month(from)}: de ${before} a ${now}`;
}
