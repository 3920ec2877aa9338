// The reconciliations of one company and competence, counted while their events are read in order.
import { LRUCache } from 'lru-cache';
import { dayInSaoPaulo as dayOf } from '../../../domain/kernel/calendarDate.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type {
  ActedEvent,
  CompositionRecorded,
  ReconciliationEvent,
  ReleasedItem,
} from '../../../domain/reconciliation/events.js';
import {
  actedItems,
  actedPartsLocation,
  composedItems,
  decodeReleased,
} from '../../../domain/reconciliation/parts.js';
import {
  begunStatuses,
  isFinished,
  type Deadlines,
  type ReconciliationStatus,
} from '../../../domain/reconciliation/states.js';
import { remembering, writes, type PartBytes, type PartsRef, type ReadStream } from '../../engine/projection.js';
import { view, type Write } from '../../engine/readStore.js';
import { competenceId } from './books.js';

/** Amounts in centavos. `doneOn`: the day (America/Sao_Paulo) since when it is finished; null while open. */
type Item = {
  status: ReconciliationStatus;
  doneOn: string | null;
  bookCents: number;
  reconciledCents: number;
  adjustmentsCents: number;
};

export type Released = Readonly<{ trialBalanceId: number; version: number; deadlines: Deadlines }>;

class Tally {
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

// Keeps what was counted of the competences in work, so that an event costs its own items. What is missing is counted again
// from its stream, up to the event before.

/** Reconciliations kept in all counts together, about 100 bytes each. */
const ITEMS_MAX = 300_000;

const NO_PARTS: PartsRef = { stream: '', fromRevision: 0, count: 0 };

/** Of one competence. `revision`: of the last event applied, -1 before the first; `size`: reconciliations it keeps. */
export type Counted = {
  readonly revision: number;
  readonly size: number;
  /** Called with every event of the stream, in order. */
  apply(event: Recorded<ReconciliationEvent>, parts: readonly Uint8Array[]): void;
};

export class Tallies<Count extends Counted> {
  readonly #make: () => Count;
  readonly #partsOf: (event: Recorded<ReconciliationEvent>) => PartsRef;
  readonly #counts = new LRUCache<string, Count>({
    maxSize: ITEMS_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });

  constructor(make: () => Count, partsOf = tallyParts) {
    this.#make = make;
    this.#partsOf = partsOf;
  }

  /** What is counted of the event's competence after the event. */
  async after(event: Recorded<ReconciliationEvent>, parts: PartBytes, readStream: ReadStream): Promise<Count> {
    const { stream, revision } = event;
    const tally = this.#counts.get(stream);
    const count = tally?.revision === revision - 1 ? tally : await this.#before(event, readStream);
    // Forgotten meanwhile: an event that was applied in part must not be continued.
    this.#counts.delete(stream);
    count.apply(event, await all(parts));
    this.#counts.set(stream, count);
    return count;
  }

  async #before({ stream, revision }: Recorded, readStream: ReadStream): Promise<Count> {
    const count = this.#make();
    if (revision === 0) return count;
    for await (const recorded of readStream(stream)) {
      if (recorded.revision >= revision) break;
      const event = recorded as Recorded<ReconciliationEvent>;
      count.apply(event, await partsIn(readStream, this.#partsOf(event)));
    }
    return count;
  }
}

function tallyParts({ type, data }: Recorded<ReconciliationEvent>): PartsRef {
  if (type === 'TrialBalanceReleased')
    return { stream: data.items.stream, fromRevision: 0, count: data.items.count };
  if (type === 'ReconciliationsCommented' || type === 'EvidenceAttached' || type === 'VariationExplained')
    return NO_PARTS;
  return actedPartsLocation(data);
}

async function partsIn(readStream: ReadStream, { stream, count }: PartsRef): Promise<readonly Uint8Array[]> {
  if (count === 0) return [];
  const stored: Uint8Array[] = [];
  for await (const { data } of readStream(stream)) {
    if (data instanceof Uint8Array) stored.push(data);
    if (stored.length === count) return stored;
  }
  throw new Error(`${stored.length} of ${count} parts are in ${stream}`);
}

async function all(parts: PartBytes): Promise<readonly Uint8Array[]> {
  const partBytes: Uint8Array[] = [];
  for await (const part of parts) partBytes.push(part);
  return partBytes;
}

// The reconciliations of each company and competence, counted by status and by the day they were finished. A page reads one
// row for each, however many reconciliations there are. What depends on the clock (overdue) is computed when it is read.

/**
 * `balanceteId` and `versao`: the released version. `porStatus` (count by status) and `porDia` (finished by YYYY-MM-DD,
 * America/Sao_Paulo) are JSON objects. `diferencas`: sum of the absolute differences of begun reconciliations in centavos.
 * `ultimoAtoEm`: of a person; "" before the first.
 */
export type CompetenceProgress = Readonly<{
  id: number;
  empresaId: number;
  competencia: string;
  balanceteId: number;
  versao: number;
  prazoElaborador: string;
  prazoRevisor: string;
  prazoAprovador: string;
  porStatus: string;
  porDia: string;
  diferencas: number;
  ultimoAtoEm: string;
  clientId: number;
}>;

export const competenceProgress = view<CompetenceProgress>({
  name: 'competenceProgress',
  version: 3,
  fields: {
    id: 'integer',
    empresaId: 'integer',
    competencia: 'text',
    balanceteId: 'integer',
    versao: 'integer',
    prazoElaborador: 'text',
    prazoRevisor: 'text',
    prazoAprovador: 'text',
    porStatus: 'text',
    porDia: 'text',
    diferencas: 'cents',
    ultimoAtoEm: 'text',
    clientId: 'integer',
  },
  indexes: [['clientId']],
});

export type CountsByStatus = Readonly<Partial<Record<ReconciliationStatus, number>>>;

export const competenceProgressProjection = remembering<ReconciliationEvent>({
  name: 'competenceProgress',
  streamPrefixes: ['reconciliations-'],
  views: [competenceProgress],
  begin() {
    const tallies = new Tallies(() => new Tally());
    const counted = {
      parts: tallyParts,
      async *handle(event: Recorded<ReconciliationEvent>, parts: PartBytes, readStream: ReadStream) {
        yield* rowOf(event, await tallies.after(event, parts, readStream));
      },
    };
    return {
      TrialBalanceReleased: counted,
      ReconciliationsMoved: counted,
      CompositionRecorded: counted,
      AdjustmentsRecorded: counted,
      ReconciliationsCommented: counted,
      EvidenceAttached: counted,
      VariationExplained: counted,
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
