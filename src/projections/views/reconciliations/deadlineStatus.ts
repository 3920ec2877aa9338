// slaStatus: computed from prazo, status and the clock when a reconciliation is read, never stored. A filter by it becomes a
// range of stored fields.
import { DAY_MS, SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import { isFinished, type ReconciliationStatus, type SlaStatus } from '../../../domain/reconciliation/states.js';
import type { Condition } from '../../engine/readStore.js';

/** Every prazo is the last millisecond of a day in America/Sao_Paulo; this is its time of day in UTC. */
const DAY_END_MS = SAO_PAULO_BEHIND_UTC_MS - 1;

/**
 * A finished reconciliation (approved, approved automatically, waived) compares its completion with `prazo`, which is then the
 * Aprovador's; an automatic approval is always on time. Source: docs/spec/workflow.md#slastatus.
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
 * Conditions equivalent to `slaStatusAt`. The bounds are ends of days, not the instant: the query stays the same all day, so its
 * count can be cached.
 */
export function whereSlaStatus(status: SlaStatus, now: Date): readonly Condition[] {
  const open: Condition = { field: 'completedLate', is: null };
  const passed = lastDayEndBefore(now);
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

/** The end of the last whole day (America/Sao_Paulo) before `now`. */
function lastDayEndBefore(now: Date): string {
  const days = Math.ceil((now.getTime() - DAY_END_MS) / DAY_MS) - 1;
  return new Date(days * DAY_MS + DAY_END_MS).toISOString();
}
