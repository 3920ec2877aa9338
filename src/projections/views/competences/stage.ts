// The stage of a company's competence, from its books and its reconciliations. Source: docs/spec/console.md#stages.
import { isFinished, type ReconciliationStatus } from '../../../domain/reconciliation/states.js';
import type { CountsByStatus } from './tally.js';

/** In the order of the work. */
export const stages = ['AWAITING', 'IMPORTED', 'RELEASED', 'IN_WORK', 'READY', 'CLOSED'] as const;
export type Stage = (typeof stages)[number];

/** `imported`, `released`: ids of the newest imported and the released version; null before the first. */
export function stageOf({
  isClosed,
  imported,
  released,
  byStatus,
}: Readonly<{
  isClosed: boolean;
  imported: number | null;
  released: number | null;
  byStatus: CountsByStatus;
}>): Stage {
  if (isClosed) return 'CLOSED';
  if (imported === null) return 'AWAITING';
  if (released === null) return 'IMPORTED';
  if (unfinishedOf(byStatus) > 0) return hasBegun(byStatus) ? 'IN_WORK' : 'RELEASED';
  return released === imported ? 'READY' : 'IMPORTED';
}

export function unfinishedOf(byStatus: CountsByStatus): number {
  return countOf(byStatus, (status) => !isFinished(status));
}

export function countOf(byStatus: CountsByStatus, counts: (status: ReconciliationStatus) => boolean): number {
  let sum = 0;
  for (const [status, count] of Object.entries(byStatus)) if (counts(status as ReconciliationStatus)) sum += count;
  return sum;
}

const UNTOUCHED: readonly ReconciliationStatus[] = ['PENDING', 'NOT_STARTED', 'AUTO_APPROVED'];

function hasBegun(byStatus: CountsByStatus): boolean {
  return countOf(byStatus, (status) => !UNTOUCHED.includes(status)) > 0;
}
