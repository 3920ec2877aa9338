// Reconciliations in Portuguese: their states and roles as on screen, and why an act is refused.
import type { Role } from '../domain/clients/roles.js';
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import type { Act } from '../domain/reconciliation/transitions.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { money, wholeNumber } from './formats.js';

/** Source: docs/spec/workflow.md#states. */
export const statusOnScreen: Readonly<Record<ReconciliationStatus, string>> = {
  PENDING: 'Pendente',
  NOT_STARTED: 'Não iniciada',
  IN_ELABORATION: 'Em elaboração',
  AWAITING_DOCUMENTS: 'Aguardando documentos',
  AWAITING_ADJUSTMENT: 'Aguardando ajuste',
  SUBMITTED_FOR_REVIEW: 'Enviada para revisão',
  IN_REVIEW: 'Em revisão',
  RETURNED_BY_REVIEW: 'Devolvida na revisão',
  SUBMITTED_FOR_APPROVAL: 'Aguardando aprovação',
  IN_APPROVAL: 'Em aprovação',
  REJECTED: 'Rejeitada',
  APPROVED: 'Aprovada',
  AUTO_APPROVED: 'Aprovada automaticamente',
  BALANCE_CHANGED: 'Saldo alterado',
  REOPENED: 'Reaberta',
  WAIVED: 'Dispensada',
};

/** Source: docs/spec/workflow.md#roles. */
export const roleOnScreen: Readonly<Record<Role, string>> = {
  PREPARER: 'Elaborador',
  REVIEWER: 'Revisor',
  APPROVER: 'Aprovador',
  SUPERVISOR: 'Supervisor',
  MODULE_ADMIN: 'Administrador do módulo',
  AUDITOR: 'Auditor',
};

/** What cannot be done to a conciliação: “não pode ser …”. */
const done: Readonly<Record<Act, string>> = {
  assign: 'atribuída',
  start: 'iniciada',
  'ask-documents': 'colocada à espera de documentos',
  'ask-adjustment': 'colocada à espera de ajuste',
  resume: 'retomada',
  submit: 'enviada',
  recall: 'recolhida',
  open: 'aberta para revisão ou aprovação',
  pass: 'encaminhada para aprovação',
  return: 'devolvida',
  approve: 'aprovada',
  reject: 'rejeitada',
  reopen: 'reaberta',
  waive: 'dispensada',
  restore: 'restaurada',
  compose: 'composta',
  adjust: 'ajustada',
  comment: 'comentada',
  attach: 'instruída com evidências',
};

/** No default branch: a new refusal does not compile until it has its words. */
export function actRefusal(refusal: ActRefusal): string {
  switch (refusal.is) {
    case 'ReconciliationNotFound':
      return `Conciliação ${refusal.reconciliationId} não encontrada`;
    case 'NotInThisState':
      return `Uma conciliação no estado "${statusOnScreen[refusal.status]}" não pode ser ${done[refusal.act]}`;
    case 'RoleMissing':
      return `Somente ${rolesNamed(refusal.roles)} da empresa: a conciliação não pode ser ${done[refusal.act]} por este usuário`;
    case 'PreparedByThem':
      return `Quem elaborou a conciliação não pode revisá-la nem aprová-la: ela não pode ser ${done[refusal.act]} por este usuário`;
    case 'ReviewedByThem':
      return `Quem revisou a conciliação não pode aprová-la: ela não pode ser ${done[refusal.act]} por este usuário`;
    case 'NotTheirs':
      return `Outra pessoa responde por esta etapa: a conciliação não pode ser ${done[refusal.act]} por este usuário`;
    case 'CommentMissing':
      return 'Informe o comentário';
    case 'JustificationMissing':
      return 'Informe a justificativa';
    case 'TextTooLong':
      return `O texto passa de ${wholeNumber(refusal.max)} caracteres`;
    case 'NotBalanced':
      return refusal.differenceCents === null
        ? 'A diferença não está zerada'
        : `A diferença precisa ser zero para o envio e é de ${money(refusal.differenceCents)}`;
    case 'EvidenceEmpty':
      return 'O arquivo da evidência está vazio';
    case 'EvidenceTooLarge':
      return `O arquivo da evidência passa de ${wholeNumber(refusal.bytesMax / 2 ** 20)} MB`;
    case 'AssigneeNotPreparer':
      return 'A pessoa indicada não é Elaborador desta empresa';
  }
}

/** `Supervisor ou Administrador do módulo`; no comma and space, for it may stand in a joined sentence. */
export function rolesNamed(roles: readonly Role[]): string {
  const names = roles.map((role) => roleOnScreen[role]);
  return names.join(' ou ');
}
