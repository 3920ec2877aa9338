// The transitions of a reconciliation as one table; others are refused. Releases change states too: release.ts.
// Source: docs/spec/workflow.md#transitions.
import type { Role } from '../clients/roles.js';
import type { ReconciliationStatus } from './states.js';

/** Acts that change the state. */
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

/** Acts that keep the state. */
export const notes = ['carry', 'compose', 'adjust', 'explain', 'comment', 'attach'] as const;
export type Note = (typeof notes)[number];

export const acts = [...moves, ...notes] as const;
export type Act = Move | Note;

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
  /** The owner of the next step: who acts, who prepares, the account's default Revisor or Aprovador, or `request.to`. */
  becomes: 'actor' | 'preparer' | 'reviewer' | 'approver' | 'named';
  /** This text is required. */
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
  // Another holder of the role takes over a step whose owner no longer holds it.
  // Source: docs/spec/workflow.md#vacant-steps.
  { from: ['IN_ELABORATION', 'AWAITING_DOCUMENTS', 'AWAITING_ADJUSTMENT'],
    move: 'start', by: preparer, to: 'IN_ELABORATION', becomes: 'actor', vacant: true },
  { from: ['IN_REVIEW'], move: 'open', by: reviewer, not: ['prepared'], to: 'IN_REVIEW', becomes: 'actor', vacant: true },
  { from: ['IN_APPROVAL'], move: 'open', by: approver, not: ['prepared', 'reviewed'], to: 'IN_APPROVAL', becomes: 'actor', vacant: true },
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

/** States that become BALANCE_CHANGED when a released version changes the account's numbers. */
export const statesResetByChange: readonly ReconciliationStatus[] = [
  'SUBMITTED_FOR_REVIEW',
  'IN_REVIEW',
  'SUBMITTED_FOR_APPROVAL',
  'IN_APPROVAL',
  'APPROVED',
  'AUTO_APPROVED',
];

/** The state after a released version changed the account's numbers. */
export function afterBalanceChange(status: ReconciliationStatus): ReconciliationStatus {
  if (statesResetByChange.includes(status)) return 'BALANCE_CHANGED';
  return status === 'AWAITING_ADJUSTMENT' ? 'IN_ELABORATION' : status;
}
