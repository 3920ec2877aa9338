// What the page of one reconciliation answers after an act.
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Act } from '../domain/reconciliation/transitions.js';
import { actLabels } from './acts.js';
import { actRefusalSentence, statusNames } from './reconciliations.js';

const notesDone: Readonly<Partial<Record<Act, string>>> = {
  compose: 'Composição salva.',
  adjust: 'Ajustes salvos.',
  comment: 'Comentário registrado.',
  attach: 'Arquivo anexado.',
};

/** @param meanwhile what others did since the page was opened, in sentences */
export function actDone(act: Act, status: ReconciliationStatus, meanwhile: readonly string[] = []): string {
  const done = notesDone[act] ?? `${actLabels[act]}: feito. Estado atual: ${statusNames[status]}.`;
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
    default:
      return actRefusalSentence(refusal);
  }
}

export const CHANGED_MEANWHILE =
  'A conciliação mudou enquanto você preenchia. Nada do que você enviou foi gravado.';
export const SEND_AGAIN = 'Confira e envie de novo.';
export const NO_FILE = 'Escolha um arquivo';
export const ONE_FILE = 'Envie um arquivo de cada vez';
