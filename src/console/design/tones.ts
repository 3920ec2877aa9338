// Colours of states: whose turn it is shows at a glance. Names of Bootstrap's tones.
import type { ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { SlaStatus } from '../../projections/views/reconciliations/deadlineStatus.js';

export const statusTones: Readonly<Record<ReconciliationStatus, string>> = {
  PENDING: 'secondary',
  NOT_STARTED: 'secondary',
  IN_ELABORATION: 'primary',
  AWAITING_DOCUMENTS: 'primary',
  AWAITING_ADJUSTMENT: 'primary',
  SUBMITTED_FOR_REVIEW: 'info',
  IN_REVIEW: 'info',
  RETURNED_BY_REVIEW: 'warning',
  SUBMITTED_FOR_APPROVAL: 'info',
  IN_APPROVAL: 'info',
  REJECTED: 'danger',
  APPROVED: 'success',
  AUTO_APPROVED: 'success',
  BALANCE_CHANGED: 'warning',
  REOPENED: 'warning',
  WAIVED: 'secondary',
};

export const deadlineNames: Readonly<Record<SlaStatus, readonly [tone: string, name: string]>> = {
  ON_TIME: ['secondary', 'No prazo'],
  DUE_SOON: ['warning', 'Vence em 24 h'],
  OVERDUE: ['danger', 'Atrasada'],
  COMPLETED_ON_TIME: ['success', 'Concluída no prazo'],
  COMPLETED_LATE: ['secondary', 'Concluída com atraso'],
};
