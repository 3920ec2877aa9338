// Streams `reconciliations-{companyId}.{competence}` and `released-{trialBalanceId}-{uuid}` (parts).
import type { Parts, SignConvention } from '../books/events.js';
import type { Competence } from '../competence/competence.js';
import type { DomainEvent } from '../kernel/event.js';

/**
 * A part, in `released-{trialBalanceId}-{uuid}`: ready bytes of `ReleasedColumns` as JSON. Only accounts that the
 * release made or whose numbers it changed; an account gone from the trial balance comes with balance 0.
 */
export type ReconciliationsListed = DomainEvent<'ReconciliationsListed', Uint8Array>;

/**
 * One array per field, all of one length, in the order of the lines that make them, then the accounts gone.
 * `created` false: an existing one, refreshed. Balances in centavos, signed as the released version signs them.
 */
export type ReleasedColumns = Readonly<{
  reconciliationId: readonly number[];
  created: readonly boolean[];
  accountId: readonly number[];
  accountCode: readonly string[];
  accountName: readonly string[];
  bookBalanceCents: readonly number[];
}>;

/**
 * `dueAt` is the Elaborador's deadline, ISO 8601 UTC; `replaces` the trial balance released before. `linesStream` and
 * `convention` are those of the released version: the next release compares its numbers with them.
 */
export type TrialBalanceReleased = DomainEvent<
  'TrialBalanceReleased',
  Readonly<{
    trialBalanceId: number;
    companyId: number;
    clientId: number;
    competence: Competence;
    version: number;
    chartId: number;
    convention: SignConvention;
    linesStream: string;
    replaces: number | null;
    dueAt: string;
    items: Parts;
    created: number;
  }>
>;
export type ReconciliationEvent = TrialBalanceReleased;
