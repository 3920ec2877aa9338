// What the facts of a reconciliation say of the difference it was sent with.
import { describe, expect, it } from '#jest';
import type { ApprovalReason } from '../../../src/domain/clients/rules.js';
import {
  acceptedDifferenceIn,
  actedFact,
  composedFact,
  releasedFact,
  textOf,
  type ItemFact,
} from '../../../src/domain/reconciliation/itemFacts.js';
import { actedColumns, actedItems, encodeActed } from '../../../src/domain/reconciliation/parts.js';
import type { ActedItem } from '../../../src/domain/reconciliation/events.js';
import type { Move } from '../../../src/domain/reconciliation/transitions.js';
import type { ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';

const item = (reconciliationId: number, acceptedDifferenceCents?: number): ActedItem => ({
  reconciliationId,
  accountCode: '1',
  accountName: 'Caixa',
  ownerId: null,
  from: 'IN_ELABORATION',
  status: 'SUBMITTED_FOR_REVIEW',
  ...(acceptedDifferenceCents !== undefined && { acceptedDifferenceCents }),
});
const moved = (move: Move, status: ReconciliationStatus, accepted?: number): ItemFact => ({
  is: 'moved',
  move,
  from: 'IN_ELABORATION',
  status,
  ownerId: null,
  comment: null,
  ...(accepted !== undefined && { acceptedDifferenceCents: accepted }),
});

describe('Acts that keep the state', () => {
  const factOf = (type: string, data: object) => actedFact({ type, data } as never, item(1));

  it('are facts of how many items they recorded, and of what was written or attached', () => {
    const adjustments = [{ description: 'Tarifa', amountCents: 5 }];
    const adjusted = factOf('AdjustmentsRecorded', { adjustments, adjustmentsCents: 5 });
    expect(adjusted).toEqual({ is: 'adjusted', count: 1, sumCents: 5 });
    expect(textOf(adjusted)).toBeNull();
    const commented = factOf('ReconciliationsCommented', { comment: 'Visto' });
    expect([commented, textOf(commented)]).toEqual([{ is: 'commented', comment: 'Visto' }, 'Visto']);
    const evidence = { evidenceId: 'e', sha256: 'ab', sizeBytes: 3, mediaType: 'text/csv' };
    expect(factOf('EvidenceAttached', evidence)).toEqual({ is: 'attached', ...evidence });
  });

  it('tell items that were carried from those that were typed', () => {
    const composed = { ...item(1), composition: [], reconciledCents: 7 };
    expect(composedFact({ ...composed, carried: 0 })).toEqual({ is: 'composed', count: 0, sumCents: 7 });
    expect(composedFact({ ...composed, carried: 2 })).toMatchObject({ carried: 2 });
  });

  it('has the text that was written with it, if any', () => {
    expect(textOf({ ...moved('return', 'RETURNED_BY_REVIEW'), comment: 'Falta' } as ItemFact)).toBe('Falta');
  });
});

describe('A release', () => {
  it('is a fact with why a rule approved the account or not, where there is one', () => {
    const released = (approvalReason: ApprovalReason | null) =>
      releasedFact(
        { version: 2 } as never,
        { ...item(1), created: true, bookBalanceDebitCents: 1, approvalReason } as never,
      );
    expect(released(null)).not.toHaveProperty('approvalReason');
    expect(released('SALDO_ZERO')).toMatchObject({ is: 'released', version: 2, approvalReason: 'SALDO_ZERO' });
  });
});

describe('An explanation', () => {
  it('is a fact with its whole text', () => {
    const fact = actedFact({ type: 'VariationExplained', data: { text: 'Reajuste' } } as never, item(1));
    expect(fact).toEqual({ is: 'explained', text: 'Reajuste' });
    expect(textOf(fact)).toBe('Reajuste');
  });
});

describe('Accepted differences', () => {
  it('are kept for each reconciliation, in the event and in parts, and left out where all are zero', () => {
    const items = [item(1, 5), item(2), item(3, -7)];
    const columns = actedColumns(items);
    const ofEvent = { companyId: 1, clientId: 1, competence: '2026-08' as never, parts: null };
    const read = actedItems({ ...ofEvent, items: columns }, []);
    expect(read.map(({ acceptedDifferenceCents }) => acceptedDifferenceCents)).toEqual([5, 0, -7]);
    expect(actedItems({ ...ofEvent, items: null }, encodeActed(items))).toEqual(read);
    expect(Object.keys(actedColumns([item(1), item(2, 0)]))).not.toContain('acceptedDifferenceCents');
    expect(actedItems({ ...ofEvent, items: null }, encodeActed([item(1)]))).toEqual([item(1)]);
  });

  it('are a fact of the one that was sent, unless it is zero', () => {
    const event = { type: 'ReconciliationsMoved', data: { move: 'submit', comment: null } } as never;
    expect(actedFact(event, item(1, 5))).toMatchObject({ acceptedDifferenceCents: 5 });
    expect(actedFact(event, item(1, 0))).not.toHaveProperty('acceptedDifferenceCents');
  });

  it('count from when it was sent until it is with its Elaborador again', () => {
    const sent = moved('submit', 'SUBMITTED_FOR_REVIEW', 5);
    expect(acceptedDifferenceIn([])).toBe(0);
    expect(acceptedDifferenceIn([sent])).toBe(5);
    expect(acceptedDifferenceIn([sent, moved('open', 'IN_REVIEW')])).toBe(5);
    expect(acceptedDifferenceIn([sent, moved('return', 'RETURNED_BY_REVIEW')])).toBe(0);
    expect(acceptedDifferenceIn([sent, moved('submit', 'SUBMITTED_FOR_REVIEW')])).toBe(0);
    expect(acceptedDifferenceIn([moved('pass', 'SUBMITTED_FOR_APPROVAL')])).toBe(0);
    expect(acceptedDifferenceIn([sent, { is: 'commented', comment: 'x' }])).toBe(5);
    const released = {
      is: 'released',
      version: 2,
      created: false,
      ownerId: null,
      bookBalanceDebitCents: 0,
    } as const;
    expect(acceptedDifferenceIn([sent, { ...released, status: 'BALANCE_CHANGED' }])).toBe(0);
  });
});
