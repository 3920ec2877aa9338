// Streams `reconciliations-{companyId}.{competence}`, `released-{trialBalanceId}-{uuid}` and `acted-{uuid}` (parts).
import type { Parts, SignConvention } from '../books/events.js';
import type { Competence } from '../kernel/competence.js';
import type { DomainEvent } from '../kernel/event.js';
import type { Evidence } from './evidence.js';
import type { Move } from './transitions.js';
import type { Deadlines, ReconciliationStatus } from './states.js';

/**
 * A part, in `released-{trialBalanceId}-{uuid}`: ready bytes of `ReleasedColumns` as JSON. Only accounts that the
 * release made or whose numbers it changed; an account gone from the trial balance comes with balance 0.
 */
export type ReconciliationsListed = DomainEvent<'ReconciliationsListed', Uint8Array>;

/**
 * One array per field, all of one length, in the order of the lines that make them, then the accounts gone.
 * `created` false: an existing one, refreshed. Balances in centavos, signed as the released version signs them.
 * `status` and `ownerId` (a person's id, null for nobody) are what the release leaves it with.
 */
export type ReleasedColumns = Readonly<{
  reconciliationId: readonly number[];
  created: readonly boolean[];
  accountId: readonly number[];
  accountCode: readonly string[];
  accountName: readonly string[];
  department: readonly string[];
  sector: readonly string[];
  bookBalanceCents: readonly number[];
  status: readonly ReconciliationStatus[];
  ownerId: readonly (string | null)[];
}>;

/**
 * `dueAt` is the Elaborador's deadline, ISO 8601 UTC, and `deadlines` those of all steps; `replaces` the trial balance
 * released before. `linesStream` and `convention` are those of the released version: the next release compares its
 * numbers with them.
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
    deadlines: Deadlines;
    items: Parts;
    created: number;
  }>
>;

/** A part, in `acted-{uuid}`: ready bytes of `ActedColumns` as JSON, of an act on more than one event can hold. */
export type ActedReconciliationsListed = DomainEvent<'ActedReconciliationsListed', Uint8Array>;

/**
 * What an act touched and what each became: one array per field, all of one length, in ascending id. `ownerId` is the
 * person whose turn it is now, null for nobody.
 */
export type ActedColumns = Readonly<{
  reconciliationId: readonly number[];
  accountCode: readonly string[];
  accountName: readonly string[];
  from: readonly ReconciliationStatus[];
  status: readonly ReconciliationStatus[];
  ownerId: readonly (string | null)[];
}>;

/** `items` in the event itself, or `parts` naming where they are: one of the two. */
export type Acted = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  items: ActedColumns | null;
  parts: Parts | null;
}>;

/** People moved them on. `comment`: what was said with it, or the justification; null where none is asked for. */
export type ReconciliationsMoved = DomainEvent<
  'ReconciliationsMoved',
  Acted & Readonly<{ move: Move; comment: string | null; deadlines: Deadlines }>
>;

/** `date` is YYYY-MM-DD; `document` null where none was named. */
export type CompositionItem = Readonly<{
  description: string;
  date: string;
  amountCents: number;
  document: string | null;
}>;

/** What the Elaborador supports the balance with, whole: it replaces what was there. */
export type CompositionRecorded = DomainEvent<
  'CompositionRecorded',
  Acted & Readonly<{ composition: readonly CompositionItem[]; reconciledCents: number }>
>;

export type Adjustment = Readonly<{ description: string; amountCents: number }>;

/** The explained adjustments, whole: they replace those that were there. */
export type AdjustmentsRecorded = DomainEvent<
  'AdjustmentsRecorded',
  Acted & Readonly<{ adjustments: readonly Adjustment[]; adjustmentsCents: number }>
>;

export type ReconciliationsCommented = DomainEvent<
  'ReconciliationsCommented',
  Acted & Readonly<{ comment: string }>
>;

/** A file was attached. Its bytes, and its own name, are in the store of evidence, not here. */
export type EvidenceAttached = DomainEvent<'EvidenceAttached', Acted & Evidence>;

export type ActedEvent =
  ReconciliationsMoved | CompositionRecorded | AdjustmentsRecorded | ReconciliationsCommented | EvidenceAttached;
export type ReconciliationEvent = TrialBalanceReleased | ActedEvent;

/** Version 1 knew the Elaborador's deadline alone: it then counts for every step. */
export function releasedWithDeadlines(v1: unknown): TrialBalanceReleased['data'] {
  const data = v1 as Omit<TrialBalanceReleased['data'], 'deadlines'>;
  const { dueAt } = data;
  return { ...data, deadlines: { preparer: dueAt, reviewer: dueAt, approver: dueAt } };
}

/** Version 1 was written before anybody could be assigned or act: everything is PENDING, whatever the account's place. */
export function listedWithStates(v1: unknown): Uint8Array {
  const columns = JSON.parse(new TextDecoder().decode(v1 as Uint8Array)) as Pick<
    ReleasedColumns,
    'reconciliationId' | 'created' | 'accountId' | 'accountCode' | 'accountName' | 'bookBalanceCents'
  >;
  const each = <Value>(value: Value): readonly Value[] => columns.reconciliationId.map(() => value);
  const lifted: ReleasedColumns = {
    ...columns,
    department: each(''),
    sector: each(''),
    status: each('PENDING'),
    ownerId: each(null),
  };
  return new TextEncoder().encode(JSON.stringify(lifted));
}
