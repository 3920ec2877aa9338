// What the page of one reconciliation shows: its row, history, composition and adjustments, the month before, and the next one
// to work on.
import type { Actor } from '../../../domain/kernel/event.js';
import { previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import type { Adjustment, CompositionItem } from '../../../domain/reconciliation/events.js';
import type { ItemFact } from '../../../domain/reconciliation/parts/itemFacts.js';
import type { Condition, ReadModels, RowRange } from '../../engine/readStore.js';
import type { StoredReconciliation } from '../reconciliations/reconciliationRows.js';
import { reconciliations } from '../reconciliations/reconciliations.js';
import { competenceClosings } from '../competences/books.js';
import { competenceId } from '../competences/competenceId.js';
import { inCompanies, is, type Companies, type Scope } from '../scope.js';
import { adjustments, compositions, entries, entryId, revisionOf, type Entry } from './entries.js';

/** `revision` of the event in its stream; `actor.name` is null for people and rules. */
export type ReconciliationEntry = Readonly<{
  revision: number;
  at: string;
  actor: Readonly<{ kind: Actor['kind']; id: string; name: string | null }>;
  fact: ItemFact;
}>;

/**
 * Amounts in centavos. `entries` in the order of the events; `previous`: the same account in the month before; `closedAt`: null
 * while the competence is open.
 */
export type ReconciliationDetail = Readonly<{
  row: StoredReconciliation;
  previous: StoredReconciliation | null;
  closedAt: string | null;
  composition: readonly CompositionItem[];
  adjustments: readonly Adjustment[];
  entries: readonly ReconciliationEntry[];
}>;

const ENTRIES_PER_SCAN = 1_000;
/** The newest entries that a page reads at most, in scans. */
const SCANS_MAX = 10;

/** @returns null when this client has no reconciliation of the id */
export async function readReconciliation(
  store: ReadModels,
  { clientId }: Scope,
  id: number,
): Promise<ReconciliationDetail | null> {
  const row = await store.get(reconciliations, clientId, id);
  if (row === null) return null;
  const [composition, adjusted, found, previous, closing] = await Promise.all([
    store.get(compositions, clientId, id),
    store.get(adjustments, clientId, id),
    entriesAfter(store, clientId, id, null),
    monthBefore(store, row),
    store.get(competenceClosings, clientId, competenceId(row.empresaId, row.competencia as Competence)),
  ]);
  return {
    row,
    previous,
    closedAt: closing?.fechada === true ? closing.em : null,
    composition: itemsOf<CompositionItem>(composition),
    adjustments: itemsOf<Adjustment>(adjusted),
    entries: found,
  };
}

/**
 * The entries of a reconciliation in the order of the events.
 * @param revision only those after it; null: the newest 10,000
 */
export async function entriesAfter(
  store: ReadModels,
  clientId: number,
  reconciliationId: number,
  revision: number | null,
): Promise<readonly ReconciliationEntry[]> {
  const where: Condition[] = [is('reconciliationId', reconciliationId)];
  if (revision !== null) where.push({ field: 'id', above: entryId(reconciliationId, revision) });
  const found: ReconciliationEntry[] = [];
  let afterId: number | null = null;
  for (let scans = 0; scans < SCANS_MAX; scans++) {
    const range: RowRange = { order: 'desc', afterId, skip: 0, limit: ENTRIES_PER_SCAN };
    const rows: readonly Entry[] = await store.scan(entries, { clientId, where }, range);
    for (const { id, at, actorKind: kind, actorId, actorName: name, fact } of rows)
      found.push({
        ...{ revision: revisionOf(id), at, actor: { kind, id: actorId, name } },
        fact: JSON.parse(fact) as ItemFact,
      });
    afterId = rows.at(-1)?.id ?? null;
    if (rows.length < ENTRIES_PER_SCAN) break;
  }
  return found.reverse();
}

/** The event at this revision about the reconciliation. @returns null when there is none */
export async function entryAt(
  store: ReadModels,
  clientId: number,
  reconciliationId: number,
  revision: number,
): Promise<ItemFact | null> {
  const row = await store.get(entries, clientId, entryId(reconciliationId, revision));
  return row?.reconciliationId === reconciliationId ? (JSON.parse(row.fact) as ItemFact) : null;
}

async function monthBefore(
  store: ReadModels,
  { clientId, empresaId, competencia, contaCodigo }: StoredReconciliation,
): Promise<StoredReconciliation | null> {
  const before = previousCompetence(competencia as Competence);
  const fields = ['empresaId', 'competencia', 'contaCodigo'];
  const [row = null] = await store.lookUp(reconciliations, clientId, fields, [[empresaId, before, contaCodigo]]);
  return row;
}

/** `roles`: by value of `responsavelPapel`, the companies whose steps the person may take where nobody is set. */
export type PersonsQueue = Readonly<{
  personId: string;
  companies: Companies;
  roles: readonly Readonly<{ responsavelPapel: string; companies: readonly number[] }>[];
}>;

/** The next unfinished reconciliation after one, by id, then from the first: the person's own, else one that nobody has. */
export async function nextInQueue(
  store: ReadModels,
  clientId: number,
  { personId, companies, roles }: PersonsQueue,
  afterId: number,
): Promise<StoredReconciliation | null> {
  const unfinished: Condition = { field: 'completedLate', is: null };
  const taken = roles.map(({ responsavelPapel, companies: some }) => [
    is('responsavelPapel', responsavelPapel),
    ...inCompanies(some),
  ]);
  const queues: readonly (readonly Condition[])[] = [
    [is('responsavelId', personId), unfinished, ...inCompanies(companies)],
    [{ field: 'responsavelId', is: null }, unfinished, { any: taken }],
  ];
  for (const where of queues)
    for (const from of [afterId, null]) {
      const range = { afterId: from, skip: 0, limit: 2 };
      const rows = await store.scan(reconciliations, { clientId, where }, range);
      const next = rows.find(({ id }) => id !== afterId);
      if (next !== undefined) return next;
    }
  return null;
}

function itemsOf<Item>(row: Readonly<{ items: string }> | null): readonly Item[] {
  return row === null ? [] : (JSON.parse(row.items) as readonly Item[]);
}
