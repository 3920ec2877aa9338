// The states of a reconciliation, who acts in each, and until when. Transitions: transitions.ts.
// Source: docs/spec/workflow.md#states, docs/spec/workflow.md#deadlines.

export const reconciliationStatuses = [
  'PENDING',
  'NOT_STARTED',
  'IN_ELABORATION',
  'AWAITING_DOCUMENTS',
  'AWAITING_ADJUSTMENT',
  'SUBMITTED_FOR_REVIEW',
  'IN_REVIEW',
  'RETURNED_BY_REVIEW',
  'SUBMITTED_FOR_APPROVAL',
  'IN_APPROVAL',
  'REJECTED',
  'APPROVED',
  'AUTO_APPROVED',
  'BALANCE_CHANGED',
  'REOPENED',
  'WAIVED',
] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

/** Who acts in a state. `SYSTEM` acts for rules. */
export type OwnerRole = 'PREPARER' | 'REVIEWER' | 'APPROVER' | 'SUPERVISOR' | 'SYSTEM';

const ownerRoles: Readonly<Record<ReconciliationStatus, OwnerRole>> = {
  PENDING: 'SUPERVISOR',
  NOT_STARTED: 'PREPARER',
  IN_ELABORATION: 'PREPARER',
  AWAITING_DOCUMENTS: 'PREPARER',
  AWAITING_ADJUSTMENT: 'PREPARER',
  SUBMITTED_FOR_REVIEW: 'REVIEWER',
  IN_REVIEW: 'REVIEWER',
  RETURNED_BY_REVIEW: 'PREPARER',
  SUBMITTED_FOR_APPROVAL: 'APPROVER',
  IN_APPROVAL: 'APPROVER',
  REJECTED: 'PREPARER',
  APPROVED: 'APPROVER',
  AUTO_APPROVED: 'SYSTEM',
  BALANCE_CHANGED: 'PREPARER',
  REOPENED: 'PREPARER',
  WAIVED: 'SUPERVISOR',
};

export function ownerRoleOf(status: ReconciliationStatus): OwnerRole {
  return ownerRoles[status];
}

/** When each step is due, ISO 8601 UTC. Set by the first release of the competence. */
export type Deadlines = Readonly<{ preparer: string; reviewer: string; approver: string }>;

/** Finished states have the Aprovador's deadline, PENDING the Elaborador's. */
export function dueAtOf(status: ReconciliationStatus, { preparer, reviewer, approver }: Deadlines): string {
  if (isFinished(status)) return approver;
  switch (ownerRoles[status]) {
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
