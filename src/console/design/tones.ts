// What the dot of a state says. Source: docs/spec/console.md#design.
import type { ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { SlaStatus } from '../../projections/views/reconciliations/deadlineStatus.js';

/** `idle`: not begun, or over. `plain`: under way. `warn`: somebody has to act. `bad`: late, or an error. */
export type Tone = 'idle' | 'plain' | 'warn' | 'bad' | 'done';

export const statusTones: Readonly<Record<ReconciliationStatus, Tone>> = {
  PENDING: 'idle',
  NOT_STARTED: 'idle',
  IN_ELABORATION: 'plain',
  AWAITING_DOCUMENTS: 'plain',
  AWAITING_ADJUSTMENT: 'plain',
  SUBMITTED_FOR_REVIEW: 'plain',
  IN_REVIEW: 'plain',
  RETURNED_BY_REVIEW: 'warn',
  SUBMITTED_FOR_APPROVAL: 'plain',
  IN_APPROVAL: 'plain',
  REJECTED: 'warn',
  APPROVED: 'done',
  AUTO_APPROVED: 'done',
  BALANCE_CHANGED: 'warn',
  REOPENED: 'warn',
  WAIVED: 'idle',
};

export const deadlineNames: Readonly<Record<SlaStatus, readonly [tone: Tone, name: string]>> = {
  ON_TIME: ['plain', 'No prazo'],
  DUE_SOON: ['warn', 'Vence em 24 h'],
  OVERDUE: ['bad', 'Atrasada'],
  COMPLETED_ON_TIME: ['done', 'Concluída no prazo'],
  COMPLETED_LATE: ['idle', 'Concluída com atraso'],
};
