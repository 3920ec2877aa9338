// The acts on a reconciliation with their words, and the transitions as one table; others are refused. Releases
// change states too: release.ts.
// Source: docs/spec/workflow.md#transitions.
import type { Role } from '../clients/roles.js';
import { namesOf, valuesOf, type Vocabulary, type Word } from '../kernel/vocabulary.js';
import type { ReconciliationStatus } from './states.js';

/** The reconciliations of an act: as the object of a sentence, after “de” and after “a”. */
export type Mention = Readonly<{ it: string; ofIt: string; toIt: string }>;

/**
 * `to` and `status` are appended as they are: ` a Ana`, ` para revisão`, or empty. `takenOver`: from another
 * person.
 */
type MoveDetails = Readonly<{ to: string; status: string; takenOver: boolean }>;

/** `name`: on screen. `path`: the last part of its address in the console. `done`: what the console answers. */
type Words = Word & Readonly<{ path: string; infinitive: string }>;
type NoteWords = Words & Readonly<{ done: string }>;
type MoveWords = Words & Readonly<{ past(it: Mention, details: MoveDetails): string }>;

export const moves = {
  assign: {
    name: 'Atribuir',
    path: 'atribuir',
    infinitive: 'atribuir a conciliação',
    past: ({ it }, { to }) => `atribuiu ${it}${to}`,
  },
  start: {
    name: 'Iniciar',
    path: 'iniciar',
    infinitive: 'iniciar a conciliação',
    past: ({ ofIt }, { takenOver }) => `${takenOver ? 'assumiu' : 'iniciou'} a elaboração ${ofIt}`,
  },
  'ask-documents': {
    name: 'Pedir documentos',
    path: 'pedir-documentos',
    infinitive: 'pedir documentos',
    past: ({ it }) => `pediu documentos para ${it}`,
  },
  'ask-adjustment': {
    name: 'Pedir ajuste',
    path: 'pedir-ajuste',
    infinitive: 'pedir um ajuste',
    past: ({ it }) => `pediu um ajuste no ERP para ${it}`,
  },
  resume: {
    name: 'Retomar',
    path: 'retomar',
    infinitive: 'retomar a conciliação',
    past: ({ ofIt }) => `retomou a elaboração ${ofIt}`,
  },
  submit: {
    name: 'Enviar',
    path: 'enviar',
    infinitive: 'enviar a conciliação',
    past: ({ it }, { status }) => `enviou ${it}${status}`,
  },
  recall: {
    name: 'Recolher',
    path: 'recolher',
    infinitive: 'recolher a conciliação',
    past: ({ it }) => `recolheu ${it} antes da revisão`,
  },
  open: {
    name: 'Começar a revisão',
    path: 'abrir',
    infinitive: 'abrir a conciliação para revisão ou aprovação',
    past: ({ it }, { status, takenOver }) => `${takenOver ? 'assumiu' : 'abriu'} ${it}${status}`,
  },
  pass: {
    name: 'Encaminhar para aprovação',
    path: 'passar',
    infinitive: 'encaminhar a conciliação para aprovação',
    past: ({ it }) => `revisou ${it} e encaminhou para aprovação`,
  },
  return: {
    name: 'Devolver',
    path: 'devolver',
    infinitive: 'devolver a conciliação',
    past: ({ it }) => `devolveu ${it} na revisão`,
  },
  approve: {
    name: 'Aprovar',
    path: 'aprovar',
    infinitive: 'aprovar a conciliação',
    past: ({ it }) => `aprovou ${it}`,
  },
  reject: {
    name: 'Rejeitar',
    path: 'rejeitar',
    infinitive: 'rejeitar a conciliação',
    past: ({ it }) => `rejeitou ${it}`,
  },
  reopen: {
    name: 'Reabrir',
    path: 'reabrir',
    infinitive: 'reabrir a conciliação',
    past: ({ it }) => `reabriu ${it}`,
  },
  waive: {
    name: 'Dispensar',
    path: 'dispensar',
    infinitive: 'dispensar a conciliação',
    past: ({ it }) => `dispensou ${it}`,
  },
  restore: {
    name: 'Restaurar',
    path: 'restaurar',
    infinitive: 'restaurar a conciliação',
    past: ({ it }) => `restaurou ${it}`,
  },
} as const satisfies Vocabulary<string, MoveWords>;
export type Move = keyof typeof moves;

/** Acts that keep the state; the history has an event type for each. */
export const notes = {
  carry: {
    name: 'Trazer do mês anterior',
    path: 'trazer',
    infinitive: 'trazer os itens em aberto do mês anterior',
    done: 'Itens em aberto trazidos do mês anterior.',
  },
  compose: {
    name: 'Salvar composição',
    path: 'composicao',
    infinitive: 'registrar a composição',
    done: 'Composição salva.',
  },
  adjust: { name: 'Salvar ajustes', path: 'ajustes', infinitive: 'registrar ajustes', done: 'Ajustes salvos.' },
  explain: {
    name: 'Salvar explicação',
    path: 'explicacao',
    infinitive: 'explicar a variação',
    done: 'Explicação salva.',
  },
  comment: {
    name: 'Comentar',
    path: 'comentar',
    infinitive: 'comentar a conciliação',
    done: 'Comentário registrado.',
  },
  attach: { name: 'Anexar', path: 'evidencias', infinitive: 'anexar evidências', done: 'Arquivo anexado.' },
} as const satisfies Vocabulary<string, NoteWords>;
export type Note = keyof typeof notes;

const actWords = { ...moves, ...notes } satisfies Vocabulary<string, Words>;
export type Act = keyof typeof actWords;
export const acts = valuesOf<Act>(actWords);
/** The names of the acts on screen. Source: docs/spec/workflow.md#acts. */
export const actLabels = namesOf<Act>(actWords);

/** The last part of the address of an act in the console. */
export function pathOf(act: Act): string {
  return actWords[act].path;
}

/** Follows “não é possível” and “pode”. */
export function infinitiveOf(act: Act): string {
  return actWords[act].infinitive;
}

export type Transition = Readonly<{
  from: readonly ReconciliationStatus[];
  move: Move;
  /** The person must hold one of these roles for the company. */
  by: readonly Role[];
  /** The person must be the step's owner, or who prepared. */
  only?: 'owner' | 'preparer';
  /** The person must not have taken part in this way. */
  not?: readonly ('prepared' | 'reviewed')[];
  to: ReconciliationStatus;
  /** Replaces `to` when the account has no default Revisor. */
  withoutReviewer?: ReconciliationStatus;
  /**
   * The owner of the next step: who acts, who prepares, the account's default Revisor or Aprovador, or
   * `request.to`.
   */
  becomes: 'actor' | 'preparer' | 'reviewer' | 'approver' | 'named';
  asks?: 'comment' | 'reason';
  /** The difference must be zero. */
  balanced?: true;
  /** Only when the step's owner no longer holds its role (erased, or the role was taken away). */
  vacant?: true;
}>;

const supervisor = ['SUPERVISOR'] as const;
const preparer = ['PREPARER'] as const;
const reviewer = ['REVIEWER'] as const;
const approver = ['APPROVER'] as const;

// prettier-ignore
export const transitions: readonly Transition[] = [
  { from: ['PENDING'], move: 'assign', by: supervisor, to: 'NOT_STARTED', becomes: 'named' },
  { from: ['NOT_STARTED', 'RETURNED_BY_REVIEW', 'REJECTED', 'REOPENED', 'BALANCE_CHANGED'],
    move: 'start', by: preparer, to: 'IN_ELABORATION', becomes: 'actor' },
  { from: ['IN_ELABORATION'],
    move: 'ask-documents', by: preparer, only: 'owner', to: 'AWAITING_DOCUMENTS', becomes: 'actor', asks: 'comment' },
  { from: ['IN_ELABORATION'],
    move: 'ask-adjustment', by: preparer, only: 'owner', to: 'AWAITING_ADJUSTMENT', becomes: 'actor', asks: 'comment' },
  { from: ['AWAITING_DOCUMENTS', 'AWAITING_ADJUSTMENT'],
    move: 'resume', by: preparer, only: 'owner', to: 'IN_ELABORATION', becomes: 'actor' },
  { from: ['IN_ELABORATION'], move: 'submit', by: preparer, only: 'owner',
    to: 'SUBMITTED_FOR_REVIEW', withoutReviewer: 'SUBMITTED_FOR_APPROVAL', becomes: 'reviewer', balanced: true },
  { from: ['SUBMITTED_FOR_REVIEW'],
    move: 'recall', by: preparer, only: 'preparer', to: 'IN_ELABORATION', becomes: 'preparer' },
  { from: ['SUBMITTED_FOR_REVIEW'],
    move: 'open', by: reviewer, not: ['prepared'], to: 'IN_REVIEW', becomes: 'actor' },
  { from: ['IN_REVIEW'],
    move: 'pass', by: reviewer, only: 'owner', to: 'SUBMITTED_FOR_APPROVAL', becomes: 'approver' },
  { from: ['IN_REVIEW'],
    move: 'return', by: reviewer, only: 'owner', to: 'RETURNED_BY_REVIEW', becomes: 'preparer', asks: 'comment' },
  { from: ['SUBMITTED_FOR_APPROVAL'],
    move: 'open', by: approver, not: ['prepared', 'reviewed'], to: 'IN_APPROVAL', becomes: 'actor' },
  { from: ['IN_APPROVAL'], move: 'approve', by: approver, only: 'owner', to: 'APPROVED', becomes: 'actor' },
  { from: ['IN_APPROVAL'],
    move: 'reject', by: approver, only: 'owner', to: 'REJECTED', becomes: 'preparer', asks: 'reason' },
  { from: ['APPROVED', 'AUTO_APPROVED'],
    move: 'reopen', by: ['SUPERVISOR', 'MODULE_ADMIN'], to: 'REOPENED', becomes: 'preparer', asks: 'reason' },
  { from: ['PENDING', 'NOT_STARTED'],
    move: 'waive', by: supervisor, to: 'WAIVED', becomes: 'actor', asks: 'reason' },
  { from: ['WAIVED'], move: 'restore', by: supervisor, to: 'NOT_STARTED', becomes: 'preparer', asks: 'reason' },
  // Another holder of the role takes over a step whose owner no longer holds it.
  // Source: docs/spec/workflow.md#vacant-steps.
  { from: ['IN_ELABORATION', 'AWAITING_DOCUMENTS', 'AWAITING_ADJUSTMENT'],
    move: 'start', by: preparer, to: 'IN_ELABORATION', becomes: 'actor', vacant: true },
  { from: ['IN_REVIEW'],
    move: 'open', by: reviewer, not: ['prepared'], to: 'IN_REVIEW', becomes: 'actor', vacant: true },
  { from: ['IN_APPROVAL'],
    move: 'open', by: approver, not: ['prepared', 'reviewed'], to: 'IN_APPROVAL', becomes: 'actor', vacant: true },
];

/** Moves whose next owner is the reconciliation's Elaborador from then on. */
export function namesPreparer(move: Move): boolean {
  return move === 'assign' || move === 'start' || move === 'restore';
}

/** How the owner after the move takes part by it, which excludes them from later steps; null: not. */
export function participationIn(move: Move, status: ReconciliationStatus): 'prepared' | 'reviewed' | null {
  if (move === 'start') return 'prepared';
  return move === 'open' && status === 'IN_REVIEW' ? 'reviewed' : null;
}

/** Sent, or approved: they become BALANCE_CHANGED when a released version changes the account's numbers. */
export const sentStates: readonly ReconciliationStatus[] = [
  'SUBMITTED_FOR_REVIEW',
  'IN_REVIEW',
  'SUBMITTED_FOR_APPROVAL',
  'IN_APPROVAL',
  'APPROVED',
  'AUTO_APPROVED',
];

/** The state after a released version changed the account's numbers. */
export function afterBalanceChange(status: ReconciliationStatus): ReconciliationStatus {
  if (sentStates.includes(status)) return 'BALANCE_CHANGED';
  return status === 'AWAITING_ADJUSTMENT' ? 'IN_ELABORATION' : status;
}
