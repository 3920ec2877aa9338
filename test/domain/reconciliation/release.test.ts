import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CurrentVersion } from '../../../src/domain/books/fold.js';
import type { LineColumns, SignConvention } from '../../../src/domain/books/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { reconciliations, type Reconciliations } from '../../../src/domain/reconciliation/fold.js';
import { PART_BYTES_MAX } from '../../../src/domain/reconciliation/parts/columnParts.js';
import { companyRulesOf } from '../../../src/domain/reconciliation/companyRules.js';
import {
  decodeReleased,
  encodeReleased,
  type ReleasedItem,
} from '../../../src/domain/reconciliation/parts/releasedParts.js';
import { decideRelease, planRelease, assignIds } from '../../../src/domain/reconciliation/release.js';
import {
  chartAccounts,
  versionNumbers,
  type VersionNumbers,
} from '../../../src/domain/reconciliation/versionNumbers.js';
import type { Account } from '../../../src/domain/charts/events.js';
import { noWorkflowSettings } from '../../../src/domain/clients/workflowSettings.js';

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

/** As a document of its convention would send it. */
function written({ convention, accounts }: Version): LineColumns {
  const sign = (code: string): number => (convention === 'B' && code.startsWith('2') ? -1 : 1);
  const lines = [...accounts];
  const finalOf = ({ previous, debit, credit }: Truth): number => previous + debit - credit;
  return {
    accountCode: lines.map(([code]) => code),
    accountName: lines.map(() => ''),
    previousBalanceCents: lines.map(([code, { previous }]) => previous * sign(code) + 0),
    debitCents: lines.map(([, { debit }]) => debit),
    creditCents: lines.map(([, { credit }]) => credit),
    finalBalanceCents: lines.map(([code, amounts]) => finalOf(amounts) * sign(code) + 0),
  };
}

const numbersOf = (one: Version): VersionNumbers => versionNumbers([written(one)], one.convention, chart);

function currentOf(one: Version, number: number): CurrentVersion {
  return {
    trialBalanceId: 100 + number,
    version: number,
    contentHash: `content ${number}`,
    chartId: 5,
    chartVersion: 1,
    convention: one.convention,
    linesStream: `lines-${100 + number}`,
    lineParts: 1,
    lineCount: one.accounts.size,
    linesHash: `hash ${number}`,
  };
}

type Release = Readonly<{
  version: Version;
  before: Version | null;
  items: readonly ReleasedItem[];
  state: Reconciliations;
}>;

/** Releases one version after the other, each through its decision, its parts and the fold. */
function releaseAll(versions: readonly Version[]): readonly Release[] {
  const done: Release[] = [];
  let state = reconciliations.initial();
  let nextId = 1;
  versions.forEach((one, index) => {
    const before = done.at(-1)?.version ?? null;
    const plan = planRelease(
      state,
      numbersOf(one),
      before && numbersOf(before),
      companyRulesOf(noWorkflowSettings(), 3),
    );
    const items = assignIds(plan, nextId);
    nextId += plan.created;
    const { events } = decideRelease(state, {
      ...company,
      books: { closed: false, current: currentOf(one, index + 1) },
      prepared: {
        created: plan.created,
        deadlines,
        items: { stream: 'released-x', count: 1, lines: items.length, hash: '' },
      },
    });
    for (const event of events) state = reconciliations.evolve(state, event as Recorded, encodeReleased(items));
    done.push({ version: one, before, items, state: structuredClone(state) });
  });
  return done;
}

const zero: Truth = { previous: 0, debit: 0, credit: 0 };

describe('any series of releases', () => {
  const anySeries = fc.array(version, { minLength: 1, maxLength: 6 });

  it('touches exactly the accounts that are new or whose numbers changed, whatever signs the versions use', () => {
    fc.assert(
      fc.property(anySeries, (versions) => {
        const known = new Set<string>();
        for (const { version: now, before, items } of releaseAll(versions)) {
          const changed = codes.filter((code) => {
            if (now.accounts.has(code) && !known.has(code)) return true;
            const [then, here] = [before?.accounts.get(code) ?? zero, now.accounts.get(code) ?? zero];
            return known.has(code) && JSON.stringify(then) !== JSON.stringify(here);
          });
          expect(items.map(({ accountCode }) => accountCode).sort()).toEqual(changed);
          for (const code of now.accounts.keys()) known.add(code);
        }
      }),
    );
  });

  it('keeps one reconciliation per account, under one id for good, ids ascending as they are made', () => {
    fc.assert(
      fc.property(anySeries, (versions) => {
        const idOf = new Map<string, number>();
        for (const { items, state } of releaseAll(versions)) {
          for (const { created, accountCode, reconciliationId } of items) {
            expect(created).toBe(!idOf.has(accountCode));
            if (created) expect(reconciliationId).toBe(idOf.size + 1);
            idOf.set(accountCode, idOf.get(accountCode) ?? reconciliationId);
            expect(reconciliationId).toBe(idOf.get(accountCode));
          }
          expect([...state.items].map(({ accountCode }) => accountCode).sort()).toEqual([...idOf.keys()].sort());
        }
      }),
    );
  });

  it('leaves every reconciliation with the balance of the released version, but for the sign it is written in', () => {
    fc.assert(
      fc.property(anySeries, (versions) => {
        for (const { version: now, state } of releaseAll(versions))
          for (const { accountCode, bookBalanceCents } of state.items) {
            const { previous, debit, credit } = now.accounts.get(accountCode) ?? zero;
            expect(Math.abs(bookBalanceCents)).toBe(Math.abs(previous + debit - credit));
          }
      }),
    );
  });

  it('makes one reconciliation per account of the version at first, with the balance as sent', () => {
    fc.assert(
      fc.property(version, (first) => {
        const [release] = releaseAll([first]);
        const { accountCode, finalBalanceCents } = written(first);
        expect(release?.items.map((item) => [item.accountCode, item.bookBalanceCents, item.created])).toEqual(
          accountCode.map((code, line) => [code, finalBalanceCents[line], true]),
        );
      }),
    );
  });
});

describe('the parts of a release', () => {
  it('hold every item, in order, each part within its bound however long the names are', () => {
    const items = Array.from({ length: 12_000 }, (_, at): ReleasedItem => ({
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
    }));
    const parts = encodeReleased(items);
    expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(PART_BYTES_MAX);
    expect(JSON.stringify(parts.flatMap(decodeReleased))).toBe(JSON.stringify(items));
  });

  it('are none for nothing', () => {
    expect(encodeReleased([])).toEqual([]);
  });
});
