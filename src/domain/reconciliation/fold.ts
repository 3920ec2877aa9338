// The reconciliations of one competence, as far as a decision reads them: stream
// `reconciliations-{companyId}.{competence}`, whose facts come with their parts.
import type { SignConvention } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import { actedItems, actedPlace, type ActedItem } from './parts/actedItems.js';
import type { ReconciliationEvent, ReconciliationsMoved } from './events.js';
import { decodeReleased, type ReleasedItem } from './parts/releasedParts.js';
import { isFinished, type Deadlines, type ReconciliationStatus } from './states.js';

/** The version people reconcile. */
export type ReleasedVersion = Readonly<{
  trialBalanceId: number;
  version: number;
  chartId: number;
  convention: SignConvention;
  linesStream: string;
}>;

/**
 * Amounts in centavos, the book balance signed as the version signs it that last changed it. `ownerId`: whose turn it
 * is, null for nobody. `preparerId`: who prepares it, or was assigned to. `prepared` and `reviewed`: everybody who ever
 * took part so, by id.
 */
export type Reconciliation = {
  readonly reconciliationId: number;
  readonly accountId: number;
  readonly accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  bookBalanceCents: number;
  reconciledCents: number;
  adjustmentsCents: number;
  status: ReconciliationStatus;
  ownerId: string | null;
  preparerId: string | null;
  prepared: string[];
  reviewed: string[];
};

/** Plain JSON, for it is kept as a snapshot. `items` holds one per account, in ascending id. */
export type Reconciliations = {
  released: ReleasedVersion | null;
  deadlines: Deadlines | null;
  items: Reconciliation[];
  /** Not finished: neither approved, approved automatically, nor waived. */
  unfinished: number;
};

const RECONCILIATION_BYTES = 420;

export const reconciliations: Fold<Reconciliations> = {
  version: 2,
  snapshot: true,
  initial: () => ({ released: null, deadlines: null, items: [], unfinished: 0 }),
  partsOf(recorded) {
    const event = recorded as Recorded<ReconciliationEvent>;
    if (event.type !== 'TrialBalanceReleased') return event.data.parts && actedPlace(event.data);
    const { stream, count } = event.data.items;
    return { stream, fromRevision: 0, count };
  },
  evolve(state, recorded, parts = []) {
    const event = recorded as Recorded<ReconciliationEvent>;
    switch (event.type) {
      case 'TrialBalanceReleased': {
        const { trialBalanceId, version, chartId, convention, linesStream, deadlines } = event.data;
        state.released = { trialBalanceId, version, chartId, convention, linesStream };
        state.deadlines ??= deadlines;
        releaseItems(state, parts.flatMap(decodeReleased));
        return state;
      }
      case 'ReconciliationsMoved':
        for (const item of actedItems(event.data, parts)) move(state, event.data.move, item);
        return state;
      case 'CompositionRecorded':
        for (const { reconciliationId } of actedItems(event.data, parts))
          known(state, reconciliationId).reconciledCents = event.data.reconciledCents;
        return state;
      case 'AdjustmentsRecorded':
        for (const { reconciliationId } of actedItems(event.data, parts))
          known(state, reconciliationId).adjustmentsCents = event.data.adjustmentsCents;
        return state;
      default:
        return state; // facts no decision here reads
    }
  },
  size: (state) => 500 + state.items.length * RECONCILIATION_BYTES,
};

export function reconciliationsStream(companyId: number, competence: Competence): string {
  return `reconciliations-${companyId}.${competence}`;
}

/** @returns undefined when this competence has none of that id */
export function reconciliationOf(
  { items }: Reconciliations,
  reconciliationId: number,
): Reconciliation | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.reconciliationId ?? Infinity) < reconciliationId) low = middle + 1;
    else high = middle;
  }
  const found = items[low];
  return found?.reconciliationId === reconciliationId ? found : undefined;
}

/** Neither approved, approved automatically, nor waived. */
export function unfinishedCount(state: Reconciliations): number {
  return state.unfinished;
}

function releaseItems(state: Reconciliations, released: readonly ReleasedItem[]): void {
  for (const { created, status, ownerId, ...facts } of released) {
    if (created) {
      state.items.push(born(facts, status, ownerId));
      if (!isFinished(status)) state.unfinished++;
      continue;
    }
    const item = known(state, facts.reconciliationId);
    const { accountName, department, sector, bookBalanceCents } = facts;
    Object.assign(item, { accountName, department, sector, bookBalanceCents });
    become(state, item, status, ownerId);
  }
}

type AccountFacts = Omit<ReleasedItem, 'created' | 'status' | 'ownerId'>;

function born(facts: AccountFacts, status: ReconciliationStatus, ownerId: string | null): Reconciliation {
  return {
    reconciliationId: facts.reconciliationId,
    accountId: facts.accountId,
    accountCode: facts.accountCode,
    accountName: facts.accountName,
    department: facts.department,
    sector: facts.sector,
    bookBalanceCents: facts.bookBalanceCents,
    reconciledCents: 0,
    adjustmentsCents: 0,
    status,
    ownerId,
    preparerId: status === 'NOT_STARTED' ? ownerId : null,
    prepared: [],
    reviewed: [],
  };
}

function move(state: Reconciliations, by: ReconciliationsMoved['data']['move'], moved: ActedItem): void {
  const { reconciliationId, status, ownerId } = moved;
  const item = known(state, reconciliationId);
  become(state, item, status, ownerId);
  if (ownerId !== null && (by === 'assign' || by === 'start' || by === 'restore')) item.preparerId = ownerId;
  if (by === 'start') join(item.prepared, ownerId);
  if (by === 'open' && status === 'IN_REVIEW') join(item.reviewed, ownerId);
}

function become(
  state: Reconciliations,
  item: Reconciliation,
  status: ReconciliationStatus,
  ownerId: string | null,
): void {
  state.unfinished += Number(isFinished(item.status)) - Number(isFinished(status));
  item.status = status;
  item.ownerId = ownerId;
}

function join(people: string[], personId: string | null): void {
  if (personId !== null && !people.includes(personId)) people.push(personId);
}

/** @throws when a fact names one that no release made: the stream is then not whole */
function known(state: Reconciliations, reconciliationId: number): Reconciliation {
  const item = reconciliationOf(state, reconciliationId);
  if (!item) throw new Error(`no release made reconciliation ${reconciliationId}`);
  return item;
}
