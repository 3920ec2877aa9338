// The states of a reconciliation, who acts in each, and until when. Transitions: transitions.ts.
// Source: docs/spec/workflow.md#states, docs/spec/workflow.md#deadlines.
import { valuesOf, type Tone, type Vocabulary, type Word } from '../kernel/vocabulary.js';

/** Who acts in a state. `SYSTEM` acts for rules. */
export type OwnerRole = 'PREPARER' | 'REVIEWER' | 'APPROVER' | 'SUPERVISOR' | 'SYSTEM';

/**
 * Names, owners and meanings: docs/spec/workflow.md#states; the guide has the same words. `waits`: why one waits
 * for somebody, "" for those that wait for nobody.
 */
export const reconciliationStates = {
  PENDING: {
    name: 'Pendente',
    owner: 'SUPERVISOR',
    tone: 'idle',
    waits: 'Sem elaborador: atribua',
    meaning: 'criada na liberação; ainda não foi atribuída a ninguém',
  },
  NOT_STARTED: {
    name: 'Não iniciada',
    owner: 'PREPARER',
    tone: 'idle',
    waits: 'Não iniciada',
    meaning: 'atribuída; a elaboração não começou',
  },
  IN_ELABORATION: {
    name: 'Em elaboração',
    owner: 'PREPARER',
    tone: 'plain',
    waits: 'Em elaboração: conclua e envie',
    meaning: 'o saldo está sendo composto e as diferenças, explicadas',
  },
  AWAITING_DOCUMENTS: {
    name: 'Aguardando documentos',
    owner: 'PREPARER',
    tone: 'plain',
    waits: 'Aguarda documentos',
    meaning: 'foram pedidos documentos a outra pessoa',
  },
  AWAITING_ADJUSTMENT: {
    name: 'Aguardando ajuste',
    owner: 'PREPARER',
    tone: 'plain',
    waits: 'Aguarda ajuste',
    meaning: 'foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete',
  },
  SUBMITTED_FOR_REVIEW: {
    name: 'Enviada para revisão',
    owner: 'REVIEWER',
    tone: 'plain',
    waits: 'Espera a sua revisão',
    meaning: 'elaborada; aguarda que um Revisor a abra',
  },
  IN_REVIEW: {
    name: 'Em revisão',
    owner: 'REVIEWER',
    tone: 'plain',
    waits: 'Revisão começada: conclua',
    meaning: 'aberta pelo Revisor',
  },
  RETURNED_BY_REVIEW: {
    name: 'Devolvida na revisão',
    owner: 'PREPARER',
    tone: 'warn',
    waits: 'Devolvida pela revisão',
    meaning: 'devolvida pelo Revisor, com um comentário',
  },
  SUBMITTED_FOR_APPROVAL: {
    name: 'Aguardando aprovação',
    owner: 'APPROVER',
    tone: 'plain',
    waits: 'Espera a sua aprovação',
    meaning: 'revisada, ou enviada direto quando não há Revisor definido',
  },
  IN_APPROVAL: {
    name: 'Em aprovação',
    owner: 'APPROVER',
    tone: 'plain',
    waits: 'Espera a sua aprovação',
    meaning: 'aberta pelo Aprovador',
  },
  REJECTED: {
    name: 'Rejeitada',
    owner: 'PREPARER',
    tone: 'warn',
    waits: 'Rejeitada na aprovação',
    meaning: 'rejeitada pelo Aprovador, com o motivo',
  },
  APPROVED: {
    name: 'Aprovada',
    owner: 'APPROVER',
    tone: 'done',
    waits: '',
    meaning: 'aprovada; o trabalho da conta no mês terminou',
  },
  AUTO_APPROVED: {
    name: 'Aprovada automaticamente',
    owner: 'SYSTEM',
    tone: 'done',
    waits: '',
    meaning: 'uma regra da empresa a aprovou na liberação',
  },
  BALANCE_CHANGED: {
    name: 'Saldo alterado',
    owner: 'PREPARER',
    tone: 'warn',
    waits: 'O saldo mudou: concilie de novo',
    meaning: 'uma nova versão mudou os valores depois do envio ou da aprovação',
  },
  REOPENED: {
    name: 'Reaberta',
    owner: 'PREPARER',
    tone: 'warn',
    waits: 'Reaberta: concilie de novo',
    meaning: 'reaberta depois de aprovada, com justificativa',
  },
  WAIVED: {
    name: 'Dispensada',
    owner: 'SUPERVISOR',
    tone: 'idle',
    waits: '',
    meaning: 'não será conciliada neste mês, com justificativa',
  },
} as const satisfies Vocabulary<string, Word & Readonly<{ owner: OwnerRole; tone: Tone; waits: string }>>;
export type ReconciliationStatus = keyof typeof reconciliationStates;
export const reconciliationStatuses = valuesOf(reconciliationStates);

/** Source: docs/spec/workflow.md#slastatus. */
export const slaStatusWords = {
  ON_TIME: { name: 'No prazo', tone: 'plain', meaning: 'faltam 24 horas ou mais para o prazo' },
  DUE_SOON: { name: 'Vence em 24 h', tone: 'warn', meaning: 'faltam menos de 24 horas' },
  OVERDUE: { name: 'Atrasada', tone: 'bad', meaning: 'o prazo passou e a conciliação não terminou' },
  COMPLETED_ON_TIME: {
    name: 'Concluída no prazo',
    tone: 'done',
    meaning: 'aprovada ou dispensada até o prazo do Aprovador',
  },
  COMPLETED_LATE: { name: 'Concluída com atraso', tone: 'idle', meaning: 'aprovada ou dispensada depois dele' },
} as const satisfies Vocabulary<string, Word & Readonly<{ tone: Tone }>>;
export type SlaStatus = keyof typeof slaStatusWords;
export const slaStatuses = valuesOf(slaStatusWords);

export function ownerRoleOf(status: ReconciliationStatus): OwnerRole {
  return reconciliationStates[status].owner;
}

/** When each step is due, ISO 8601 UTC. Set by the first release of the competence. */
export type Deadlines = Readonly<{ preparer: string; reviewer: string; approver: string }>;

/** Finished states have the Aprovador's deadline, PENDING the Elaborador's. */
export function dueAtOf(status: ReconciliationStatus, { preparer, reviewer, approver }: Deadlines): string {
  if (isFinished(status)) return approver;
  switch (ownerRoleOf(status)) {
    case 'REVIEWER':
      return reviewer;
    case 'APPROVER':
      return approver;
    default:
      return preparer;
  }
}

/** Approved, approved automatically, or waived. */
export function isFinished(status: ReconciliationStatus): boolean {
  return status === 'APPROVED' || status === 'AUTO_APPROVED' || status === 'WAIVED';
}

/** Not handed out, or not begun by whom it was handed to. */
export const unbegunStatuses = ['PENDING', 'NOT_STARTED'] as const satisfies readonly ReconciliationStatus[];

/** Begun by a person, and not finished; REOPENED and BALANCE_CHANGED too. */
export const begunStatuses: readonly ReconciliationStatus[] = reconciliationStatuses.filter(
  (status) => !isFinished(status) && !(unbegunStatuses as readonly string[]).includes(status),
);
