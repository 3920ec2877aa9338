// The reconciliations of one company and competence, counted while their events are read in order. With the counts
// come the rows of compositions' items, as each composition takes the place of one whose length has to be known.
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { dayInSaoPaulo as dayOf } from '../../../domain/kernel/calendarDate.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type {
  ActedEvent,
  ComposedItem,
  ReconciliationEvent,
  ReleasedItem,
} from '../../../domain/reconciliation/events.js';
import { actedItems, composedItems, decodeReleased, itemsLocation } from '../../../domain/reconciliation/parts.js';
import {
  begunStatuses,
  isFinished,
  type Deadlines,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import { allOf, projection, writes, type ReadLog } from '../../engine/projection.js';
import { view, type Write } from '../../engine/readStore.js';
import { itemRows, items, type Recomposed } from '../items.js';
import { fieldsOf } from '../scope.js';
import { competenceId } from './books.js';

/** Amounts in centavos. `doneOn`: the day (America/Sao_Paulo) since when it is finished; null while open. */
type Item = {
  status: ReconciliationStatus;
  doneOn: string | null;
  bookCents: number;
  reconciledCents: number;
  adjustmentsCents: number;
  /** Items in its composition. */
  items: number;
};

type Released = Readonly<{ trialBalanceId: number; version: number; deadlines: Deadlines }>;

class Tally {
  /** Revision of the last event applied; -1 before the first. */
  revision = -1;
  released: Released | null = null;
  /** Only counts above zero. */
  readonly byStatus = new Map<ReconciliationStatus, number>();
  /** Finished ones by day; only counts above zero. */
  readonly byDay = new Map<string, number>();
  /** Sum of the absolute differences of begun reconciliations: what nobody began differs by its whole balance. */
  openDifferenceCents = 0;
  /** Time of the last act of a person, ISO 8601 UTC; "" before the first. */
  lastActAt = '';
  /** Compositions that the last event recorded, with what each replaced. */
  recomposed: readonly Recomposed[] = [];
  readonly #items = new Map<number, Item>();

  get size(): number {
    return this.#items.size;
  }

  /** Call with every event of the stream, in order. @param parts of a release, or of an act with items in parts */
  apply(event: Recorded<ReconciliationEvent>, parts: readonly Uint8Array[]): void {
    this.revision = event.revision;
    this.recomposed = [];
    if (event.type === 'TrialBalanceReleased') return this.#release(event, parts);
    this.#act(event, parts);
    this.lastActAt = event.metadata.at;
  }

  #release(
    { data, metadata }: Extract<Recorded<ReconciliationEvent>, { type: 'TrialBalanceReleased' }>,
    parts: readonly Uint8Array[],
  ): void {
    const { trialBalanceId, version, deadlines } = data;
    this.released = { trialBalanceId, version, deadlines: this.released?.deadlines ?? deadlines };
    for (const part of parts) for (const item of decodeReleased(part)) this.#releaseItem(item, metadata.at);
  }

  /** A finished one (WAIVED) keeps the time of its completion. */
  #releaseItem(
    { reconciliationId, created, status, bookBalanceCents: bookCents }: ReleasedItem,
    at: string,
  ): void {
    if (!created)
      return this.#change(reconciliationId, (item) => {
        item.bookCents = bookCents;
        item.status = status;
        item.doneOn = isFinished(status) ? (item.doneOn ?? dayOf(at)) : null;
      });
    const doneOn = isFinished(status) ? dayOf(at) : null;
    const item: Item = { status, doneOn, bookCents, reconciledCents: 0, adjustmentsCents: 0, items: 0 };
    this.#items.set(reconciliationId, item);
    this.#count(item, 1);
  }

  #act(event: Recorded<ActedEvent>, parts: readonly Uint8Array[]): void {
    if (event.type === 'CompositionRecorded') {
      this.recomposed = composedItems(event.data, parts).map((item) => ({ item, before: this.#recompose(item) }));
      return;
    }
    for (const { reconciliationId, status } of actedItems(event.data, parts))
      this.#change(reconciliationId, (item) => {
        if (event.type === 'AdjustmentsRecorded') item.adjustmentsCents = event.data.adjustmentsCents;
        if (event.type !== 'ReconciliationsMoved') return;
        item.status = status;
        item.doneOn = isFinished(status) ? dayOf(event.metadata.at) : null;
      });
  }

  /** @returns how many items the composition had before */
  #recompose({ reconciliationId, reconciledCents, composition }: ComposedItem): number {
    return this.#change(reconciliationId, (item) => {
      const { items: before } = item;
      Object.assign(item, { reconciledCents, items: composition.length });
      return before;
    });
  }

  #change<Result>(reconciliationId: number, change: (item: Item) => Result): Result {
    const item = this.#items.get(reconciliationId);
    if (item === undefined) throw new Error(`reconciliation ${reconciliationId} was never released`);
    this.#count(item, -1);
    const result = change(item);
    this.#count(item, 1);
    return result;
  }

  #count({ status, doneOn, bookCents, reconciledCents, adjustmentsCents }: Item, by: 1 | -1): void {
    add(this.byStatus, status, by);
    if (doneOn !== null) return add(this.byDay, doneOn, by);
    if (!begunStatuses.includes(status)) return;
    this.openDifferenceCents += by * Math.abs(bookCents - reconciledCents - adjustmentsCents);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

// Keeps what was counted of the competences in work, so that an event costs its own items. What is missing is
// counted again from its stream, up to the event before.

/** Reconciliations kept in all counts together, about 100 bytes each. */
const ITEMS_MAX = 300_000;

class Tallies {
  readonly #tallies = new LRUCache<string, Tally>({
    maxSize: ITEMS_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });

  /** What is counted of the event's competence after the event. */
  async after(event: Recorded<ReconciliationEvent>, log: ReadLog): Promise<Tally> {
    const { stream, revision } = event;
    const before = this.#tallies.get(stream);
    const tally = before?.revision === revision - 1 ? before : await this.#before(event, log);
    // Forgotten meanwhile: an event that was applied in part must not be continued.
    this.#tallies.delete(stream);
    tally.apply(event, await allOf(log.parts(itemsLocation(event))));
    this.#tallies.set(stream, tally);
    return tally;
  }

  async #before({ stream, revision }: Recorded, log: ReadLog): Promise<Tally> {
    const tally = new Tally();
    if (revision === 0) return tally;
    for await (const recorded of log.stream(stream)) {
      if (recorded.revision >= revision) break;
      const event = recorded as Recorded<ReconciliationEvent>;
      tally.apply(event, await allOf(log.parts(itemsLocation(event))));
    }
    return tally;
  }
}

// The reconciliations of each company and competence, counted by status and by the day they were finished. A page
// reads one row for each, however many reconciliations there are. What depends on the clock (overdue) is computed
// when it is read.

/**
 * `balanceteId` and `versao`: the released version. `porStatus` (count by status) and `porDia` (finished by
 * YYYY-MM-DD, America/Sao_Paulo) are JSON objects. `diferencas`: sum of the absolute differences of begun
 * reconciliations in centavos. `ultimoAtoEm`: of a person; "" before the first.
 */
const progressRow = z.object({
  id: z.int(),
  empresaId: z.int(),
  competencia: z.string(),
  balanceteId: z.int(),
  versao: z.int(),
  prazoElaborador: z.string(),
  prazoRevisor: z.string(),
  prazoAprovador: z.string(),
  porStatus: z.string(),
  porDia: z.string(),
  diferencas: z.number(),
  ultimoAtoEm: z.string(),
  clientId: z.int(),
});
export type CompetenceProgress = Readonly<z.output<typeof progressRow>>;

export const competenceProgress = view<CompetenceProgress>({
  name: 'competenceProgress',
  version: 3,
  fields: fieldsOf(progressRow),
  indexes: [['clientId']],
});

export type CountsByStatus = Readonly<Partial<Record<ReconciliationStatus, number>>>;

export const competenceProgressProjection = projection<ReconciliationEvent>({
  name: 'competenceProgress',
  streamPrefixes: ['reconciliations-'],
  views: [competenceProgress, items],
  begin() {
    const tallies = new Tallies();
    async function* countRows(event: Recorded<ReconciliationEvent>, log: ReadLog) {
      const tally = await tallies.after(event, log);
      yield* rowOf(event, tally);
      for (const recomposed of tally.recomposed) yield* itemRows(event, recomposed);
    }
    return {
      TrialBalanceReleased: countRows,
      ReconciliationsMoved: countRows,
      CompositionRecorded: countRows,
      AdjustmentsRecorded: countRows,
      ReconciliationsCommented: countRows,
      EvidenceAttached: countRows,
      VariationExplained: countRows,
    };
  },
});

function* rowOf({ data }: Recorded<ReconciliationEvent>, tally: Tally): Iterable<Write> {
  const { released } = tally;
  if (released === null) return;
  yield writes(competenceProgress).put({
    id: competenceId(data.companyId, data.competence),
    empresaId: data.companyId,
    competencia: data.competence,
    balanceteId: released.trialBalanceId,
    versao: released.version,
    prazoElaborador: released.deadlines.preparer,
    prazoRevisor: released.deadlines.reviewer,
    prazoAprovador: released.deadlines.approver,
    porStatus: inOrder(tally.byStatus),
    porDia: inOrder(tally.byDay),
    diferencas: tally.openDifferenceCents,
    ultimoAtoEm: tally.lastActAt,
    clientId: data.clientId,
  });
}

/** Independent of the order of the events, so that equal counts are equal rows. */
function inOrder(counts: ReadonlyMap<string, number>): string {
  return JSON.stringify(Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))));
}
