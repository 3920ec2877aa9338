// slaStatus: computed from prazo, status and the clock when a reconciliation is read, never stored. Filters by it become ranges
// of stored fields.
import { isFinished, type ReconciliationStatus } from '../../domain/reconciliation/states.js';
import type { Condition } from '../engine/readStore.js';

/** Source: docs/spec/workflow.md#slastatus. */
export const slaStatuses = ['ON_TIME', 'DUE_SOON', 'OVERDUE', 'COMPLETED_ON_TIME', 'COMPLETED_LATE'] as const;
export type SlaStatus = (typeof slaStatuses)[number];

const DAY_MS = 24 * 3_600_000;
/** Every prazo is the last millisecond of a day in America/Sao_Paulo: three hours less one into the next one here. */
const LAST_MS = 3 * 3_600_000 - 1;

/**
 * Source: docs/spec/workflow.md#slastatus. Done ones (approved, approved automatically, waived) are measured by when
 * that was, an automatic approval being on time by definition; `prazo` is then the Aprovador's.
 */
export function slaStatusAt(
  row: Readonly<{ status: ReconciliationStatus; prazo: string; completedAt: string | null }>,
  now: Date,
): SlaStatus {
  const due = Date.parse(row.prazo);
  if (row.status === 'AUTO_APPROVED') return 'COMPLETED_ON_TIME';
  if (isFinished(row.status))
    return row.completedAt !== null && Date.parse(row.completedAt) > due ? 'COMPLETED_LATE' : 'COMPLETED_ON_TIME';
  const left = due - now.getTime();
  if (left < 0) return 'OVERDUE';
  return left < DAY_MS ? 'DUE_SOON' : 'ON_TIME';
}

/**
 * Conditions equivalent to `slaStatusAt`. The bounds are ends of days, not the instant: within a day the query stays the same, so
 * cached counts serve it.
 */
export function whereSlaStatus(status: SlaStatus, now: Date): readonly Condition[] {
  const open: Condition = { field: 'completedLate', is: null };
  const passed = lastEndBefore(now);
  const next = new Date(Date.parse(passed) + DAY_MS).toISOString();
  switch (status) {
    case 'OVERDUE':
      return [open, { field: 'prazo', upTo: passed }];
    case 'DUE_SOON':
      return [open, { field: 'prazo', is: next }];
    case 'ON_TIME':
      return [open, { field: 'prazo', above: next }];
    case 'COMPLETED_ON_TIME':
      return [{ field: 'completedLate', is: false }];
    case 'COMPLETED_LATE':
      return [{ field: 'completedLate', is: true }];
  }
}

/** The last end of a day that has passed, the present millisecond not being past. */
function lastEndBefore(now: Date): string {
  const days = Math.ceil((now.getTime() - LAST_MS) / DAY_MS) - 1;
  return new Date(days * DAY_MS + LAST_MS).toISOString();
}
