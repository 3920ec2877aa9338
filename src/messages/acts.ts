// The acts of a reconciliation in Portuguese: the infinitive for refusals, and the past tense for the history.
// The acts themselves: domain/reconciliation/transitions.ts.
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import type { Act, Move, Note } from '../domain/reconciliation/transitions.js';
import { wholeNumber } from './formats.js';

/** The reconciliations of an act: as the object of a sentence, after “de” and after “a”. */
export type Mention = Readonly<{ it: string; ofIt: string; toIt: string }>;

/** `to` and `status` are appended as they are: ` a Ana`, ` para revisão`, or empty. `takenOver`: from another person. */
type MoveDetails = Readonly<{ to: string; status: string; takenOver: boolean }>;

type MoveWords = Readonly<{ infinitive: string; past(it: Mention, details: MoveDetails): string }>;

/** Acts that change the state. */
const moveWords: Readonly<Record<Move, MoveWords>> = {
  assign: {
    infinitive: 'atribuir a conciliação',
    past: ({ it }, { to }) => `atribuiu ${it}${to}`,
  },
  start: {
    infinitive: 'iniciar a conciliação',
    past: ({ ofIt }, { takenOver }) => `${takenOver ? 'assumiu' : 'iniciou'} a elaboração ${ofIt}`,
  },
  'ask-documents': {
    infinitive: 'pedir documentos',
    past: ({ it }) => `pediu documentos para ${it}`,
  },
  'ask-adjustment': {
    infinitive: 'pedir um ajuste',
    past: ({ it }) => `pediu um ajuste no ERP para ${it}`,
  },
  resume: {
    infinitive: 'retomar a conciliação',
    past: ({ ofIt }) => `retomou a elaboração ${ofIt}`,
  },
  submit: {
    infinitive: 'enviar a conciliação',
    past: ({ it }, { status }) => `enviou ${it}${status}`,
  },
  recall: {
    infinitive: 'recolher a conciliação',
    past: ({ it }) => `recolheu ${it} antes da revisão`,
  },
  open: {
    infinitive: 'abrir a conciliação para revisão ou aprovação',
    past: ({ it }, { status, takenOver }) => `${takenOver ? 'assumiu' : 'abriu'} ${it}${status}`,
  },
  pass: {
    infinitive: 'encaminhar a conciliação para aprovação',
    past: ({ it }) => `revisou ${it} e encaminhou para aprovação`,
  },
  return: {
    infinitive: 'devolver a conciliação',
    past: ({ it }) => `devolveu ${it} na revisão`,
  },
  approve: {
    infinitive: 'aprovar a conciliação',
    past: ({ it }) => `aprovou ${it}`,
  },
  reject: {
    infinitive: 'rejeitar a conciliação',
    past: ({ it }) => `rejeitou ${it}`,
  },
  reopen: {
    infinitive: 'reabrir a conciliação',
    past: ({ it }) => `reabriu ${it}`,
  },
  waive: {
    infinitive: 'dispensar a conciliação',
    past: ({ it }) => `dispensou ${it}`,
  },
  restore: {
    infinitive: 'restaurar a conciliação',
    past: ({ it }) => `restaurou ${it}`,
  },
};

/** `from` and `status` are null when the reconciliations of the act differ; `ownerName`: who acts next, null for nobody. */
export type MoveFacts = Readonly<{
  move: Move;
  from: ReconciliationStatus | null;
  status: ReconciliationStatus | null;
  ownerName: string | null;
}>;

/** In the past tense, without who did it: `devolveu a conciliação na revisão`. */
export function movePhrase({ move, from, status, ownerName }: MoveFacts, it: Mention): string {
  return moveWords[move].past(it, {
    to: ownerName === null ? '' : ` a ${ownerName}`,
    status: status === null ? '' : (forWhom[status] ?? ''),
    takenOver: from !== null && STEPS_UNDER_WAY.includes(from),
  });
}

const forWhom: Readonly<Partial<Record<ReconciliationStatus, string>>> = {
  SUBMITTED_FOR_REVIEW: ' para revisão',
  SUBMITTED_FOR_APPROVAL: ' para aprovação',
  IN_REVIEW: ' para revisão',
  IN_APPROVAL: ' para aprovação',
};

/** A `start` or `open` from these states takes over another person's step. */
const STEPS_UNDER_WAY: readonly ReconciliationStatus[] = [
  'IN_ELABORATION',
  'AWAITING_DOCUMENTS',
  'AWAITING_ADJUSTMENT',
  'IN_REVIEW',
  'IN_APPROVAL',
];

/** The names of the acts on screen. Source: docs/spec/workflow.md#acts. */
export const actLabels: Readonly<Record<Act, string>> = {
  start: 'Iniciar',
  'ask-documents': 'Pedir documentos',
  'ask-adjustment': 'Pedir ajuste',
  resume: 'Retomar',
  submit: 'Enviar',
  recall: 'Recolher',
  open: 'Começar a revisão',
  pass: 'Encaminhar para aprovação',
  return: 'Devolver',
  approve: 'Aprovar',
  reject: 'Rejeitar',
  reopen: 'Reabrir',
  waive: 'Dispensar',
  restore: 'Restaurar',
  assign: 'Atribuir',
  carry: 'Trazer do mês anterior',
  comment: 'Comentar',
  explain: 'Salvar explicação',
  compose: 'Salvar composição',
  adjust: 'Salvar ajustes',
  attach: 'Anexar',
};

/** The keys that press their buttons. */
export const actKeys: Readonly<Partial<Record<Act, string>>> = { submit: 'e', pass: 'p', approve: 'a' };

/** What an act on several did. */
export function actDoneOn(act: Act, done: number, refused: number): string {
  const told = `${actLabels[act]}: ${counted(done, 'feita')}`;
  return refused === 0 ? `${told}.` : `${told}, ${bulkRefused(refused)}.`;
}

export const bulkRefused = (count: number): string => counted(count, 'recusada');

function counted(count: number, one: string): string {
  return `${wholeNumber(count)} ${count === 1 ? one : `${one}s`}`;
}

/** The justification of what takes an act back. */
export const undoReason = 'Desfeito logo depois';

/** The last part of the address of each act in the console. */
export const actPaths: Readonly<Record<Act, string>> = {
  assign: 'atribuir',
  start: 'iniciar',
  'ask-documents': 'pedir-documentos',
  'ask-adjustment': 'pedir-ajuste',
  resume: 'retomar',
  submit: 'enviar',
  recall: 'recolher',
  open: 'abrir',
  pass: 'passar',
  return: 'devolver',
  approve: 'aprovar',
  reject: 'rejeitar',
  reopen: 'reabrir',
  waive: 'dispensar',
  restore: 'restaurar',
  carry: 'trazer',
  explain: 'explicacao',
  compose: 'composicao',
  adjust: 'ajustes',
  comment: 'comentar',
  attach: 'evidencias',
};

/** Acts that keep the state; the history has an event type for each. */
const noteInfinitives: Readonly<Record<Note, string>> = {
  carry: 'trazer os itens em aberto do mês anterior',
  compose: 'registrar a composição',
  adjust: 'registrar ajustes',
  explain: 'explicar a variação',
  comment: 'comentar a conciliação',
  attach: 'anexar evidências',
};

/** Follows “não é possível” and “pode”. */
export function infinitiveOf(act: Act): string {
  return act in noteInfinitives ? noteInfinitives[act as Note] : moveWords[act as Move].infinitive;
}
