// The transitions of a reconciliation, as one table; what is not in it is refused. Source:
// docs/spec/workflow.md#transitions. Releases move reconciliations too, by themselves: release.ts. Who else must not
// act: decider.ts.
import type { Role } from '../clients/roles.js';
import type { ReconciliationStatus } from './states.js';

/** Commands of people that change the state. */
export const moves = [
  'assign',
  'start',
  'ask-documents',
  'ask-adjustment',
  'resume',
  'submit',
  'recall',
  'open',
  'pass',
  'return',
  'approve',
  'reject',
  'reopen',
  'waive',
  'restore',
] as const;
export type Move = (typeof moves)[number];

/** Commands of people that leave the state as it is. */
export const notes = ['compose', 'adjust', 'comment', 'attach'] as const;
export type Note = (typeof notes)[number];

export const acts = [...moves, ...notes] as const;
export type Act = Move | Note;

/**
 * `by` holders of one of these roles for the company; with `only` nobody but the person of the step, or the one who
 * prepared. `not`: people who took part so and therefore may not. `becomes` the person of the next step: who acts, the
 * one who prepares, the Revisor or Aprovador set for the account, or the one the command names. `asks`: a text without
 * which it is refused.
 */
export type Transition = Readonly<{
  from: readonly ReconciliationStatus[];
  move: Move;
  by: readonly Role[];
  only?: 'owner' | 'preparer';
  not?: readonly ('prepared' | 'reviewed')[];
  to: ReconciliationStatus;
  /** Instead of `to`, where the company has set no Revisor for the account. */
  withoutReviewer?: ReconciliationStatus;
  becomes: 'actor' | 'preparer' | 'reviewer' | 'approver' | 'named';
  asks?: 'comment' | 'reason';
  /** Only while what is left to explain is zero. */
  balanced?: true;
  /** Only while the person of the step does not hold its role any more (erased, or it was taken away). */
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
  { from: ['IN_ELABORATION'], move: 'ask-documents', by: preparer, only: 'owner', to: 'AWAITING_DOCUMENTS', becomes: 'actor', asks: 'comment' },
  { from: ['IN_ELABORATION'], move: 'ask-adjustment', by: preparer, only: 'owner', to: 'AWAITING_ADJUSTMENT', becomes: 'actor', asks: 'comment' },
  { from: ['AWAITING_DOCUMENTS', 'AWAITING_ADJUSTMENT'], move: 'resume', by: preparer, only: 'owner', to: 'IN_ELABORATION', becomes: 'actor' },
  { from: ['IN_ELABORATION'], move: 'submit', by: preparer, only: 'owner',
    to: 'SUBMITTED_FOR_REVIEW', withoutReviewer: 'SUBMITTED_FOR_APPROVAL', becomes: 'reviewer', balanced: true },
  { from: ['SUBMITTED_FOR_REVIEW'], move: 'recall', by: preparer, only: 'preparer', to: 'IN_ELABORATION', becomes: 'preparer' },
  { from: ['SUBMITTED_FOR_REVIEW'], move: 'open', by: reviewer, not: ['prepared'], to: 'IN_REVIEW', becomes: 'actor' },
  { from: ['IN_REVIEW'], move: 'pass', by: reviewer, only: 'owner', to: 'SUBMITTED_FOR_APPROVAL', becomes: 'approver' },
  { from: ['IN_REVIEW'], move: 'return', by: reviewer, only: 'owner', to: 'RETURNED_BY_REVIEW', becomes: 'preparer', asks: 'comment' },
  { from: ['SUBMITTED_FOR_APPROVAL'], move: 'open', by: approver, not: ['prepared', 'reviewed'], to: 'IN_APPROVAL', becomes: 'actor' },
  { from: ['IN_APPROVAL'], move: 'approve', by: approver, only: 'owner', to: 'APPROVED', becomes: 'actor' },
  { from: ['IN_APPROVAL'], move: 'reject', by: approver, only: 'owner', to: 'REJECTED', becomes: 'preparer', asks: 'reason' },
  { from: ['APPROVED', 'AUTO_APPROVED'], move: 'reopen', by: ['SUPERVISOR', 'MODULE_ADMIN'], to: 'REOPENED', becomes: 'preparer', asks: 'reason' },
  { from: ['PENDING', 'NOT_STARTED'], move: 'waive', by: supervisor, to: 'WAIVED', becomes: 'actor', asks: 'reason' },
  { from: ['WAIVED'], move: 'restore', by: supervisor, to: 'NOT_STARTED', becomes: 'preparer', asks: 'reason' },
  // A step whose person is gone would have no way on: another holder of the role takes it over.
  // Source: docs/spec/workflow.md#vacant-steps.
  { from: ['IN_ELABORATION', 'AWAITING_DOCUMENTS', 'AWAITING_ADJUSTMENT'],
    move: 'start', by: preparer, to: 'IN_ELABORATION', becomes: 'actor', vacant: true },
  { from: ['IN_REVIEW'], move: 'open', by: reviewer, not: ['prepared'], to: 'IN_REVIEW', becomes: 'actor', vacant: true },
  { from: ['IN_APPROVAL'], move: 'open', by: approver, not: ['prepared', 'reviewed'], to: 'IN_APPROVAL', becomes: 'actor', vacant: true },
];

/** States that a released version's changed numbers bring back to the Elaborador. */
export const sentOnOrApproved: readonly ReconciliationStatus[] = [
  'SUBMITTED_FOR_REVIEW',
  'IN_REVIEW',
  'SUBMITTED_FOR_APPROVAL',
  'IN_APPROVAL',
  'APPROVED',
  'AUTO_APPROVED',
];

/** What a released version that changes the account's numbers makes of a state. */
export function afterBalanceChange(status: ReconciliationStatus): ReconciliationStatus {
  if (sentOnOrApproved.includes(status)) return 'BALANCE_CHANGED';
  return status === 'AWAITING_ADJUSTMENT' ? 'IN_ELABORATION' : status;
}
