import { describe, expect, it } from '#jest';
import type { Account } from '../../../src/domain/charts/events.js';
import { withRules, type TriedRules } from '../../../src/domain/clients/decideSettings.js';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import {
  backtest,
  peopleResults,
  planBacktest,
  type BacktestRow,
} from '../../../src/domain/reconciliation/backtest.js';
import {
  chartAccounts,
  nothingEarlier,
  versionNumbers,
} from '../../../src/domain/reconciliation/versionNumbers.js';
import type { ActedItem, CompositionItem, ReleasedItem } from '../../../src/domain/reconciliation/events.js';
import { actedColumns, encodeActed } from '../../../src/domain/reconciliation/parts.js';
import type { ReconciliationStatus } from '../../../src/domain/reconciliation/states.js';
import type { Move } from '../../../src/domain/reconciliation/transitions.js';
import { given, type Fact } from '../../support/given.js';
import { itemOf, releaseOf } from './support.js';

/** Balances in centavos and movement of accounts 101 to 106, codes 1.1.101 to 1.1.106, reconciliations 1 to 6. */
const BALANCES = [
  [0, 0],
  [0, 5],
  [5_00, 0],
  [9_00, 1],
  [100_00, 1],
  [0, 0],
] as const;
const codeOf = (at: number): string => `1.1.${at + 101}`;

const chart = chartAccounts([
  BALANCES.map((_, at): Account => ({
    accountId: at + 101,
    code: codeOf(at),
    kind: 'ANALYTICAL',
    nature: 'DEBIT',
    requiresReconciliation: true,
    shortCode: '',
    description: 'Conta',
    classification: '',
    department: '',
    sector: '',
  })),
]);
const newest = versionNumbers(
  BALANCES.map(([finalBalanceCents, moved], at) => ({
    accountCode: codeOf(at),
    previousBalanceCents: finalBalanceCents,
    finalBalanceCents,
    debitCents: moved,
    creditCents: moved,
  })),
  'A',
  chart,
);
const month = { companyId: 3, newest, earlier: nothingEarlier, scheduledFor: () => [] };

const releasedItem = (id: number, facts: Partial<ReleasedItem> = {}): ReleasedItem => ({
  reconciliationId: id,
  created: true,
  accountId: id + 100,
  accountCode: codeOf(id - 1),
  accountName: 'Conta',
  department: '',
  sector: '',
  bookBalanceCents: 0,
  bookBalanceDebitCents: 0,
  ownerId: null,
  status: 'PENDING',
  ...facts,
});
const firstRelease = releaseOf([1, 2, 3, 4, 5, 6].map((id) => releasedItem(id)));
const actedItem = (reconciliationId: number, status: ReconciliationStatus): ActedItem => ({
  reconciliationId,
  accountCode: '',
  accountName: '',
  from: status,
  status,
  ownerId: null,
});
const acted = (id: number, status: ReconciliationStatus) => ({
  items: actedColumns([actedItem(id, status)]),
  parts: null,
});
const moved = (id: number, move: Move, status: ReconciliationStatus): Fact => ({
  type: 'ReconciliationsMoved',
  data: { ...acted(id, status), move },
});
const approved = (id: number): Fact => moved(id, 'approve', 'APPROVED');
const composed = (id: number, composition: readonly CompositionItem[]): Fact => ({
  type: 'CompositionRecorded',
  data: { ...acted(id, 'IN_ELABORATION'), composition, reconciledCents: 0 },
});
const adjusted = (id: number, adjustmentsCents: number): Fact => ({
  type: 'AdjustmentsRecorded',
  data: { ...acted(id, 'IN_ELABORATION'), adjustments: [], adjustmentsCents },
});

/** Rules of which the file leaves some out. */
type Given = Partial<Omit<TriedRules, 'autoApproval'>> &
  Readonly<{ autoApproval?: Partial<NonNullable<TriedRules['autoApproval']>> }>;

function tried({ autoApproval, carry, tolerance, variation, risk }: Given): TriedRules {
  const { zeroWithoutMovement, zero, withoutMovement, upToCents } = autoApproval ?? {};
  const approval = autoApproval && { zeroWithoutMovement, zero, withoutMovement, upToCents };
  return { autoApproval: approval, carry, tolerance, variation, risk };
}

function rowsOf(
  rules: Given,
  facts: readonly Fact[],
  earlier: ReadonlyMap<number, readonly CompositionItem[]> = new Map(),
): Readonly<Record<string, BacktestRow>> {
  const settings = withRules(noWorkflowSettings(), 3, tried(rules));
  const planned = planBacktest(settings, month);
  const { accounts, rows } = backtest(
    settings,
    month,
    planned,
    given(peopleResults, firstRelease, ...facts).state(),
    earlier,
  );
  expect(accounts).toBe(6);
  return Object.fromEntries(rows.map((row) => [row.rule, row]));
}

describe('What each rule would have done', () => {
  it('is told for rules without a value also where they are off, and for all that are on together', () => {
    const rows = rowsOf({}, []);
    expect(Object.values(rows).map(({ rule, isOn, accounts }) => [rule, isOn, accounts])).toEqual([
      ['ZERO_SEM_MOVIMENTO', false, 2],
      ['SALDO_ZERO', false, 3],
      ['SEM_MOVIMENTO', false, 3],
      ['TODAS_AS_LIGADAS', false, 0],
      ['TRAZER_DO_MES_ANTERIOR', false, 0],
    ]);
  });

  it('has limit and tolerance where they are set, each alone', () => {
    const tolerance = [{ prefix: '', amountCents: 200_00, basisPoints: null }];
    const risk = [{ prefix: codeOf(4), level: 'LOW' as const }];
    const rows = rowsOf({ autoApproval: { zero: true, upToCents: 5_00 }, tolerance, risk }, []);
    expect(Object.values(rows).map(({ rule, isOn, accounts }) => [rule, isOn, accounts])).toEqual([
      ['ZERO_SEM_MOVIMENTO', false, 2],
      ['SALDO_ZERO', true, 3],
      ['SEM_MOVIMENTO', false, 3],
      ['ATE_O_LIMITE', true, 4],
      ['DENTRO_DA_TOLERANCIA', true, 1],
      ['TODAS_AS_LIGADAS', true, 5],
      ['TRAZER_DO_MES_ANTERIOR', false, 0],
    ]);
    const without = rowsOf({ tolerance, risk: [{ prefix: '1', level: 'HIGH' }] }, []);
    expect(Object.values(without).map(({ accounts }) => accounts)).toEqual([0, 0, 0, 0, 0]);
    expect(rowsOf({ tolerance }, [])).not.toHaveProperty('DENTRO_DA_TOLERANCIA');
  });

  it('is nothing for rules that a file leaves out, and what they are now', () => {
    const now = withRules(noWorkflowSettings(), 3, tried({ autoApproval: { zero: true }, carry: ['1'] }));
    const changed = withRules(now, 3, tried({ autoApproval: { upToCents: 1 } }));
    expect(changed.autoApproval.get(3)).toMatchObject({ zero: true, upToCents: 1 });
    expect(changed.carry.get(3)).toEqual(['1']);
    expect(now.autoApproval.get(3)).toMatchObject({ upToCents: null });
  });
});

describe('What people made of an account', () => {
  /** Of account 1.1.101, which the first rule approves beside 1.1.106. */
  const verdict = (...facts: readonly Fact[]): string => {
    const { agreed, disagreed, undecided } = rowsOf({}, facts)['ZERO_SEM_MOVIMENTO'] as BacktestRow;
    expect(agreed + disagreed.length + undecided).toBe(2);
    return agreed === 1 ? 'agreed' : (disagreed[0] ?? 'undecided');
  };

  it('agrees when they approved it, also after they sent and recalled it', () => {
    expect(verdict(approved(1))).toBe('agreed');
    expect(verdict(moved(1, 'recall', 'IN_ELABORATION'), adjusted(1, 0), approved(1))).toBe('agreed');
    expect(verdict({ type: 'ReconciliationsCommented', data: { ...acted(1, 'PENDING') } }, approved(1))).toBe(
      'agreed',
    );
  });

  it('disagrees when it was sent back, adjusted or changed before they approved it', () => {
    const contesting: readonly Fact[] = [
      moved(1, 'return', 'RETURNED_BY_REVIEW'),
      moved(1, 'reject', 'REJECTED'),
      moved(1, 'ask-adjustment', 'AWAITING_ADJUSTMENT'),
      adjusted(1, 7),
      releaseOf([releasedItem(1, { created: false })]),
      moved(1, 'reopen', 'REOPENED'),
    ];
    for (const fact of contesting) expect([fact.type, verdict(fact, approved(1))]).toEqual([fact.type, codeOf(0)]);
  });

  it('agrees after a later reopening only once they approved it again', () => {
    const reopened = [approved(1), moved(1, 'reopen', 'REOPENED')];
    expect(verdict(...reopened)).toBe('undecided');
    expect(verdict(...reopened, adjusted(1, 7), approved(1))).toBe('agreed');
  });

  it('is nothing while it is open, when it was waived, or when a rule approved it', () => {
    expect(verdict()).toBe('undecided');
    expect(verdict(moved(1, 'waive', 'WAIVED'))).toBe('undecided');
    const byRule = releaseOf([releasedItem(1, { status: 'AUTO_APPROVED' })]);
    expect(given(peopleResults, byRule).state().items.get(1)).toMatchObject({ status: 'AUTO_APPROVED' });
  });

  it('does not count for accounts of later releases, and is read from parts too', () => {
    const later = releaseOf([releasedItem(7)]);
    const many: Fact = {
      type: 'ReconciliationsMoved',
      data: { items: null, parts: { stream: 'acted-1', count: 1, lines: 2, hash: '' }, move: 'approve' },
      parts: encodeActed([actedItem(1, 'APPROVED'), actedItem(7, 'APPROVED')]),
    };
    expect(verdict(later, composed(7, []), many)).toBe('agreed');
    const { released, items } = given(peopleResults, firstRelease, later).state();
    expect([released?.position, items.size]).toEqual([1, 6]);
  });
});

describe('Carried items', () => {
  const earlier = new Map([105, 101].map((id) => [id, [itemOf(), itemOf({ amountCents: 1 })]]));
  const carriedRow = (rules: Given, ...facts: readonly Fact[]) =>
    rowsOf(rules, facts, earlier)['TRAZER_DO_MES_ANTERIOR'];
  const sent = (composition: readonly CompositionItem[]): readonly Fact[] => [
    composed(5, composition),
    moved(5, 'submit', 'SUBMITTED_FOR_REVIEW'),
    composed(5, []),
    moved(5, 'submit', 'SUBMITTED_FOR_REVIEW'),
  ];

  it('agree when what was first sent is the same to see, in any order and under any identity', () => {
    const typed = [itemOf({ id: 'x', amountCents: 1 }), itemOf({ id: 'y', origin: '2026-08' as never })];
    expect(carriedRow({}, ...sent(typed))).toEqual({
      rule: 'TRAZER_DO_MES_ANTERIOR',
      isOn: false,
      accounts: 2,
      agreed: 1,
      disagreed: [],
      undecided: 1,
    });
  });

  it('disagree when one was settled, corrected or missing', () => {
    const others = [[itemOf()], [itemOf({ settledOn: '2026-08-01' }), itemOf({ amountCents: 1 })]];
    for (const items of others)
      expect(carriedRow({ carry: ['1.1.105'] }, ...sent(items))).toMatchObject({
        isOn: true,
        accounts: 1,
        agreed: 0,
        disagreed: [codeOf(4)],
      });
  });

  it('are none of accounts that a rule approves', () =>
    expect(carriedRow({ autoApproval: { zero: true } })).toMatchObject({ accounts: 1, undecided: 1 }));

  it('have what schedules expect beside them', () => {
    const settings = noWorkflowSettings();
    const scheduled = itemOf({ source: 'cronograma', amountCents: 5_00 });
    const scheduledAt4 = ({ accountCode }: Readonly<{ accountCode: string }>): CompositionItem[] =>
      accountCode === codeOf(4) ? [scheduled] : [];
    const ofMonth = { ...month, scheduledFor: scheduledAt4 };
    const results = given(peopleResults, firstRelease, ...sent([scheduled])).state();
    const { rows } = backtest(settings, ofMonth, planBacktest(settings, ofMonth), results, new Map());
    expect(rows.at(-1)).toMatchObject({ accounts: 1, agreed: 1 });
  });

  it('are undecided where the account is not known', () => {
    const settings = noWorkflowSettings();
    const { rows } = backtest(settings, month, planBacktest(settings, month), { items: new Map() }, earlier);
    expect(rows.map(({ accounts, undecided }) => accounts - undecided)).toEqual([0, 0, 0, 0, 0]);
  });
});
