// What the page of a reconciliation offers to carry: a hint from the read model. The command reads the log.
import type { Schedule } from '../../../domain/books/schedules.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { CompositionItem } from '../../../domain/reconciliation/events.js';
import { scheduledItemId } from '../../../domain/reconciliation/carry.js';
import type { ReadModels } from '../../engine/readStore.js';
import type { StoredReconciliation } from '../reconciliations/reconciliationRows.js';
import { is } from '../scope.js';
import { items, PLACES } from './items.js';

export type Carryable = Readonly<{ items: number; competence: Competence }>;

/** Of the same account's newest earlier composition; null when nothing is open in it that this one lacks. */
export async function carryableTo(
  store: ReadModels,
  { clientId, empresaId, contaCodigo, competencia }: StoredReconciliation,
  composition: readonly CompositionItem[],
  schedules: readonly Pick<Schedule, 'scheduleId'>[],
): Promise<Carryable | null> {
  const where = [
    is('empresaId', empresaId),
    is('contaCodigo', contaCodigo),
    { field: 'competencia', below: competencia },
  ];
  const range = { order: 'desc', afterId: null, skip: 0, limit: PLACES } as const;
  const earlier = await store.scan(items, { clientId, where }, range);
  const [newest] = earlier;
  if (newest === undefined) return null;
  // What a schedule expected of an earlier month is not carried.
  const scheduled = schedules.map(({ scheduleId }) =>
    scheduledItemId(scheduleId, newest.competencia as Competence),
  );
  const known = new Set([...composition.map(({ id }) => id), ...scheduled]);
  const open = earlier.filter(
    ({ conciliacaoId, situacao, itemId }) =>
      conciliacaoId === newest.conciliacaoId && situacao === 'OPEN' && !known.has(itemId),
  );
  return open.length === 0 ? null : { items: open.length, competence: newest.competencia as Competence };
}
