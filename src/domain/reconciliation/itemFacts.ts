// What an event says about one of its reconciliations, without the others and without long lists.
import type { ApprovalReason } from '../clients/rules.js';
import type {
  ActedEvent,
  ActedItem,
  ComposedItem,
  CompositionRecorded,
  ReleasedItem,
  TrialBalanceReleased,
} from './events.js';
import type { Evidence } from './refusals.js';
import type { ReconciliationStatus } from './states.js';
import { namesPreparer, participationIn, sentStates, type Move } from './transitions.js';

/**
 * Plain JSON. `ownerId`: the person who acts next, or null; `count` and `sumCents` of the items recorded,
 * `carried` of an earlier competence's.
 */
export type ItemFact =
  | Readonly<{
      is: 'released';
      version: number;
      created: boolean;
      status: ReconciliationStatus;
      ownerId: string | null;
      /** The book balance with debit positive: later versions may sign it differently. */
      bookBalanceDebitCents: number;
      /** Why a rule approved it or did not; absent where the company has no rule for it. */
      approvalReason?: ApprovalReason;
    }>
  | Readonly<{
      is: 'moved';
      move: Move;
      from: ReconciliationStatus;
      status: ReconciliationStatus;
      ownerId: string | null;
      comment: string | null;
      /** What it was sent with, within the tolerance; absent for zero. */
      acceptedDifferenceCents?: number;
    }>
  | Readonly<{ is: 'composed'; count: number; sumCents: number; carried?: number }>
  | Readonly<{ is: 'adjusted'; count: number; sumCents: number }>
  | Readonly<{ is: 'explained'; text: string }>
  | Readonly<{ is: 'commented'; comment: string }>
  | Readonly<{ is: 'attached' } & Evidence>;

export function releasedFact({ version }: TrialBalanceReleased['data'], item: ReleasedItem): ItemFact {
  const { created, status, ownerId, bookBalanceDebitCents, approvalReason = null } = item;
  const fact = { is: 'released', version, created, status, ownerId, bookBalanceDebitCents } as const;
  return approvalReason === null ? fact : { ...fact, approvalReason };
}

export function composedFact({ composition, reconciledCents, carried }: ComposedItem): ItemFact {
  const fact = { is: 'composed', count: composition.length, sumCents: reconciledCents } as const;
  return carried === 0 ? fact : { ...fact, carried };
}

export function actedFact(
  event: Exclude<ActedEvent, CompositionRecorded>,
  { from, status, ownerId, acceptedDifferenceCents = 0 }: ActedItem,
): ItemFact {
  switch (event.type) {
    case 'ReconciliationsMoved': {
      const { move, comment } = event.data;
      const accepted = acceptedDifferenceCents === 0 ? {} : { acceptedDifferenceCents };
      return { is: 'moved', move, from, status, ownerId, comment, ...accepted };
    }
    case 'AdjustmentsRecorded': {
      const { adjustments, adjustmentsCents } = event.data;
      return { is: 'adjusted', count: adjustments.length, sumCents: adjustmentsCents };
    }
    case 'VariationExplained':
      return { is: 'explained', text: event.data.text };
    case 'ReconciliationsCommented':
      return { is: 'commented', comment: event.data.comment };
    case 'EvidenceAttached': {
      const { evidenceId, sha256, sizeBytes, mediaType } = event.data;
      return { is: 'attached', evidenceId, sha256, sizeBytes, mediaType };
    }
  }
}

/** What was written with the act, whole; null without text. */
export function textOf(fact: ItemFact): string | null {
  if (fact.is === 'explained') return fact.text;
  return fact.is === 'moved' || fact.is === 'commented' ? fact.comment : null;
}

/**
 * What the reconciliation was last sent with, within the tolerance; 0 for none, or while it is with its
 * Elaborador.
 */
export function acceptedDifferenceIn(facts: readonly ItemFact[]): number {
  let accepted = 0;
  for (const fact of facts) {
    if (fact.is !== 'released' && fact.is !== 'moved') continue;
    if (fact.is === 'moved' && fact.move === 'submit') accepted = fact.acceptedDifferenceCents ?? 0;
    else if (!sentStates.includes(fact.status)) accepted = 0;
  }
  return accepted;
}

/** Who took part in the steps, from the facts of a reconciliation in order; as the fold keeps them. */
export function participantsOf(facts: readonly ItemFact[]) {
  let preparerId: string | null = null;
  const people = { prepared: new Set<string>(), reviewed: new Set<string>() };
  for (const fact of facts) {
    if (fact.is !== 'released' && fact.is !== 'moved') continue;
    const { ownerId } = fact;
    if (fact.is === 'released') {
      if (fact.created) preparerId = fact.status === 'NOT_STARTED' ? ownerId : null;
      continue;
    }
    if (ownerId === null) continue;
    if (namesPreparer(fact.move)) preparerId = ownerId;
    const part = participationIn(fact.move, fact.status);
    if (part !== null) people[part].add(ownerId);
  }
  return { preparerId, prepared: [...people.prepared], reviewed: [...people.reviewed] };
}
