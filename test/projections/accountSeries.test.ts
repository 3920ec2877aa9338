// One account over the newest versions of its company: which months, their changes, and the mean of those before.
import { describe, expect, it } from '#jest';
import type { TrialBalanceLine } from '../../src/domain/books/events.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import {
  listAccountSeries,
  type AccountSeriesQuery,
} from '../../src/projections/views/trialBalances/accountSeries.js';
import { importVersion, release, releasedItems, someLines } from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const CODE = '2.1.01';

const side = useReadSide({ isProjecting: true });

const line = (finalBalanceCents: number, debitSign: 1 | -1 = -1, more: Partial<TrialBalanceLine> = {}) => ({
  ...({ accountCode: CODE, accountName: 'Fornecedores', nature: 'CREDIT', debitSign, finalBalanceCents } as const),
  previousBalanceCents: 5,
  debitCents: 1,
  creditCents: 2,
  ...more,
});

const month = (
  trialBalanceId: number,
  competence: string,
  lines: readonly TrialBalanceLine[],
  facts: object = {},
) => importVersion(side.log, { trialBalanceId, competence, lines: [...lines, ...someLines(100)], ...facts });

async function series(query: Partial<AccountSeriesQuery> = {}, clientId = 1) {
  await side.caughtUp();
  const all = { companyId: 1, accountCode: CODE, page: 1, limit: 100 };
  const { rows, pagination } = await listAccountSeries(side.pages, { clientId }, { ...all, ...query });
  return { rows, total: pagination.total };
}
const months = async (query: Partial<AccountSeriesQuery> = {}) =>
  (await series(query)).rows.map(({ competencia }) => competencia);

describe('The series of an account', () => {
  it('has the newest version of each competence that lists it, and its change as the balance is signed', async () => {
    await month(1, '2026-01', [line(100_00)]);
    await month(2, '2026-02', [line(90_00)]);
    await month(3, '2026-02', [line(150_00)], { version: 2, supersedes: 2 });
    await release(side.log, {
      trialBalanceId: 3,
      competence: '2026-02',
      items: releasedItems([1, 1, 1, true]),
    });
    await month(4, '2026-03', []);
    await month(5, '2026-04', [line(-30_00, 1)], { convention: 'A' });
    const { rows, total } = await series();
    expect(total).toBe(3);
    const [january, february, april] = rows;
    expect(january).toEqual({
      competencia: '2026-01',
      balanceteId: 1,
      versao: 1,
      status: 'IMPORTED',
      saldoAnterior: 0.05,
      debito: 0.01,
      credito: 0.02,
      saldoFinal: 100,
      saldoFinalDevedor: -100,
      variacao: null,
      variacaoPercentual: null,
      mediaDozeMeses: null,
    });
    expect(february).toMatchObject({
      balanceteId: 3,
      versao: 2,
      status: 'RELEASED',
      saldoFinal: 150,
      variacao: 50,
      variacaoPercentual: 50,
      mediaDozeMeses: 100,
    });
    // A month that does not list the account has it at zero; means are of months that do, in this month's signs.
    expect(april).toMatchObject({
      saldoFinal: -30,
      saldoFinalDevedor: -30,
      variacao: -30,
      variacaoPercentual: null,
      mediaDozeMeses: -125,
    });
  });

  it('tells an account from others whose codes look like stored lines', async () => {
    const odd = [`1"]`, `["2.1.01",`, `2.1.01",9,9,9,9,1]`, `\\`].map((accountCode) =>
      line(7_00, 1, { accountCode }),
    );
    await month(1, '2026-01', [...odd, line(100_00)]);
    expect((await series()).rows).toMatchObject([{ saldoFinal: 100 }]);
    for (const { accountCode } of odd)
      expect((await series({ accountCode })).rows).toMatchObject([{ saldoFinal: 7 }]);
  });

  it('adds up the lines of an account', async () => {
    const twice = { previousBalanceCents: 7, debitCents: 3, creditCents: 0 };
    await month(1, '2026-01', [line(100), line(25, -1, twice)]);
    expect((await series()).rows[0]).toMatchObject({
      saldoAnterior: 0.12,
      debito: 0.04,
      credito: 0.02,
      saldoFinal: 1.25,
      saldoFinalDevedor: -1.25,
    });
  });

  it('is of twelve months before at most, also of those before the first one asked for', async () => {
    const all = [
      ...Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`),
      '2026-01',
      '2026-02',
    ];
    for (const [at, competence] of all.entries())
      await month(at + 1, competence, [line(at === 0 ? 1_000_00 : 12_00)]);
    expect(await months({ periodFrom: '2026-01' as Competence })).toEqual(['2026-01', '2026-02']);
    const { rows } = await series({ periodFrom: '2026-01' as Competence });
    expect(rows.map(({ mediaDozeMeses }) => mediaDozeMeses)).toEqual([94.33, 12]);
    expect(rows[0]).toMatchObject({ variacao: 0, variacaoPercentual: 0 });
    expect(await months({ periodTo: '2025-02' as Competence, order: 'desc' })).toEqual(['2025-02', '2025-01']);
    expect(await months({ page: 2, limit: 13 })).toEqual(['2026-02']);
    expect((await series({ page: 2, limit: 13 })).total).toBe(14);
  });

  it('tells months anew whose own version, or one of the twelve before, came since then', async () => {
    await month(1, '2026-01', [line(1)]);
    await month(2, '2026-02', [line(2)]);
    await side.caughtUp();
    const since = (
      await listAccountSeries(side.pages, { clientId: 1 }, { companyId: 1, accountCode: CODE, page: 1, limit: 1 })
    ).changedUntil;
    expect(await months({ changedSince: since })).toEqual([]);
    await month(3, '2026-02', [line(3)], { version: 2, supersedes: 2 });
    expect(await months({ changedSince: since })).toEqual(['2026-02']);
    await month(4, '2026-01', [line(3)], { version: 2, supersedes: 1 });
    expect(await months({ changedSince: since })).toEqual(['2026-01', '2026-02']);
  });

  it('is of one company and client alone', async () => {
    await month(1, '2026-01', [line(1)]);
    await month(2, '2026-01', [line(2)], { companyId: 2 });
    expect((await series({ companyId: 2 })).rows).toMatchObject([{ balanceteId: 2 }]);
    expect((await series({}, 2)).rows).toEqual([]);
    expect((await series({ accountCode: '2.1' })).rows).toEqual([]);
  });
});
