// What people made of the accounts of a competence's first release, from the stream `reconciliations-{companyId}.{competence}`: beside
// it a rule's approval is judged.
import type { Fold } from '../../kernel/decider.js';
import type { Recorded } from '../../kernel/event.js';
import type { CompositionItem, ReconciliationEvent } from '../events.js';
import { reconciliations, type ReleasedVersion } from '../fold.js';
import { actedItems } from '../parts/actedItems.js';
import { composedItems } from '../parts/composedItems.js';
import { decodeReleased } from '../parts/releasedParts.js';
import type { ReconciliationStatus } from '../states.js';
import type { Move } from '../transitions.js';

export type PeopleResult = {
  readonly accountId: number;
  status: ReconciliationStatus;
  /** Approved by a person at least once. */
  approved: boolean;
  /** Sent back, adjusted or changed by a version before its first approval by a person. */
  contested: boolean;
  /** The composition as it is now, and as it was first sent; null: not sent. */
  composition: readonly CompositionItem[];
  sent: readonly CompositionItem[] | null;
};

/** `released`: the version first released, and the position of that event; `items` by reconciliation id. */
export type PeopleResults = {
  released: (ReleasedVersion & Readonly<{ position: number }>) | null;
  items: Map<number, PeopleResult>;
};

/** Not a fold of `Folds`, which keep one state a stream. */
export const peopleResults: Pick<Fold<PeopleResults>, 'initial' | 'evolve' | 'partsOf'> = {
  initial: () => ({ released: null, items: new Map() }),
  partsOf: reconciliations.partsOf as NonNullable<typeof reconciliations.partsOf>,
  evolve(state, recorded, parts = []) {
    const event = recorded as Recorded<ReconciliationEvent>;
    if (event.type === 'TrialBalanceReleased') {
      release(state, event.data, parts, event.position);
      return state;
    }
    if (event.type === 'CompositionRecorded') {
      for (const { reconciliationId, composition } of composedItems(event.data, parts)) {
        const item = state.items.get(reconciliationId);
        if (item) item.composition = composition;
      }
      return state;
    }
    for (const { reconciliationId, status } of actedItems(event.data, parts)) {
      const item = state.items.get(reconciliationId);
      if (item === undefined) continue;
      if (event.type === 'ReconciliationsMoved') move(item, event.data.move, status);
      else if (event.type === 'AdjustmentsRecorded' && event.data.adjustmentsCents !== 0) contest(item);
    }
    return state;
  },
};

function release(
  state: PeopleResults,
  { trialBalanceId, version, chartId, convention, linesStream }: ReleasedVersion,
  parts: readonly Uint8Array[],
  position: number,
): void {
  const isFirst = state.released === null;
  state.released ??= { trialBalanceId, version, chartId, convention, linesStream, position };
  for (const { reconciliationId, accountId, status } of parts.flatMap(decodeReleased)) {
    const item = state.items.get(reconciliationId);
    if (item) {
      contest(item);
      item.status = status;
    } else if (isFirst)
      state.items.set(reconciliationId, {
        ...{ accountId, status, approved: false, contested: false, composition: [], sent: null },
      });
  }
}

/** A rule's approval that a person reopens is contested too. */
const CONTESTING: readonly Move[] = ['return', 'reject', 'ask-adjustment', 'reopen'];

function move(item: PeopleResult, made: Move, status: ReconciliationStatus): void {
  if (CONTESTING.includes(made)) contest(item);
  if (made === 'submit') item.sent ??= item.composition;
  item.approved ||= status === 'APPROVED';
  item.status = status;
}

function contest(item: PeopleResult): void {
  item.contested ||= !item.approved;
}
