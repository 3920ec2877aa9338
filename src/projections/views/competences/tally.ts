// The reconciliations of one company and competence, counted while their events are read in order.
import { dayInSaoPaulo as dayOf } from '../../../domain/kernel/calendarDate.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type {
  ActedEvent,
  CompositionRecorded,
  ReconciliationEvent,
} from '../../../domain/reconciliation/events.js';
import {
  actedItems,
  composedItems,
  decodeReleased,
  type ReleasedItem,
} from '../../../domain/reconciliation/parts.js';
import {
  begunStatuses,
  isFinished,
  type Deadlines,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';

/** Amounts in centavos. `doneOn`: the day (America/Sao_Paulo) since when it is finished; null while open. */
type Item = {
  status: ReconciliationStatus;
  doneOn: string | null;
  bookCents: number;
  reconciledCents: number;
  adjustmentsCents: number;
};

export type Released = Readonly<{ trialBalanceId: number; version: number; deadlines: Deadlines }>;

export class Tally {
  /** Of the last event applied; -1 before the first. */
  revision = -1;
  released: Released | null = null;
  /** Only counts above zero. */
  readonly byStatus = new Map<ReconciliationStatus, number>();
  /** Finished ones by day; only counts above zero. */
  readonly byDay = new Map<string, number>();
  /** Sum of the absolute differences of begun reconciliations: what nobody began differs by its whole balance. */
  openDifferenceCents = 0;
  /** Of a person, ISO 8601 UTC; "" before the first. */
  lastActAt = '';
  readonly #items = new Map<number, Item>();

  get size(): number {
    return this.#items.size;
  }

  /** Call with every event of the stream, in order. @param parts of a release, or of an act with items in parts */
  apply(event: Recorded<ReconciliationEvent>, parts: readonly Uint8Array[]): void {
    this.revision = event.revision;
    if (event.type === 'TrialBalanceReleased') this.#release(event, parts);
    else this.#act(event, parts);
    if (event.type !== 'TrialBalanceReleased') this.lastActAt = event.metadata.at;
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
    const item: Item = { status, doneOn, bookCents, reconciledCents: 0, adjustmentsCents: 0 };
    this.#items.set(reconciliationId, item);
    this.#count(item, 1);
  }

  #act(event: Recorded<ActedEvent>, parts: readonly Uint8Array[]): void {
    if (event.type === 'CompositionRecorded') {
      for (const { reconciliationId, reconciledCents } of composedItems(event.data, parts))
        this.#change(reconciliationId, (item) => (item.reconciledCents = reconciledCents));
      return;
    }
    const change = changeOf(event);
    if (change === null) return;
    for (const { reconciliationId, status } of actedItems(event.data, parts))
      this.#change(reconciliationId, (item) => change(item, status));
  }

  #change(reconciliationId: number, change: (item: Item) => void): void {
    const item = this.#items.get(reconciliationId);
    if (item === undefined) throw new Error(`reconciliation ${reconciliationId} was never released`);
    this.#count(item, -1);
    change(item);
    this.#count(item, 1);
  }

  #count({ status, doneOn, bookCents, reconciledCents, adjustmentsCents }: Item, by: 1 | -1): void {
    add(this.byStatus, status, by);
    if (doneOn !== null) return add(this.byDay, doneOn, by);
    if (!begunStatuses.includes(status)) return;
    this.openDifferenceCents += by * Math.abs(bookCents - reconciledCents - adjustmentsCents);
  }
}

/** Null for events that change no count: their parts need not be read. */
function changeOf(
  event: Recorded<Exclude<ActedEvent, CompositionRecorded>>,
): ((item: Item, status: ReconciliationStatus) => void) | null {
  switch (event.type) {
    case 'ReconciliationsMoved':
      return (item, status) => {
        item.status = status;
        item.doneOn = isFinished(status) ? dayOf(event.metadata.at) : null;
      };
    case 'AdjustmentsRecorded':
      return (item) => (item.adjustmentsCents = event.data.adjustmentsCents);
    case 'ReconciliationsCommented':
    case 'EvidenceAttached':
    case 'VariationExplained':
      return null;
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
