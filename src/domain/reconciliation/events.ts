// Streams `reconciliations-{companyId}.{competence}`, `released-{trialBalanceId}-{uuid}` and `acted-{uuid}`
// (parts).
import type { SignConvention } from '../books/events.js';
import type { ApprovalReason } from '../clients/rules.js';
import type { Competence } from '../kernel/competence.js';
import type { DomainEvent } from '../kernel/event.js';
import type { Columns, PartsReference } from '../kernel/parts.js';
import type { Vocabulary } from '../kernel/vocabulary.js';
import type { DebitSign } from '../trialBalance/checks/movement.js';
import type { Evidence } from './refusals.js';
import type { Deadlines, ReconciliationStatus } from './states.js';
import type { Move } from './transitions.js';

/**
 * A part, in `released-{trialBalanceId}-{uuid}`: the UTF-8 bytes of `ReleasedColumns` as JSON. Contains only
 * accounts that are new or whose numbers changed; an account missing from the trial balance has balance 0.
 */
export type ReconciliationsListed = DomainEvent<'ReconciliationsListed', Uint8Array>;

/**
 * One reconciliation after a release; `created` false when it existed before. Balances in centavos, signed by the
 * version's convention. `status` and `ownerId` (a person's id or null) are those after the release.
 */
export type ReleasedItem = Readonly<{
  reconciliationId: number;
  created: boolean;
  accountId: number;
  accountCode: string;
  accountName: string;
  department: string;
  sector: string;
  bookBalanceCents: number;
  status: ReconciliationStatus;
  ownerId: string | null;
  /** The book balance with debit positive. */
  bookBalanceDebitCents: number;
  /** The balance before whose change wants an explanation, with debit positive; null or absent: none does. */
  comparedCents?: number | null;
  /** Why a rule approved it or did not; null or absent: the company has no rule for it. */
  approvalReason?: ApprovalReason | null;
  /** What a debit is in its amounts, where the book balance is zero; 0, null or absent: nothing told it. */
  debitSign?: DebitSign | null;
}>;

/** Accounts in the order of the lines, then missing ones. Optional fields are absent where all items have null. */
export type ReleasedColumns = Columns<ReleasedItem>;

/**
 * `dueAt`: the Elaborador's deadline (ISO 8601 UTC); `deadlines`: those of all steps; `replaces`: the trial
 * balance released before. The next release compares its numbers with `linesStream`, signed by `convention`.
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
    items: PartsReference;
    created: number;
  }>
>;

/** A part, in `acted-{uuid}`: the UTF-8 bytes of `ActedColumns` as JSON, when there are too many for the event. */
export type ActedReconciliationsListed = DomainEvent<'ActedReconciliationsListed', Uint8Array>;

/** One reconciliation of an act, and its new state. `ownerId`: the person who acts next, or null. */
export type ActedItem = Readonly<{
  reconciliationId: number;
  accountCode: string;
  accountName: string;
  from: ReconciliationStatus;
  status: ReconciliationStatus;
  ownerId: string | null;
  /** What it was sent with, within the tolerance; absent where all of the event are zero. */
  acceptedDifferenceCents?: number;
}>;

/** Columns by ascending id. */
export type ActedColumns = Columns<ActedItem>;

/** The items are either in the event (`items`) or in `parts`; the other is null. */
export type Acted = Readonly<{
  companyId: number;
  clientId: number;
  competence: Competence;
  items: ActedColumns | null;
  parts: PartsReference | null;
}>;

/** A change of state. `comment`: the comment or justification, or null. */
export type ReconciliationsMoved = DomainEvent<
  'ReconciliationsMoved',
  Acted & Readonly<{ move: Move; comment: string | null; deadlines: Deadlines }>
>;

/**
 * `id`: a UUID that stays when the item is carried to a later competence; `origin`: the competence it first
 * appeared in. Dates are YYYY-MM-DD. `settledOn` null: open. Only open items count in the reconciled balance.
 */
export type CompositionItem = Readonly<{
  id: string;
  description: string;
  date: string;
  amountCents: number;
  document: string | null;
  origin: Competence;
  settledOn: string | null;
  /** What it was made of, if not typed by people. */
  source?: ItemSource;
}>;

/**
 * The account's ledger, a statement from outside, the balance that a statement ends with, or a schedule of the
 * account.
 */
export const itemSources = ['razao', 'extrato', 'saldo', 'cronograma'] as const;
export type ItemSource = (typeof itemSources)[number];

/** Names of sources for readers: those of the log in capitals, and what people typed. */
export const itemSourceWords = {
  DIGITADO: { name: 'Digitado', meaning: 'digitado, colado ou enviado como composição' },
  RAZAO: { name: 'Do razão', meaning: 'linha de um arquivo do razão, ou de uma lista' },
  EXTRATO: { name: 'Do extrato', meaning: 'linha de um extrato' },
  SALDO: { name: 'Saldo do extrato', meaning: 'o saldo com que o extrato termina' },
  CRONOGRAMA: { name: 'Do cronograma', meaning: 'o que um cronograma da conta espera do mês' },
} as const satisfies Vocabulary<'DIGITADO' | Uppercase<ItemSource>>;
type ItemSourceWord = keyof typeof itemSourceWords;

/** @param source absent for what was typed */
export function sourceWord(source: ItemSource | undefined): ItemSourceWord {
  return source === undefined ? 'DIGITADO' : (source.toUpperCase() as Uppercase<ItemSource>);
}

/**
 * One reconciliation and its composition. `carried`: how many of its items came from an earlier competence just
 * now.
 */
export type ComposedItem = Omit<ActedItem, 'acceptedDifferenceCents'> &
  Readonly<{ composition: readonly CompositionItem[]; reconciledCents: number; carried: number }>;

export type ComposedColumns = Columns<ComposedItem>;

/**
 * The complete composition of the balance; replaces the previous one. `composition` and `reconciledCents` are null
 * when items were carried: then each reconciliation has its own, in the columns (`ComposedColumns`). Read by
 * `composedItems`.
 */
export type CompositionRecorded = DomainEvent<
  'CompositionRecorded',
  Acted & Readonly<{ composition: readonly CompositionItem[] | null; reconciledCents: number | null }>
>;

export type Adjustment = Readonly<{ description: string; amountCents: number }>;

/** The complete list of adjustments; replaces the previous one. */
export type AdjustmentsRecorded = DomainEvent<
  'AdjustmentsRecorded',
  Acted & Readonly<{ adjustments: readonly Adjustment[]; adjustmentsCents: number }>
>;

export type ReconciliationsCommented = DomainEvent<
  'ReconciliationsCommented',
  Acted & Readonly<{ comment: string }>
>;

/** The file's bytes and name are in the store of evidence. */
export type EvidenceAttached = DomainEvent<'EvidenceAttached', Acted & Evidence>;

/** Why the balance changed as it did. */
type VariationExplained = DomainEvent<'VariationExplained', Acted & Readonly<{ text: string }>>;

export type ActedEvent =
  | ReconciliationsMoved
  | CompositionRecorded
  | AdjustmentsRecorded
  | ReconciliationsCommented
  | EvidenceAttached
  | VariationExplained;
export type ReconciliationEvent = TrialBalanceReleased | ActedEvent;

// Limits of what people write on reconciliations: texts in characters, and items.

/** Comments and justifications. */
export const COMMENT_CHARACTERS_MAX = 2_000;
/** Characters in the description of a composition item or an adjustment. */
export const DESCRIPTION_CHARACTERS_MAX = 200;
/** The document a composition item names. */
export const DOCUMENT_CHARACTERS_MAX = 60;

/** Items of a composition, and adjustments: with the longest texts they still fit one event. */
export const ITEMS_MAX = 500;
