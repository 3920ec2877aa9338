// What people see of the versions of trial balances: who imported and released them, their warnings, lines and
// differences.
import { describe, expect, it } from '#jest';
import type { LeftOutLine, TrialBalanceLine } from '../../src/domain/books/events.js';
import { inFileOrder, lineRow } from '../../src/domain/trialBalance/lines.js';
import type { LinesQuery } from '../../src/projections/views/trialBalances/trialBalanceLines.js';
import {
  compareVersions,
  searchLines,
  sumLines,
} from '../../src/projections/views/trialBalances/trialBalanceLineSearch.js';
import {
  findTrialBalanceVersion,
  listTrialBalanceVersions,
} from '../../src/projections/views/trialBalances/trialBalanceVersions.js';
import { append, AT, someLines, event, importVersion } from './support/bookkeeping.js';
import { digestNow, digestOfTruth, linesShown, useReadSide } from './support/readSide.js';

const mine = { clientId: 1 };
const first = { page: 1, limit: 100 };
const names = {
  companyName: (companyId: number) => `Companhia ${companyId}`,
  personNames: async () => (id: string) => `pessoa ${id}`,
};

const side = useReadSide({ isProjecting: true });

describe('Versions for people', () => {
  it('have the counters, the file and the warnings of their import, and who released them', async () => {
    await importVersion(side.log, { trialBalanceId: 1, lines: someLines(2) });
    await importVersion(side.log, {
      trialBalanceId: 2,
      version: 2,
      supersedes: 1,
      lines: someLines(2),
      facts: {
        received: 5,
        ignoredNotInChart: 2,
        ignoredNotReconciled: 1,
        source: { kind: 'csv', name: '<b>março</b>.csv', sha256: 'a', size: 1 },
        warnings: ['Continuidade não verificada'],
        warningCount: 3,
      },
    });
    const released = event('TrialBalanceReleased', {
      trialBalanceId: 2,
      companyId: 1,
      clientId: 1,
      competence: '2026-02',
      version: 2,
      replaces: null,
      chartId: 1,
      convention: 'A',
      linesStream: 'lines-2',
      dueAt: AT,
      created: 0,
      deadlines: { preparer: AT, reviewer: AT, approver: AT },
      items: { stream: 'released-2', count: 0, lines: 0, hash: '' },
    });
    const byPerson = { ...released.metadata, actor: { kind: 'person', id: 'p1' } as const };
    await append(side.log, 'reconciliations-1.2026-02', [{ ...released, metadata: byPerson }]);
    await side.caughtUp();
    const { rows, pagination } = await listTrialBalanceVersions(
      side.pages,
      mine,
      { ...first, companies: [1], order: 'desc' },
      names,
    );
    expect(pagination.total).toBe(2);
    expect(rows[0]).toMatchObject({
      id: 2,
      versao: 2,
      status: 'RELEASED',
      planoNome: 'Plano 2026',
      arquivo: '<b>março</b>.csv',
      enviadas: 5,
      foraDoPlano: 2,
      naoConciliam: 1,
      avisos: ['Continuidade não verificada'],
      totalDeAvisos: 3,
      liberadoEm: AT,
      liberadoPor: 'pessoa p1',
      atual: true,
    });
    expect(rows[1]).toMatchObject({ id: 1, arquivo: '', avisos: null, liberadoEm: null, atual: false });
    expect(await findTrialBalanceVersion(side.pages, { clientId: 2 }, 2, names)).toBeNull();
    const listed = { ...first, companies: [], order: 'desc' } as const;
    expect((await listTrialBalanceVersions(side.pages, mine, listed, names)).rows).toEqual([]);
  });
});

describe('The lines of a version', () => {
  const named = (accounts: readonly (readonly [string, string])[]): readonly TrialBalanceLine[] =>
    someLines(accounts.length).map((line, at) => {
      const [accountCode = '', accountName = ''] = accounts[at] ?? [];
      return { ...line, accountCode, accountName };
    });
  const found = async (texto: string, page = 1, limit = 100) => {
    const head = { id: 1, linhas: 4, enviadas: 4 };
    const query = { texto, isWhole: false, page, limit };
    const { rows, pagination } = await searchLines(side.pages, mine, head, query);
    return { codes: rows.map(({ contaCodigo }) => contaCodigo), total: pagination.total };
  };

  it('are found by the beginning of their code or of words of their description, accents aside', async () => {
    const accounts = [
      ['1.1.01', 'Caixa geral'],
      ['1.1.02', 'Aplicação financeira - Banco'],
      ['2.1.01', 'Fornecedores (nacionais)'],
      ['11', 'Bancos conta movimento'],
    ] as const;
    await importVersion(side.log, { trialBalanceId: 1, lines: named(accounts) });
    await side.caughtUp();
    expect((await found('')).total).toBe(4);
    expect((await found('1.1')).codes).toEqual(['1.1.01', '1.1.02']);
    expect((await found('110')).codes).toEqual(['1.1.01', '1.1.02']);
    expect((await found('APLICACAO banco')).codes).toEqual(['1.1.02']);
    expect((await found('banco')).codes).toEqual(['1.1.02', '11']);
    expect((await found('anco')).codes).toEqual([]);
    expect((await found('nacionais')).codes).toEqual(['2.1.01']);
    expect((await found('caixa 2.1')).codes).toEqual([]);
    expect((await found("'; -- <script>")).codes).toEqual([]);
    expect(await found('banco', 2, 1)).toEqual({ codes: ['11'], total: 2 });
  });

  it('are compared account by account, lines of one account together, with debit positive', async () => {
    type Told = readonly [string, string, number, number, number, TrialBalanceLine['nature'], 1 | -1];
    const lineOf = ([accountCode, accountName, debitCents, creditCents, finalBalanceCents, ...sign]: Told) => {
      const [nature, debitSign] = sign;
      const amounts = { previousBalanceCents: 0, debitCents, creditCents, finalBalanceCents };
      return { accountCode, accountName, ...amounts, nature, debitSign };
    };
    const told: readonly Told[] = [
      ['1', 'Caixa', 10, 0, 10, 'DEBIT', 1],
      ['1', 'Caixa', 5, 0, 5, 'DEBIT', 1],
      ['2', 'Fornecedores', 0, 7, 7, 'CREDIT', -1],
      ['3', 'Capital', 0, 8, 8, 'CREDIT', -1],
    ];
    const before = told.map(lineOf);
    const toldAfter: readonly Told[] = [
      ['1', 'Caixa', 15, 0, 15, 'DEBIT', 1],
      ['2', 'Fornecedores', 0, 9, -9, 'CREDIT', 1],
      ['4', 'Estoque', 1, 0, 1, 'DEBIT', 1],
    ];
    const after = toldAfter.map(lineOf);
    await importVersion(side.log, { trialBalanceId: 1, lines: before, convention: 'B' });
    await importVersion(side.log, { trialBalanceId: 2, version: 2, supersedes: 1, lines: after });
    await side.caughtUp();
    const versions = {
      before: { id: 1, linhas: 4, enviadas: 4 },
      after: { id: 2, linhas: 3, enviadas: 3 },
    };
    const difference = await compareVersions(side.pages, mine, versions, first);
    expect(difference).toMatchObject({ incluidas: 1, alteradas: 1, removidas: 1, iguais: 1 });
    expect(difference.rows).toEqual([
      {
        contaCodigo: '2',
        contaDescricao: 'Fornecedores',
        antes: { saldoAnterior: 0, debito: 0, credito: 7, saldoFinal: -7 },
        depois: { saldoAnterior: 0, debito: 0, credito: 9, saldoFinal: -9 },
      },
      {
        contaCodigo: '3',
        contaDescricao: 'Capital',
        antes: { saldoAnterior: 0, debito: 0, credito: 8, saldoFinal: -8 },
        depois: null,
      },
      {
        contaCodigo: '4',
        contaDescricao: 'Estoque',
        antes: null,
        depois: { saldoAnterior: 0, debito: 1, credito: 0, saldoFinal: 1 },
      },
    ]);
    expect((await compareVersions(side.pages, { clientId: 2 }, versions, first)).pagination.total).toBe(0);
  });
});

describe('All lines of a file', () => {
  const amounts = { previousBalanceCents: 500, debitCents: 0, creditCents: 0, finalBalanceCents: 500 };
  const outside = (place: number): LeftOutLine => ({
    place,
    reason: 'NOT_IN_CHART',
    accountCode: `9.${place}`,
    accountName: `Fora ${place}`,
    ...amounts,
    nature: 'MIXED',
    debitSign: -1,
  });
  type Shown = Readonly<{ contaCodigo: string; situacao?: string }>;
  const listed = async (query: Partial<LinesQuery> = {}) => {
    const found = await linesShown(side, 1, { isWhole: true, ...query });
    const rows = JSON.parse(Buffer.from(found?.rowsJson ?? []).toString()) as readonly Shown[];
    return { rows, codes: rows.map(({ contaCodigo }) => contaCodigo), total: found?.pagination.total };
  };

  it('are listed in its order, whatever pages are asked for, and the others alone as ever', async () => {
    const places = [0, 1, 4, 5, 6, 11, 12, 30, 31];
    const entered = someLines(25);
    await importVersion(side.log, {
      trialBalanceId: 1,
      lines: entered,
      leftOut: places.map(outside),
      partLines: 7,
    });
    await side.caughtUp();
    const sent = inFileOrder(entered, places.map(outside)).map(({ accountCode }) => accountCode);
    expect(await listed()).toMatchObject({ codes: sent, total: 34 });
    for (const limit of [1, 3, 10])
      for (const order of ['asc', 'desc'] as const) {
        const pages = Array.from({ length: Math.ceil(34 / limit) + 1 }, (_, at) => at + 1);
        const codes = await Promise.all(pages.map(async (page) => (await listed({ page, limit, order })).codes));
        expect(codes.flat()).toEqual(order === 'asc' ? sent : sent.toReversed());
      }
    expect((await listed({ contaCodigo: '9.30' })).rows).toEqual([
      {
        balanceteId: 1,
        empresaId: 1,
        competencia: '2026-02',
        contaCodigo: '9.30',
        contaDescricao: 'Fora 30',
        saldoAnterior: 5,
        debito: 0,
        credito: 0,
        saldoFinal: 5,
        natureza: 'MIXED',
        saldoAnteriorDevedor: -5,
        saldoFinalDevedor: -5,
        situacao: 'FORA_DO_PLANO',
      },
    ]);
    expect((await listed({ contaCodigo: '1.1.00003' })).rows).toMatchObject([{ situacao: 'IMPORTADA' }]);
    const alone = await linesShown(side, 1);
    expect(JSON.parse(Buffer.from(alone?.rowsJson ?? []).toString())).toEqual(
      entered.map((line) => lineRow({ trialBalanceId: 1, companyId: 1, competence: '2026-02' } as never, line)),
    );
    const head = { id: 1, linhas: 25, enviadas: 34 };
    const search = { texto: 'fora 1', isWhole: true, page: 1, limit: 100 };
    const found = await searchLines(side.pages, mine, head, search);
    expect(found.rows.map(({ contaCodigo }) => contaCodigo)).toEqual(['9.1', '9.11', '9.12']);
  });

  it('are summed with debit positive where all of them are read: in a search, or as the whole version', async () => {
    const line = (accountCode: string, debitSign: 1 | -1, at: number) => ({
      accountCode,
      accountName: 'Conta',
      nature: 'DEBIT' as const,
      debitSign,
      previousBalanceCents: 1 * at,
      debitCents: 10 * at,
      creditCents: 100 * at,
      finalBalanceCents: 1_000 * at,
    });
    const lines = [line('1.1', 1, 1), line('1.2', -1, 2), line('2.1', 1, 5)];
    await importVersion(side.log, { trialBalanceId: 1, lines, leftOut: [outside(1)] });
    await side.caughtUp();
    const sums = async (query: object) => {
      const head = { id: 1, linhas: 3, enviadas: 4 };
      const asked = { texto: '', isWhole: false, page: 1, limit: 100, ...query };
      return (await searchLines(side.pages, mine, head, asked)).sums;
    };
    const all = await sumLines(side.pages, mine, { id: 1, linhas: 3, enviadas: 4 });
    expect(all).toEqual({ saldoAnterior: 4, debito: 80, credito: 800, saldoFinal: 4_000 });
    const group = { saldoAnterior: -1, debito: 30, credito: 300, saldoFinal: -1_000 };
    expect(await sums({ texto: '1' })).toEqual(group);
    expect(await sums({ texto: '1', page: 2, limit: 1 })).toEqual(group);
    for (const query of [{}, { isWhole: true }, { isWhole: true, texto: '1' }])
      expect(await sums(query)).toBeNull();
  });

  it('are the same after a rebuild', async () => {
    await importVersion(side.log, { trialBalanceId: 1, lines: someLines(3), leftOut: [outside(1)] });
    await side.caughtUp();
    const before = await listed();
    expect(await digestNow(side)).toBe(await digestOfTruth(side));
    expect(before.codes).toHaveLength(4);
  });
});
