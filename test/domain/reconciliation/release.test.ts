import { describe, expect, it } from '#jest';
import fc from 'fast-check';
import type { CurrentVersion, Month } from '../../../src/domain/books/fold.js';
import type { SignConvention } from '../../../src/domain/books/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { reconciliations, type Reconciliations } from '../../../src/domain/reconciliation/fold.js';
import { PART_BYTES_MAX } from '../../../src/domain/kernel/parts.js';
import { NO_AUTO_APPROVAL, type VariationRule } from '../../../src/domain/clients/rules.js';
import { companyRulesOf } from '../../../src/domain/reconciliation/companyRules.js';
import {
  balancesByCode,
  chartAccounts,
  earlierBalances,
  versionNumbers,
  type VersionNumbers,
} from '../../../src/domain/reconciliation/versionNumbers.js';
import { actedColumns, decodeReleased, encodeReleased } from '../../../src/domain/reconciliation/parts.js';
import type { ReleasedItem } from '../../../src/domain/reconciliation/events.js';
import {
  assignIds,
  decideRelease,
  planRelease,
  type DueRelease,
} from '../../../src/domain/reconciliation/release.js';
import type { Account } from '../../../src/domain/charts/events.js';
import type { Amounts } from '../../../src/domain/trialBalance/amounts.js';
import { client } from '../../../src/domain/clients/fold.js';
import type { ClientEvent } from '../../../src/domain/clients/events.js';
import { noWorkflowSettings, type WorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';
import { Follows } from '../../../src/domain/trialBalance/checks/accounts.js';
import { given, type Given } from '../../support/given.js';

const august = '2026-08' as Competence;
const deadlines = {
  preparer: '2026-09-09T02:59:59.999Z',
  reviewer: '2026-09-11T02:59:59.999Z',
  approver: '2026-09-12T02:59:59.999Z',
};
const company = { companyId: 3, clientId: 1, competence: august };

/** Ordinary accounts of both natures: 1.* DEBIT, 2.* CREDIT. */
const codes = ['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'] as const;
const chart = chartAccounts([
  [
    ...['1', '2'].map((code, at) => accountOf(at + 1, code, 'SYNTHETIC')),
    ...codes.map((code, at) => accountOf(at + 11, code, 'ANALYTICAL')),
  ],
]);

function accountOf(accountId: number, code: string, kind: Account['kind']): Account {
  const nature = code.startsWith('1') ? 'DEBIT' : 'CREDIT';
  const texts = { shortCode: '', description: `Conta ${code}`, classification: '', department: '', sector: '' };
  return { accountId, code, kind, nature, requiresReconciliation: true, ...texts };
}

/** What an account truly has, debit positive; `final` follows. */
type Truth = Readonly<{ previous: number; debit: number; credit: number }>;
const truthOf = (previous: number, debit = 0, credit = 0): Truth => ({ previous, debit, credit });
type Version = Readonly<{ convention: SignConvention; accounts: ReadonlyMap<string, Truth> }>;

const truth: fc.Arbitrary<Truth> = fc.record({
  previous: fc.integer({ min: -2, max: 2 }),
  debit: fc.nat(2),
  credit: fc.nat(2),
});
const version: fc.Arbitrary<Version> = fc.record({
  convention: fc.constantFrom('A' as const, 'B' as const),
  accounts: fc
    .array(fc.tuple(fc.constantFrom(...codes), truth), { minLength: 1, maxLength: 8 })
    .map((entries) => new Map<string, Truth>(entries)),
});

type SentLine = Readonly<{ accountCode: string }> & Amounts;

/** As a document of its convention would send it. */
function written({ convention, accounts }: Version): readonly SentLine[] {
  return [...accounts].map(([accountCode, { previous, debit, credit }]) => {
    const sign = convention === 'B' && accountCode.startsWith('2') ? -1 : 1;
    return {
      accountCode,
      previousBalanceCents: previous * sign + 0,
      debitCents: debit,
      creditCents: credit,
      finalBalanceCents: (previous + debit - credit) * sign + 0,
    };
  });
}

const numbersOf = (one: Version): VersionNumbers => versionNumbers(written(one), one.convention, chart);

describe('A change that wants an explanation', () => {
  const month = (convention: SignConvention, balances: Readonly<Record<string, number>>): VersionNumbers => {
    const truths = Object.entries(balances).map(([code, debit]) => [code, truthOf(0, debit)] as const);
    return numbersOf({ convention, accounts: new Map(truths) });
  };
  const rulesOf = (...variation: readonly VariationRule[]) =>
    companyRulesOf({ ...noWorkflowSettings(), variation: new Map([[3, variation]]) }, 3);
  const earlierOf = (months: readonly (VersionNumbers | null)[]) =>
    earlierBalances(months.map((one) => one && balancesByCode(one)));
  const previous: VariationRule = { prefix: '', amountCents: 5, basisPoints: 1_000, against: 'PREVIOUS' };
  const mean: VariationRule = { ...previous, prefix: '2', against: 'MEAN12' };
  const comparedIn = (
    rules: readonly VariationRule[],
    months: readonly (VersionNumbers | null)[],
    now: VersionNumbers,
  ) =>
    Object.fromEntries(
      planRelease(reconciliations.initial(), now, null, rulesOf(...rules), earlierOf(months)).items.map(
        ({ accountCode, comparedCents }) => [accountCode, comparedCents ?? null],
      ),
    );

  it('is told with the balance it is compared with, by the rule of the longest prefix', () => {
    const months = [month('A', { '2.1': 100 }), month('B', { '1.1': 100, '2.1': 20 })];
    const now = month('A', { '1.1': 111, '1.2': 6, '1.3': 5, '2.1': 60 });
    expect(comparedIn([previous], months, now)).toEqual({ '1.1': 100, '1.2': 0, '1.3': null, '2.1': 20 });
    expect(comparedIn([previous, mean], months, now)).toMatchObject({ '1.1': 100, '2.1': null });
    expect(comparedIn([mean], months, now)).toEqual({ '1.1': null, '1.2': null, '1.3': null, '2.1': null });
    expect(comparedIn([mean], months, month('A', { '2.1': 67 }))).toEqual({ '2.1': 60 });
  });

  it('is none where nothing is known before, and without rules', () => {
    const now = month('A', { '1.1': 111, '2.1': 60 });
    const none = { '1.1': null, '2.1': null };
    for (const months of [[], [null]]) expect(comparedIn([previous, mean], months, now)).toEqual(none);
    expect(comparedIn([], [month('A', { '1.1': 1 })], now)).toEqual(none);
    const monthsOf = [[], [previous], [previous, mean]].map((rules) => rulesOf(...rules).monthsCompared);
    expect(monthsOf).toEqual([0, 1, 12]);
  });

  it('is kept with its release, in which others may want none', () => {
    const plan = planRelease(
      reconciliations.initial(),
      month('A', { '1.1': 111, '1.3': 1 }),
      null,
      rulesOf(previous),
      earlierOf([month('A', { '1.1': 1 })]),
    );
    const items = assignIds(plan, 1);
    const read = encodeReleased(items).flatMap(decodeReleased);
    expect(read.map(({ comparedCents }) => comparedCents)).toEqual([1, null]);
    expect(decodeReleased(encodeReleased(items.slice(1))[0] ?? new Uint8Array())).toEqual(items.slice(1));
  });
});

function currentOf({ convention }: Version, version: number): CurrentVersion {
  const trialBalanceId = 100 + version;
  const contentHash = `content ${version}`;
  return { trialBalanceId, version, contentHash, chartId: 5, convention, linesStream: `lines-${trialBalanceId}` };
}

type Release = Readonly<{
  version: Version;
  before: Version | null;
  items: readonly ReleasedItem[];
  state: Reconciliations;
}>;

const nobody = noWorkflowSettings();
const open = (current: CurrentVersion | null) => ({ closed: false, current });
const releasing = (books: Readonly<Month>, due: DueRelease | null) => (state: Reconciliations) =>
  decideRelease(state, { ...company, books, due });

/** The items that the plan of a release makes, and what the decision needs of it. */
function plannedOf(past: Given<Reconciliations>, now: VersionNumbers, facts: PlanFacts = {}) {
  const { before = null, settings = nobody, firstId = 1 } = facts;
  const plan = planRelease(past.state(), now, before, companyRulesOf(settings, company.companyId));
  const items = assignIds(plan, firstId);
  return { items, due: { created: plan.created, deadlines } };
}
type PlanFacts = Readonly<{
  numbers?: VersionNumbers;
  before?: VersionNumbers | null;
  settings?: WorkflowSettings;
  firstId?: number;
}>;

/** The version released, with what its plan makes of it. */
function released(past: Given<Reconciliations>, one: Version, number: number, facts: PlanFacts = {}) {
  const { items, due } = plannedOf(past, facts.numbers ?? numbersOf(one), facts);
  const { events, outcome } = past.when(releasing(open(currentOf(one, number)), due));
  const after = past.and(...events.map((event) => ({ ...event, parts: encodeReleased(items) })));
  return { items, created: due.created, outcome, after };
}

/** Releases one version after the other, each through its decision, its parts and the fold. */
function releaseAll(versions: readonly Version[]): readonly Release[] {
  const done: Release[] = [];
  let past = given(reconciliations);
  let firstId = 1;
  versions.forEach((one, index) => {
    const before = done.at(-1)?.version ?? null;
    const { items, created, after } = released(past, one, index + 1, {
      before: before && numbersOf(before),
      firstId,
    });
    firstId += created;
    past = after;
    done.push({ version: one, before, items, state: past.state() });
  });
  return done;
}

const zero = truthOf(0);

describe('any series of releases', () => {
  const everySeries = (check: (releases: readonly Release[]) => void) =>
    fc.assert(
      fc.property(fc.array(version, { minLength: 1, maxLength: 6 }), (versions) => check(releaseAll(versions))),
    );

  it('touches exactly the accounts that are new or whose numbers changed, whatever signs the versions use', () =>
    everySeries((releases) => {
      const known = new Set<string>();
      for (const { version: now, before, items } of releases) {
        const changed = codes.filter((code) => {
          if (now.accounts.has(code) && !known.has(code)) return true;
          const then = before?.accounts.get(code) ?? zero;
          const here = now.accounts.get(code) ?? zero;
          return known.has(code) && JSON.stringify(then) !== JSON.stringify(here);
        });
        expect(items.map(({ accountCode }) => accountCode).sort()).toEqual(changed);
        for (const code of now.accounts.keys()) known.add(code);
      }
    }));

  it('keeps one reconciliation per account, under one id for good, ids ascending as they are made', () =>
    everySeries((releases) => {
      const idOf = new Map<string, number>();
      for (const { items, state } of releases) {
        for (const { created, accountCode, reconciliationId } of items) {
          expect(created).toBe(!idOf.has(accountCode));
          if (created) expect(reconciliationId).toBe(idOf.size + 1);
          idOf.set(accountCode, idOf.get(accountCode) ?? reconciliationId);
          expect(reconciliationId).toBe(idOf.get(accountCode));
        }
        expect([...state.items].map(({ accountCode }) => accountCode).sort()).toEqual([...idOf.keys()].sort());
      }
    }));

  it('leaves every reconciliation with the balance of the released version, but for the sign it is written in', () =>
    everySeries((releases) => {
      for (const { version: now, state } of releases)
        for (const { accountCode, bookBalanceCents } of state.items) {
          const { previous, debit, credit } = now.accounts.get(accountCode) ?? zero;
          expect(Math.abs(bookBalanceCents)).toBe(Math.abs(previous + debit - credit));
        }
    }));

  it('makes one reconciliation per account of the version at first, with the balance as sent', () =>
    everySeries(([first]) =>
      expect(first?.items.map((item) => [item.accountCode, item.bookBalanceCents, item.created])).toEqual(
        first && written(first.version).map((line) => [line.accountCode, line.finalBalanceCents, true]),
      ),
    ));
});

const ofCompany = { clientId: 1, companyId: company.companyId };
const approving = (rule: object): ClientEvent => {
  return { type: 'AutoApprovalChanged', data: { ...ofCompany, ...NO_AUTO_APPROVAL, ...rule } };
};
const versionOf = (accounts: Readonly<Record<string, Truth>>): Version => ({
  convention: 'A',
  accounts: new Map(Object.entries(accounts)),
});

describe('A release', () => {
  const one = versionOf({ '1.1': truthOf(1) });
  const first = released(given(reconciliations), one, 1);
  const outcome = { is: 'Released', trialBalanceId: 101, version: 1, reconciliations: 1 };

  it('is refused in a closed competence, and where nothing was imported', () => {
    const closed = { closed: true, current: currentOf(one, 1) };
    const refusing = { ReleaseInClosedCompetence: closed, NothingToRelease: open(null) };
    for (const [is, books] of Object.entries(refusing)) {
      const refused = { is: 'Refused', problem: { is, competence: august } };
      given(reconciliations).when(releasing(books, null)).thenNothing(refused);
    }
  });

  it('is refused where another version than the one seen is the newest', () => {
    const seeing = (seen: number) => (state: Reconciliations) =>
      decideRelease(state, { ...company, books: open(currentOf(one, 1)), due: null, seen });
    const problem = { is: 'OtherVersionIsNewest', competence: august };
    first.after.when(seeing(100)).thenNothing({ is: 'Refused', problem });
    first.after.when(seeing(101)).thenNothing(outcome);
  });

  it('of the released version again writes nothing, and tells how many reconciliations there are', () => {
    expect(first.outcome).toEqual(outcome);
    first.after.when(releasing(open(currentOf(one, 1)), null)).thenNothing(outcome);
  });

  it('of another convention keeps the sign of a balance that has adjustments, also of zero together, and of no other', () => {
    const natural: Version = { ...versionOf({ '2.1': truthOf(-10), '2.2': truthOf(-10) }), convention: 'B' };
    const signed = versionOf({ '2.1': truthOf(-11), '2.2': truthOf(-11) });
    const { after, items } = released(given(reconciliations), natural, 1);
    const [adjusted] = items.map((item) => ({ ...item, from: item.status }));
    const adjusting = { items: actedColumns(adjusted ? [adjusted] : []), parts: null };
    const apart = [3, -3].map((amountCents) => ({ description: 'Tarifa', amountCents }));
    const later = plannedOf(
      after.and({ type: 'AdjustmentsRecorded', data: { ...adjusting, adjustments: apart, adjustmentsCents: 0 } }),
      numbersOf(signed),
      {
        before: numbersOf(natural),
      },
    );
    expect(later.items.map((item) => [item.bookBalanceCents, item.bookBalanceDebitCents])).toEqual([
      [11, -11],
      [-11, -11],
    ]);
  });

  it('keeps the deadlines of the first one', () => {
    const { due } = plannedOf(first.after, numbersOf(one), { before: numbersOf(one) });
    const later = { preparer: 'later', reviewer: 'later', approver: 'later' };
    const { events } = first.after.when(releasing(open(currentOf(one, 2)), { ...due, deadlines: later }));
    expect(events.map(({ data }) => [data.replaces, data.dueAt, data.deadlines])).toEqual([
      [101, deadlines.preparer, deadlines],
    ]);
  });
});

describe('A reconciliation at its release', () => {
  const owner = { scope: 'all', value: '', preparer: 'ana', reviewer: 'ana', approver: null } as const;
  const roles = [{ role: 'PREPARER', companyIds: null }] as const;
  const anaPrepares: readonly ClientEvent[] = [
    { type: 'UserRegistered', data: { clientId: 1, personId: 'ana', roles } },
    { type: 'DefaultOwnersChanged', data: { ...ofCompany, owners: [owner] } },
  ];
  const statesOf = (one: Version, ...settings: readonly ClientEvent[]) =>
    released(given(reconciliations), one, 1, { settings: given(client, ...settings).state() })
      .after.state()
      .items.map(({ accountCode, status, ownerId, preparerId }) => [accountCode, status, ownerId, preparerId]);
  const one = versionOf({ '1.1': truthOf(0), '1.2': truthOf(2, 1) });

  it('waits for an Elaborador where the company has none who holds the role', () => {
    expect(statesOf(one)).toEqual([
      ['1.1', 'PENDING', null, null],
      ['1.2', 'PENDING', null, null],
    ]);
    const [, owners] = anaPrepares;
    expect(owners && statesOf(one, owners)).toEqual(statesOf(one));
  });

  it('is assigned to the Elaborador set for its account', () =>
    expect(statesOf(one, ...anaPrepares)).toEqual([
      ['1.1', 'NOT_STARTED', 'ana', 'ana'],
      ['1.2', 'NOT_STARTED', 'ana', 'ana'],
    ]));

  it('is approved where a rule of the company says so, whoever prepares the account', () => {
    const rules = approving({ zeroWithoutMovement: true });
    expect(statesOf(one, ...anaPrepares, rules)).toEqual([
      ['1.1', 'AUTO_APPROVED', null, null],
      ['1.2', 'NOT_STARTED', 'ana', 'ana'],
    ]);
    const credited = versionOf({ '2.1': truthOf(0, 1, 1) });
    expect(statesOf(credited, ...anaPrepares, rules)).toEqual([['2.1', 'NOT_STARTED', 'ana', 'ana']]);
  });

  it('keeps state and owner when its balance changes before anybody worked on it', () => {
    const settings = given(client, ...anaPrepares).state();
    const first = released(given(reconciliations), one, 1, { settings });
    const changed = versionOf({ '1.1': truthOf(5), '1.2': truthOf(2, 1) });
    const second = released(first.after, changed, 2, { before: numbersOf(one), settings });
    expect(second.items).toMatchObject([{ accountCode: '1.1', status: 'NOT_STARTED', ownerId: 'ana' }]);
  });

  it('goes to the Elaborador set for its account when its balance changes after an automatic approval', () => {
    const settings = given(client, ...anaPrepares, approving({ zero: true })).state();
    const nothing = versionOf({ '1.1': truthOf(0) });
    const first = released(given(reconciliations), nothing, 1, { settings });
    const facts = { before: numbersOf(nothing), settings };
    const changed = released(first.after, versionOf({ '1.1': truthOf(5) }), 2, facts);
    expect(changed.items).toMatchObject([{ status: 'BALANCE_CHANGED', ownerId: 'ana' }]);
  });

  it('goes then to the Elaborador of the department that its account has by now', () => {
    const ofFiscal = { ...owner, scope: 'department', value: 'Fiscal', preparer: 'bea' } as const;
    const settings = given(
      client,
      ...anaPrepares,
      { type: 'UserRegistered', data: { clientId: 1, personId: 'bea', roles } },
      { type: 'DefaultOwnersChanged', data: { ...ofCompany, owners: [owner, ofFiscal] } },
      approving({ zero: true }),
    ).state();
    const nothing = versionOf({ '1.1': truthOf(0) });
    const first = released(given(reconciliations), nothing, 1, { settings });
    const moved = chartAccounts([[{ ...accountOf(11, '1.1', 'ANALYTICAL'), department: 'Fiscal' }]]);
    const one = versionOf({ '1.1': truthOf(5) });
    const numbers = versionNumbers(written(one), one.convention, moved);
    const changed = released(first.after, one, 2, { before: numbersOf(nothing), settings, numbers });
    expect(changed.items).toMatchObject([{ department: 'Fiscal', status: 'BALANCE_CHANGED', ownerId: 'bea' }]);
  });
});

describe('Why a rule approves an account or not', () => {
  const tolerance = [{ prefix: '1.2', amountCents: 4, basisPoints: null }];
  const low = { prefix: '1.2', level: 'LOW' } as const;
  const high = { prefix: '2', level: 'HIGH' } as const;
  const settings = given(
    client,
    approving({ upToCents: 2 }),
    { type: 'ToleranceChanged', data: { ...ofCompany, tolerance } },
    { type: 'RiskRulesChanged', data: { ...ofCompany, risk: [low, high] } },
  ).state();
  const reasonsOf = (items: readonly ReleasedItem[]) =>
    items.map(({ accountCode, status, approvalReason = null }) => [accountCode, status, approvalReason]);

  it('is told at the release by limit, tolerance and risk, and kept with it', () => {
    const one = versionOf({ '1.1': truthOf(2), '1.2': truthOf(4), '1.3': truthOf(3), '2.1': truthOf(1) });
    const { items, after } = released(given(reconciliations), one, 1, { settings });
    expect(reasonsOf(items)).toEqual([
      ['1.1', 'AUTO_APPROVED', 'ATE_O_LIMITE'],
      ['1.2', 'AUTO_APPROVED', 'DENTRO_DA_TOLERANCIA'],
      ['1.3', 'PENDING', 'ACIMA_DO_LIMITE'],
      ['2.1', 'PENDING', 'RISCO_ALTO'],
    ]);
    const kept = encodeReleased(items).flatMap(decodeReleased);
    const folded = after.state().items;
    expect(kept.map((item) => item.approvalReason)).toEqual(folded.map((item) => item.approvalReason));
  });

  it('is the change of the balance in later versions, whatever the new one', () => {
    const one = versionOf({ '1.1': truthOf(2) });
    const two = versionOf({ '1.1': truthOf(1) });
    const first = released(given(reconciliations), one, 1, { settings });
    const second = released(first.after, two, 2, { before: numbersOf(one), settings });
    expect(reasonsOf(second.items)).toEqual([['1.1', 'BALANCE_CHANGED', 'SALDO_ALTERADO']]);
    const gone = released(second.after, versionOf({}), 3, { before: numbersOf(two), settings });
    expect(reasonsOf(gone.items)).toEqual([['1.1', 'BALANCE_CHANGED', 'SALDO_ALTERADO']]);
  });

  it('never is a rule where a person refused the account before, under whatever id of the same code', () => {
    fc.assert(
      fc.property(fc.array(version, { minLength: 2, maxLength: 5 }), fc.boolean(), (versions, otherChart) => {
        let past = given(reconciliations);
        let before: VersionNumbers | null = null;
        let firstId = 1;
        for (const [at, one] of versions.entries()) {
          const numbers = otherChart ? shifted(numbersOf(one), at * 100) : numbersOf(one);
          const refused = new Set(past.state().items.map(({ accountCode }) => accountCode));
          const { items, created, after } = released(past, one, at + 1, { numbers, before, settings, firstId });
          for (const { accountCode, status } of items)
            if (refused.has(accountCode)) expect(status).not.toBe('AUTO_APPROVED');
          firstId += created;
          past = after.and(rejected(after.state()));
          before = numbers;
        }
      }),
    );
  });

  /** The same accounts as another chart has them. */
  function shifted({ convention, accounts }: VersionNumbers, by: number): VersionNumbers {
    const all = [...accounts.values()].map((one) => ({ ...one, accountId: one.accountId + by }));
    return { convention, accounts: new Map(all.map((one) => [one.accountId, one])) };
  }

  function rejected({ items }: Reconciliations) {
    const columns = items.map(({ reconciliationId, accountCode, status: from }) => {
      return { reconciliationId, accountCode, accountName: '', from, status: 'REJECTED', ownerId: null } as const;
    });
    const acted = { ...company, items: actedColumns(columns), parts: null };
    return {
      type: 'ReconciliationsMoved',
      data: { ...acted, move: 'reject', comment: 'não', deadlines },
    } as const;
  }
});

describe('The numbers of a version', () => {
  const linesOf = (...lines: readonly (readonly [string, number, number, number, number])[]): SentLine[] =>
    lines.map(([accountCode, previousBalanceCents, debitCents, creditCents, finalBalanceCents]) => {
      return { accountCode, previousBalanceCents, debitCents, creditCents, finalBalanceCents };
    });
  const sumsOf = ({ accounts }: VersionNumbers) =>
    [...accounts.values()].map((sums) => {
      return [
        sums.accountCode,
        sums.previousBalanceCents,
        sums.debitCents,
        sums.creditCents,
        sums.finalBalanceCents,
      ];
    });

  it('of an account in several lines are their exact sums', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const lines = linesOf(
      ['1.1', most, 1, 2, most - 1],
      ['1.2', 7, 0, 0, 7],
      ['1.1', most, 0, 0, most],
      ['1.1', -most, 4, 2, -most + 2],
    );
    expect(sumsOf(versionNumbers(lines, 'A', chart))).toEqual([
      ['1.1', most, 5, 4, most + 1],
      ['1.2', 7, 0, 0, 7],
    ]);
  });

  it('follow the account’s own nature where the chart has no group above it', () => {
    const rootless = chartAccounts([[accountOf(11, '1.1', 'ANALYTICAL'), accountOf(14, '2.1', 'ANALYTICAL')]]);
    const { accounts } = versionNumbers(linesOf(['1.1', 1, 0, 0, 1], ['2.1', 1, 0, 0, 1]), 'A', rootless);
    expect([...accounts.values()].map(({ role }) => role.follows)).toEqual([Follows.DEBIT, Follows.CREDIT]);
  });

  it('sign what moved by its movement, also where the chart gave the account another nature since', () => {
    const moved = linesOf(['1.1', 0, 0, 7, 7], ['1.2', 0, 7, 0, 7], ['1.3', 7, 0, 0, 7]);
    expect([...balancesByCode(versionNumbers(moved, 'B', chart))]).toEqual([
      ['1.1', -7],
      ['1.2', 7],
      ['1.3', 7],
    ]);
  });

  it('take a contra account that did not move in a natural version to be on the side of its nature', () => {
    const contra = { ...accountOf(11, '2.9', 'ANALYTICAL'), nature: 'DEBIT' as const };
    const withContra = chartAccounts([[accountOf(1, '2', 'SYNTHETIC'), contra]]);
    for (const balance of [7, -7])
      expect([
        ...balancesByCode(versionNumbers(linesOf(['2.9', balance, 0, 0, balance]), 'B', withContra)),
      ]).toEqual([['2.9', 7]]);
  });

  it('are refused for an account that is not in the chart', () => {
    expect(() => versionNumbers(linesOf(['9.9', 0, 0, 0, 0]), 'A', chart)).toThrow('9.9');
  });
});

describe('the parts of a release', () => {
  it('hold every item, in order, each part within its bound however long the names are', () => {
    const items = Array.from({ length: 6_000 }, (_, at): ReleasedItem => ({
      reconciliationId: at + 1,
      created: at % 2 === 0,
      accountId: at + 7,
      accountCode: `1.${at}`,
      accountName: 'ç'.repeat(at % 300),
      department: '',
      sector: 'Contábil',
      bookBalanceCents: 1 - at,
      status: at % 3 === 0 ? 'PENDING' : 'AWAITING_ADJUSTMENT',
      ownerId: at % 3 === 0 ? null : '7f9c24e8-3b12-4fef-91e0-4b2a8d6c5a10',
      bookBalanceDebitCents: at - 1,
    }));
    const parts = encodeReleased(items);
    expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(PART_BYTES_MAX);
    expect(JSON.stringify(parts.flatMap(decodeReleased))).toBe(JSON.stringify(items));
    expect(encodeReleased([])).toEqual([]);
  });
});
