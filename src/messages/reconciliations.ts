// Reconciliations in Portuguese: names of states and roles, and refusals of acts.
import type { Role } from '../domain/clients/roles.js';
import type { ActRefusal } from '../domain/reconciliation/refusals.js';
import type { ReconciliationStatus } from '../domain/reconciliation/states.js';
import { infinitiveOf } from './acts.js';
import { money, month, wholeNumber } from './formats.js';

/** Source: docs/spec/workflow.md#states. */
export const statusNames: Readonly<Record<ReconciliationStatus, string>> = {
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

/** What each state means, in the contract; the guide has the same words. */
export const statusMeanings: Readonly<Record<ReconciliationStatus, string>> = {
  PENDING: 'criada na liberação; ainda não foi atribuída a ninguém',
  NOT_STARTED: 'atribuída; a elaboração não começou',
  IN_ELABORATION: 'o saldo está sendo composto e as diferenças, explicadas',
  AWAITING_DOCUMENTS: 'foram pedidos documentos a outra pessoa',
  AWAITING_ADJUSTMENT: 'foi pedido um lançamento de correção no ERP; espera uma nova versão do balancete',
  SUBMITTED_FOR_REVIEW: 'elaborada; aguarda que um Revisor a abra',
  IN_REVIEW: 'aberta pelo Revisor',
  RETURNED_BY_REVIEW: 'devolvida pelo Revisor, com um comentário',
  SUBMITTED_FOR_APPROVAL: 'revisada, ou enviada direto quando não há Revisor definido',
  IN_APPROVAL: 'aberta pelo Aprovador',
  REJECTED: 'rejeitada pelo Aprovador, com o motivo',
  APPROVED: 'aprovada; o trabalho da conta no mês terminou',
  AUTO_APPROVED: 'uma regra da empresa a aprovou na liberação',
  BALANCE_CHANGED: 'uma nova versão mudou os valores depois do envio ou da aprovação',
  REOPENED: 'reaberta depois de aprovada, com justificativa',
  WAIVED: 'não será conciliada neste mês, com justificativa',
};

/** Source: docs/spec/workflow.md#roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  PREPARER: 'Elaborador',
  REVIEWER: 'Revisor',
  APPROVER: 'Aprovador',
  SUPERVISOR: 'Supervisor',
  MODULE_ADMIN: 'Administrador do módulo',
  AUDITOR: 'Auditor',
};

/** No default branch: a new refusal needs a sentence to compile. */
export function actRefusalSentence(refusal: ActRefusal): string {
  switch (refusal.is) {
    case 'ReconciliationNotFound':
      return `Conciliação ${refusal.reconciliationId} não encontrada`;
    case 'NotInThisState':
      return `No estado "${statusNames[refusal.status]}" não é possível ${infinitiveOf(refusal.act)}`;
    case 'RoleMissing':
      return `Somente ${rolesNamed(refusal.roles)} da empresa pode ${infinitiveOf(refusal.act)}`;
    case 'CompetenceFrozen':
      return `A competência ${month(refusal.competence)} está fechada e, por regra da empresa, não aceita mais trabalho`;
    case 'ChangedMeanwhile':
      return 'A conciliação mudou depois que foi aberta na tela';
    case 'PreparedByThem':
      return 'Este usuário elaborou a conciliação e não pode revisá-la nem aprová-la';
    case 'ReviewedByThem':
      return 'Este usuário revisou a conciliação e não pode aprová-la';
    case 'NotTheirs':
      return `Outra pessoa responde por esta etapa: este usuário não pode ${infinitiveOf(refusal.act)}`;
    case 'CommentMissing':
      return 'Informe o comentário';
    case 'JustificationMissing':
      return 'Informe a justificativa';
    case 'TextTooLong':
      return `O texto tem mais de ${wholeNumber(refusal.max)} caracteres`;
    case 'NotBalanced':
      return refusal.differenceCents === null
        ? 'A diferença não está zerada'
        : `A diferença deve ser zero para enviar a conciliação: ela é de ${money(refusal.differenceCents)}`;
    case 'EvidenceEmpty':
      return 'O arquivo da evidência está vazio';
    case 'EvidenceTooLarge':
      return `O arquivo da evidência tem mais de ${wholeNumber(refusal.bytesMax / 2 ** 20)} MB`;
    case 'EvidenceTooMany':
      return `A conciliação já tem ${wholeNumber(refusal.max)} arquivos de evidência, o máximo`;
    case 'EvidenceFull':
      return (
        `Este arquivo não cabe: as evidências da empresa ou grupo têm ${wholeNumber(refusal.bytesMax / 2 ** 30)} GB ` +
        'no máximo. Peça mais espaço a quem opera o serviço'
      );
    case 'AssigneeNotPreparer':
      return 'A pessoa indicada não é Elaborador desta empresa';
  }
}

/** `Supervisor ou Administrador do módulo`, without commas, for joined sentences. */
export function rolesNamed(roles: readonly Role[]): string {
  const names = roles.map((role) => roleNames[role]);
  return names.join(' ou ');
}
