// Stream `reconciliations-{companyId}.{competence}`: the reconciliations of one competence. Items of its events
// may be in parts.
import type { ApprovalReason } from '../clients/rules.js';
import type { Competence } from '../kernel/competence.js';
import type { Fold, Recorded } from '../kernel/event.js';
import type { DebitSign } from '../trialBalance/checks/movement.js';
import { actedItems, composedItems, decodeReleased, itemsLocation } from './parts.js';
import type { ActedEvent, ActedItem, ReconciliationEvent, ReleasedItem, TrialBalanceReleased } from './events.js';
import { isFinished, type Deadlines, type ReconciliationStatus } from './states.js';
import { namesPreparer, participationIn, type Move } from './transitions.js';

export type ReleasedVersion = Pick<
  TrialBalanceReleased['data'],
  'trialBalanceId' | 'version' | 'chartId' | 'convention' | 'linesStream'
>;

/**
 * Amounts in centavos; the book balance is signed by the convention of the version that last changed it.
 * `ownerId`: who acts next, or null. `preparerId`: who prepares it or is assigned. `prepared`, `reviewed`:
 * everyone who ever did.
 */
export type Reconciliation = {
  readonly reconciliationId: number;
  readonly accountId: number;
  readonly accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  bookBalanceCents: number;
  /** What a debit is in its amounts; 0 where nothing told it. */
  debitSign: DebitSign;
  reconciledCents: number;
  /** Revision of the event that recorded its composition; null before the first. */
  composedAt: number | null;
  adjustmentsCents: number;
  /** Whether it has adjustments, which may add up to zero. */
  adjusted: boolean;
  status: ReconciliationStatus;
  ownerId: string | null;
  preparerId: string | null;
  prepared: string[];
  reviewed: string[];
  /** The balance before, with debit positive, if the change from it wants an explanation. */
  comparedCents: number | null;
  /** Whether the change was explained since. */
  explained: boolean;
  /** Why a rule approved it or did not, at its last release. */
  approvalReason: ApprovalReason | null;
  /** Evidence attached to it. */
  files: number;
  /** Revision of the last event of the stream about it, comments and evidence included. */
  revision: number;
  /** The person of its last events, if those are comments and evidence, and its revision before them. */
  noted: Readonly<{ by: string; since: number }> | null;
};

/** `items`: one per account, by ascending id. */
export type Reconciliations = {
  released: ReleasedVersion | null;
  deadlines: Deadlines | null;
  items: Reconciliation[];
  /** Count of items neither approved, approved automatically nor waived. */
  unfinished: number;
};

const RECONCILIATION_BYTES = 500;

export const reconciliations: Fold<Reconciliations> = {
  initial: () => ({ released: null, deadlines: null, items: [], unfinished: 0 }),
  partsOf(recorded) {
    const event = recorded as Recorded<ReconciliationEvent>;
    return event.type === 'TrialBalanceReleased' || event.data.parts ? itemsLocation(event) : null;
  },
  evolve(state, recorded, parts = []) {
    const event = recorded as Recorded<ReconciliationEvent>;
    const { revision } = event;
    if (event.type === 'TrialBalanceReleased') {
      const { trialBalanceId, version, chartId, convention, linesStream, deadlines } = event.data;
      state.released = { trialBalanceId, version, chartId, convention, linesStream };
      state.deadlines ??= deadlines;
      for (const item of parts.flatMap(decodeReleased)) releaseItem(state, item, revision);
      return state;
    }
    if (event.type === 'CompositionRecorded') {
      for (const { reconciliationId, reconciledCents } of composedItems(event.data, parts)) {
        const item = reconciliationWithId(state, reconciliationId);
        Object.assign(item, { reconciledCents, composedAt: revision, revision, noted: null });
      }
      return state;
    }
    for (const acted of actedItems(event.data, parts)) {
      const item = reconciliationWithId(state, acted.reconciliationId);
      item.noted = notedBy(event, item);
      item.revision = revision;
      if (event.type === 'ReconciliationsMoved') applyMove(state, event.data.move, item, acted);
      else if (event.type === 'AdjustmentsRecorded') {
        const { adjustments, adjustmentsCents } = event.data;
        Object.assign(item, { adjustmentsCents, adjusted: adjustments.length > 0 });
      } else if (event.type === 'EvidenceAttached') item.files++;
      else if (event.type === 'VariationExplained') item.explained = true;
    }
    return state;
  },
  size: (state) => 500 + state.items.length * RECONCILIATION_BYTES,
};

function notedBy({ type, metadata: { actor } }: Recorded<ReconciliationEvent>, item: Reconciliation) {
  const isNote = type === 'ReconciliationsCommented' || type === 'EvidenceAttached';
  if (!isNote || actor.kind !== 'person') return null;
  return item.noted?.by === actor.id ? item.noted : { by: actor.id, since: item.revision };
}

const STREAMS = 'reconciliations-';

/** Whether it is of what people and rules do on reconciliations. */
export function isAct(event: Recorded): event is Recorded<ActedEvent> {
  return event.stream.startsWith(STREAMS) && event.type !== 'TrialBalanceReleased';
}

export function reconciliationsStream(companyId: number, competence: Competence): string {
  return `${STREAMS}${companyId}.${competence}`;
}

/** Binary search; undefined when the competence has none of that id. */
export function reconciliationOf(
  { items }: Reconciliations,
  reconciliationId: number,
): Reconciliation | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as Reconciliation).reconciliationId < reconciliationId) low = middle + 1;
    else high = middle;
  }
  const candidate = items[low];
  return candidate?.reconciliationId === reconciliationId ? candidate : undefined;
}

function releaseItem(
  state: Reconciliations,
  { created, status, ownerId, bookBalanceDebitCents, debitSign: zeroSign = 0, ...released }: ReleasedItem,
  revision: number,
): void {
  const { bookBalanceCents, comparedCents = null, approvalReason = null } = released;
  const debitSign = debitSignOf({ bookBalanceCents, bookBalanceDebitCents, debitSign: zeroSign });
  const known = { debitSign, comparedCents, approvalReason, explained: false, revision, noted: null };
  const facts = { ...released, ...known };
  if (!created) {
    const item = reconciliationWithId(state, released.reconciliationId);
    Object.assign(item, facts, debitSign === 0 && hasAmounts(item) && { debitSign: item.debitSign });
    return setState(state, item, status, ownerId);
  }
  state.items.push({
    ...facts,
    reconciledCents: 0,
    composedAt: null,
    adjustmentsCents: 0,
    adjusted: false,
    files: 0,
    status,
    ownerId,
    preparerId: status === 'NOT_STARTED' ? ownerId : null,
    prepared: [],
    reviewed: [],
  });
  if (!isFinished(status)) state.unfinished++;
}

/** Whether people or rules recorded amounts, in the sign of the version then released. */
export function hasAmounts({ composedAt, adjusted }: Reconciliation): boolean {
  return composedAt !== null || adjusted;
}

/** What a debit is in the amounts of a released item; 0 where nothing told it. */
export function debitSignOf({
  bookBalanceCents,
  bookBalanceDebitCents,
  debitSign,
}: Pick<ReleasedItem, 'bookBalanceCents' | 'bookBalanceDebitCents' | 'debitSign'>): DebitSign {
  if (bookBalanceCents === 0) return debitSign ?? 0;
  return bookBalanceCents === bookBalanceDebitCents ? 1 : -1;
}

function applyMove(
  state: Reconciliations,
  move: Move,
  item: Reconciliation,
  { status, ownerId }: ActedItem,
): void {
  setState(state, item, status, ownerId);
  if (ownerId !== null && namesPreparer(move)) item.preparerId = ownerId;
  const part = participationIn(move, status);
  if (part !== null) addPerson(item[part], ownerId);
}

function setState(
  state: Reconciliations,
  item: Reconciliation,
  status: ReconciliationStatus,
  ownerId: string | null,
): void {
  state.unfinished += Number(isFinished(item.status)) - Number(isFinished(status));
  item.status = status;
  item.ownerId = ownerId;
}

function addPerson(people: string[], personId: string | null): void {
  if (personId !== null && !people.includes(personId)) people.push(personId);
}

/** @throws Error when no release created it: the stream is incomplete */
function reconciliationWithId(state: Reconciliations, reconciliationId: number): Reconciliation {
  const item = reconciliationOf(state, reconciliationId);
  if (!item) throw new Error(`no release made reconciliation ${reconciliationId}`);
  return item;
}
