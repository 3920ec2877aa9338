// The year of many accounts: which months, of which versions, and how much is asked for them.
import { expect, it } from '#jest';
import type { ReadModels } from '../../src/projections/engine/readStore.js';
import { accountYears } from '../../src/projections/views/trialBalances/accountYears.js';
import { importVersion, someLines } from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const CASH = '1.1.01';
const DEBT = '2.1.01';
const side = useReadSide({ isProjecting: true });

const line = (accountCode: string, finalBalanceCents: number, debitSign: 1 | -1 = 1) => ({
  accountCode,
  accountName: 'Conta',
  nature: 'DEBIT' as const,
  debitSign,
  finalBalanceCents,
  previousBalanceCents: 0,
  debitCents: 0,
  creditCents: 0,
});

/** Versions by their months; some more lines make an account's rows differ. */
async function imported(months: readonly string[], cents: (at: number) => number): Promise<void> {
  for (const [at, competence] of months.entries())
    await importVersion(side.log, {
      trialBalanceId: at + 1,
      competence,
      lines: [line(CASH, cents(at)), line(DEBT, cents(at), -1), ...someLines(120)],
    });
}

const shown = (id: number, contaCodigo: string, competencia: string, empresaId = 1) => ({
  id,
  contaCodigo,
  competencia,
  empresaId,
  saldoContabilDevedor: 99.5,
});

const MONTHS = [...['11', '12'].map((month) => `2024-${month}`), ...[1, 2, 3].map((month) => `2025-0${month}`)];

it('has the months before that list the account, of their newest versions, and its own balance', async () => {
  await imported(MONTHS, (at) => 100 * at);
  const second = { trialBalanceId: 90, competence: '2025-02', version: 2, supersedes: 4 };
  await importVersion(side.log, { ...second, lines: [line(CASH, 7_77), ...someLines(120)] });
  await side.caughtUp();
  const asked = [shown(1, CASH, '2025-03'), shown(2, DEBT, '2025-12'), shown(3, CASH, '2025-03', 2)];
  const years = await accountYears(side.store, { clientId: 1 }, asked);
  expect(years.get(1)).toEqual([
    ['2024-11', 0],
    ['2024-12', 100],
    ['2025-01', 200],
    ['2025-02', 777],
    ['2025-03', 99_50],
  ]);
  // 2024 is more than a year before; the second version of February does not list it.
  expect(years.get(2)).toEqual([
    ['2025-01', -200],
    ['2025-03', -400],
    ['2025-12', 99_50],
  ]);
  expect(years.get(3)).toEqual([['2025-03', 99_50]]);
  expect((await accountYears(side.store, { clientId: 2 }, asked)).get(1)).toEqual([['2025-03', 99_50]]);
});

it('is asked for at once for all accounts, and reads no month before the year', async () => {
  const months = Array.from(
    { length: 30 },
    (_, at) => `20${20 + Math.floor(at / 12)}-${`0${(at % 12) + 1}`.slice(-2)}`,
  );
  await imported(months, (at) => at);
  await side.caughtUp();
  const found: number[] = [];
  const store: ReadModels = Object.assign(Object.create(side.store) as ReadModels, {
    lookUp: async (...query: Parameters<ReadModels['lookUp']>) => {
      const rows = await side.store.lookUp(...query);
      found.push(rows.length);
      return rows;
    },
  });
  const codes = [CASH, DEBT, ...someLines(60).map(({ accountCode }) => accountCode)];
  const years = await accountYears(
    store,
    { clientId: 1 },
    codes.map((code, at) => shown(at + 1, code, '2022-07')),
  );
  expect(years.get(1)).toHaveLength(12);
  const [versions, ...rows] = found;
  // 122 lines of a version are in three rows.
  expect([versions, rows.length]).toEqual([11, 1]);
  expect(rows[0]).toBeLessThanOrEqual(11 * 3);
});
