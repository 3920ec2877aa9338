// The items that the schedules of an account put into its composition, one for each schedule and month.
// Source: docs/spec/workflow.md#schedules.
import { expectedCents, monthOf, type Schedule } from '../books/schedules.js';
import { lastDayOf, type Competence } from '../kernel/competence.js';
import type { CompositionItem } from './events.js';

/** None for a schedule that expects nothing. Dated on the last day of the competence; the document says which month of how many. */
export function scheduledItems(
  schedules: readonly Schedule[],
  competence: Competence,
): readonly CompositionItem[] {
  return schedules.flatMap((schedule): CompositionItem[] => {
    const { scheduleId, description, months } = schedule;
    const amountCents = expectedCents(schedule, competence);
    if (amountCents === 0) return [];
    return [
      {
        id: scheduledItemId(scheduleId, competence),
        description,
        date: lastDayOf(competence),
        amountCents,
        document: `${Math.min(monthOf(schedule, competence), months)}/${months}`,
        origin: competence,
        settledOn: null,
        source: 'cronograma',
      },
    ];
  });
}

/** A UUID (version 8) of schedule and competence: the same each time, so that nothing is written twice. */
export function scheduledItemId(scheduleId: number, competence: Competence): string {
  return `${scheduleId.toString(16).padStart(8, '0')}-${competence.replace('-', '-80')}-8001-000000000000`;
}
