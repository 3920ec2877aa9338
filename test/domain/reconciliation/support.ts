// A competence's reconciliations made by its release alone, and people with roles to act on them.
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { CompanyRules } from '../../../src/domain/reconciliation/companyRules.js';
import { decideAct, type ActCommand, type ActRequest } from '../../../src/domain/reconciliation/decide.js';
import type { ActedItem, CompositionItem, ReleasedItem } from '../../../src/domain/reconciliation/events.js';
import type { Evidence } from '../../../src/domain/reconciliation/refusals.js';
import {
  reconciliations,
  type Reconciliation,
  type Reconciliations,
} from '../../../src/domain/reconciliation/fold.js';
import { actedColumns, encodeReleased } from '../../../src/domain/reconciliation/parts.js';
import type { ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import type { Act } from '../../../src/domain/reconciliation/transitions.js';
import type { Role } from '../../../src/domain/clients/roles.js';
import { given, type Fact, type Given } from '../../support/given.js';

export const august = '2026-08' as Competence;
export const deadlines = {
  preparer: '2026-09-09T02:59:59.999Z',
  reviewer: '2026-09-11T02:59:59.999Z',
  approver: '2026-09-12T02:59:59.999Z',
};

/** What an item has been through, by its fields; `reconciliationId` counts from 1 in the order given. */
export type ItemFacts = Partial<
  Pick<
    Reconciliation,
    | 'bookBalanceCents'
    | 'reconciledCents'
    | 'adjustmentsCents'
    | 'status'
    | 'ownerId'
    | 'preparerId'
    | 'files'
    | 'comparedCents'
  >
> &
  Readonly<{ prepared?: readonly string[]; reviewed?: readonly string[] }>;

/** A competence with these items: its release, and for each what its people did, in the order of the workflow. */
export function givenItems(...items: readonly ItemFacts[]): Given<Reconciliations> {
  const released = items.map(({ bookBalanceCents = 0, comparedCents = null }, at) => ({
    ...releasedItem(at + 1, bookBalanceCents),
    comparedCents,
  }));
  return given(reconciliations, releaseOf(released), ...items.flatMap((facts, at) => pastOf(at + 1, facts)));
}

export function releaseOf(items: readonly ReleasedItem[]): Fact {
  const ofVersion = { trialBalanceId: 7, version: 1, chartId: 5, convention: 'A', linesStream: 'lines-7' };
  const parts = { stream: 'released-7', count: 1, lines: items.length, hash: '' };
  return {
    type: 'TrialBalanceReleased',
    data: { ...ofVersion, deadlines, items: parts },
    parts: encodeReleased(items),
  };
}

function releasedItem(reconciliationId: number, bookBalanceCents: number): ReleasedItem {
  const accountId = reconciliationId + 100;
  return {
    reconciliationId,
    created: true,
    accountId,
    accountCode: `1.1.${accountId}`,
    accountName: `Conta ${accountId}`,
    department: '',
    sector: '',
    bookBalanceCents,
    status: 'PENDING',
    ownerId: null,
    bookBalanceDebitCents: bookBalanceCents,
  };
}

/** One adjustment of the amount, or none of zero. */
export function adjustmentsOf(adjustmentsCents: number) {
  const adjustments = adjustmentsCents === 0 ? [] : [{ description: 'Tarifa', amountCents: adjustmentsCents }];
  return { adjustments, adjustmentsCents };
}

function pastOf(reconciliationId: number, facts: ItemFacts): readonly Fact[] {
  const { status = 'PENDING', ownerId = null, preparerId = null, prepared = [], reviewed = [] } = facts;
  const { reconciledCents = 0, adjustmentsCents = 0, files = 0 } = facts;
  const moved = (move: Act, to: ReconciliationStatus, owner: string | null): Fact => ({
    type: 'ReconciliationsMoved',
    data: { ...actedOn([reconciliationId], to, owner), move },
  });
  return [
    ...prepared.map((person) => moved('start', 'IN_ELABORATION', person)),
    ...(preparerId === null ? [] : [moved('assign', 'NOT_STARTED', preparerId)]),
    {
      type: 'CompositionRecorded',
      data: { ...actedOn([reconciliationId], status, ownerId), composition: [], reconciledCents },
    },
    {
      type: 'AdjustmentsRecorded',
      data: { ...actedOn([reconciliationId], status, ownerId), ...adjustmentsOf(adjustmentsCents) },
    },
    ...reviewed.map((person) => moved('open', 'IN_REVIEW', person)),
    moved('pass', status, ownerId),
    ...Array.from({ length: files }, (): Fact => {
      return { type: 'EvidenceAttached', data: { ...actedOn([reconciliationId], status, ownerId), ...evidence } };
    }),
  ];
}

function actedOn(ids: readonly number[], status: ReconciliationStatus, ownerId: string | null) {
  const items = ids.map((reconciliationId): ActedItem => ({
    reconciliationId,
    accountCode: '',
    accountName: '',
    from: status,
    status,
    ownerId,
  }));
  return { items: actedColumns(items), parts: null };
}

/** Roles by person; `owners` for every account. */
export function rulesFor(
  roles: Readonly<Record<string, readonly Role[]>>,
  owners: Partial<Record<'preparer' | 'reviewer' | 'approver', string>> = {},
): CompanyRules {
  const { preparer = null, reviewer = null, approver = null } = owners;
  return {
    ownersFor: () => ({ preparer, reviewer, approver }),
    approvalOf: () => ({ applied: false, reason: null }),
    riskOf: () => 'MEDIUM',
    carries: () => false,
    holds: (personId, role) => (roles[personId] ?? []).includes(role),
    toleratedCents: () => 0,
    variationFor: () => undefined,
    monthsCompared: 0,
    freezesClosed: false,
  };
}

const evidence: Evidence = {
  evidenceId: '3b1f6d52-8f0e-4c55-9a3e-6c1d2f7a9b04',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  sizeBytes: 84_211,
  mediaType: 'application/pdf',
};

/** The simplest that is complete for each act. */
export function requestOf(act: Act, facts: Readonly<{ comment?: string | null; to?: string }> = {}): ActRequest {
  const { comment = 'porque sim', to = null } = facts;
  if (act === 'compose') return { act, composition: [], reconciledCents: 0 };
  if (act === 'carry') return { act };
  if (act === 'adjust') return { act, adjustments: [], adjustmentsCents: 0 };
  if (act === 'explain') return { act, text: comment };
  if (act === 'comment') return { act, comment };
  if (act === 'attach') return { act, evidence, room: { usedBytes: 0, bytesMax: 2 ** 30 } };
  return { act, comment, to };
}

/** Open, of July. */
export function itemOf(facts: Partial<CompositionItem> = {}): CompositionItem {
  return {
    id: 'a0000000-0000-4000-8000-000000000000',
    description: 'Cheque',
    date: '2026-07-20',
    amountCents: 7_00,
    document: null,
    origin: '2026-07' as Competence,
    settledOn: null,
    ...facts,
  };
}

/** With an item to carry to the first. */
export function commandOf(
  facts: Pick<ActCommand, 'request' | 'personId' | 'rules'> & Partial<ActCommand>,
): ActCommand {
  const items = new Map([[1, { current: [], earlier: [itemOf()] }]]);
  return { companyId: 3, clientId: 1, competence: august, ids: [1], closed: false, items, ...facts };
}

/** The act as a person does it, with the decision of the whole command. */
export function doing(request: ActRequest, personId: string, rules: CompanyRules, ids: readonly number[] = [1]) {
  return (state: Reconciliations) => decideAct(state, commandOf({ request, personId, rules, ids }));
}

/** The state after facts, the given one left as it was. */
export function after(state: Reconciliations, events: readonly Fact[]): Reconciliations {
  if (events.length === 0) return state;
  return given({ ...reconciliations, initial: () => structuredClone(state) }, ...events).state();
}
