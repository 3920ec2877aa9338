// The reconciliations of one competence, as far as a decision reads them: stream
// `reconciliations-{companyId}.{competence}`, whose releases come with their parts.
import type { SignConvention } from '../books/events.js';
import type { Competence } from '../competence/competence.js';
import type { Fold } from '../kernel/decider.js';
import type { Recorded } from '../kernel/event.js';
import { decodeReleased, type ReleasedItem } from './releasedParts.js';
import type { ReconciliationEvent } from './events.js';

/** The version people reconcile. */
export type ReleasedVersion = Readonly<{
  trialBalanceId: number;
  version: number;
  chartId: number;
  convention: SignConvention;
  linesStream: string;
}>;

/** As the release left it that last changed the account's numbers; balances signed as that version signs them. */
export type Reconciliation = Omit<ReleasedItem, 'created'>;

/** `byAccount` holds one per account id, in the order of their ids. */
export type Reconciliations = { released: ReleasedVersion | null; byAccount: Map<number, Reconciliation> };

const RECONCILIATION_BYTES = 260;

export const reconciliations: Fold<Reconciliations> = {
  version: 1,
  initial: () => ({ released: null, byAccount: new Map() }),
  partsOf(recorded) {
    const event = recorded as Recorded<ReconciliationEvent>;
    if (event.type !== 'TrialBalanceReleased') return null;
    const { stream, count } = event.data.items;
    return { stream, fromRevision: 0, count };
  },
  evolve(state, recorded, parts = []) {
    const event = recorded as Recorded<ReconciliationEvent>;
    if (event.type !== 'TrialBalanceReleased') return state; // facts no decision here reads
    const { trialBalanceId, version, chartId, convention, linesStream } = event.data;
    state.released = { trialBalanceId, version, chartId, convention, linesStream };
    for (const part of parts) for (const item of decodeReleased(part)) state.byAccount.set(item.accountId, item);
    return state;
  },
  size: (state) => 500 + state.byAccount.size * RECONCILIATION_BYTES,
};

export function reconciliationsStream(companyId: number, competence: Competence): string {
  return `reconciliations-${companyId}.${competence}`;
}

/** Neither approved nor waived. A release makes every reconciliation PENDING, and no act changes that yet. */
export function unfinishedCount(state: Reconciliations): number {
  return state.byAccount.size;
}
