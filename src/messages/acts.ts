// The acts of a reconciliation in Portuguese: the infinitive for refusals, and the past tense for the history.
// The acts themselves: domain/reconciliation/transitions.ts.
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { acts, type Act, type Move, type Note } from '../domain/reconciliation/transitions.js';
import { counted } from './formats.js';

/** The reconciliations of an act: as the object of a sentence, after “de” and after “a”. */
export type Mention = Readonly<{ it: string; ofIt: string; toIt: string }>;

/** `to` and `status` are appended as they are: ` a Ana`, ` para revisão`, or empty. `takenOver`: from another person. */
type MoveDetails = Readonly<{ to: string; status: string; takenOver: boolean }>;

/** `label`: on screen. `path`: the last part of its address in the console. */
type Words = Readonly<{ label: string; path: string; infinitive: string }>;
type MoveWords = Words & Readonly<{ past(it: Mention, details: MoveDetails): string }>;

/** Acts that change the state. */
const moveWords: Readonly<Record<Move, MoveWords>> = {
  assign: {
    ...{ label: 'Atribuir', path: 'atribuir' },
    infinitive: 'atribuir a conciliação',
    past: ({ it }, { to }) => `atribuiu ${it}${to}`,
  },
  start: {
    ...{ label: 'Iniciar', path: 'iniciar' },
    infinitive: 'iniciar a conciliação',
    past: ({ ofIt }, { takenOver }) => `${takenOver ? 'assumiu' : 'iniciou'} a elaboração ${ofIt}`,
  },
  'ask-documents': {
    ...{ label: 'Pedir documentos', path: 'pedir-documentos' },
    infinitive: 'pedir documentos',
    past: ({ it }) => `pediu documentos para ${it}`,
  },
  'ask-adjustment': {
    ...{ label: 'Pedir ajuste', path: 'pedir-ajuste' },
    infinitive: 'pedir um ajuste',
    past: ({ it }) => `pediu um ajuste no ERP para ${it}`,
  },
  resume: {
    ...{ label: 'Retomar', path: 'retomar' },
    infinitive: 'retomar a conciliação',
    past: ({ ofIt }) => `retomou a elaboração ${ofIt}`,
  },
  submit: {
    ...{ label: 'Enviar', path: 'enviar' },
    infinitive: 'enviar a conciliação',
    past: ({ it }, { status }) => `enviou ${it}${status}`,
  },
  recall: {
    ...{ label: 'Recolher', path: 'recolher' },
    infinitive: 'recolher a conciliação',
    past: ({ it }) => `recolheu ${it} antes da revisão`,
  },
  open: {
    ...{ label: 'Começar a revisão', path: 'abrir' },
    infinitive: 'abrir a conciliação para revisão ou aprovação',
    past: ({ it }, { status, takenOver }) => `${takenOver ? 'assumiu' : 'abriu'} ${it}${status}`,
  },
  pass: {
    ...{ label: 'Encaminhar para aprovação', path: 'passar' },
    infinitive: 'encaminhar a conciliação para aprovação',
    past: ({ it }) => `revisou ${it} e encaminhou para aprovação`,
  },
  return: {
    ...{ label: 'Devolver', path: 'devolver' },
    infinitive: 'devolver a conciliação',
    past: ({ it }) => `devolveu ${it} na revisão`,
  },
  approve: {
    ...{ label: 'Aprovar', path: 'aprovar' },
    infinitive: 'aprovar a conciliação',
    past: ({ it }) => `aprovou ${it}`,
  },
  reject: {
    ...{ label: 'Rejeitar', path: 'rejeitar' },
    infinitive: 'rejeitar a conciliação',
    past: ({ it }) => `rejeitou ${it}`,
  },
  reopen: {
    ...{ label: 'Reabrir', path: 'reabrir' },
    infinitive: 'reabrir a conciliação',
    past: ({ it }) => `reabriu ${it}`,
  },
  waive: {
    ...{ label: 'Dispensar', path: 'dispensar' },
    infinitive: 'dispensar a conciliação',
    past: ({ it }) => `dispensou ${it}`,
  },
  restore: {
    ...{ label: 'Restaurar', path: 'restaurar' },
    infinitive: 'restaurar a conciliação',
    past: ({ it }) => `restaurou ${it}`,
  },
};

/** Acts that keep the state; the history has an event type for each. */
const noteWords: Readonly<Record<Note, Words>> = {
  carry: {
    label: 'Trazer do mês anterior',
    path: 'trazer',
    infinitive: 'trazer os itens em aberto do mês anterior',
  },
  compose: { label: 'Salvar composição', path: 'composicao', infinitive: 'registrar a composição' },
  adjust: { label: 'Salvar ajustes', path: 'ajustes', infinitive: 'registrar ajustes' },
  explain: { label: 'Salvar explicação', path: 'explicacao', infinitive: 'explicar a variação' },
  comment: { label: 'Comentar', path: 'comentar', infinitive: 'comentar a conciliação' },
  attach: { label: 'Anexar', path: 'evidencias', infinitive: 'anexar evidências' },
};

const actWords: Readonly<Record<Act, Words>> = { ...moveWords, ...noteWords };
/** The names of the acts on screen. Source: docs/spec/workflow.md#acts. */
export const actLabels = each('label');
/** The last part of the address of each act in the console. */
export const actPaths = each('path');

function each(word: keyof Words): Readonly<Record<Act, string>> {
  return Object.fromEntries(acts.map((act) => [act, actWords[act][word]])) as Record<Act, string>;
}

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

/** The keys that press their buttons. */
export const actKeys: Readonly<Partial<Record<Act, string>>> = { submit: 'e', pass: 'p', approve: 'a' };

/** What an act on several did. */
export function actDoneOn(act: Act, done: number, refused: number): string {
  const told = `${actLabels[act]}: ${counted(done, 'feita')}`;
  return refused === 0 ? `${told}.` : `${told}, ${bulkRefused(refused)}.`;
}

export const bulkRefused = (count: number): string => counted(count, 'recusada');

/** The justification of what takes an act back. */
export const undoReason = 'Desfeito logo depois';

/** Follows “não é possível” and “pode”. */
export function infinitiveOf(act: Act): string {
  return actWords[act].infinitive;
}
