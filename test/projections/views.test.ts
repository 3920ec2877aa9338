// What each list of the API shows of the facts in the log.
import { describe, expect, it } from '#jest';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { listAuditTrail, type AuditQuery } from '../../src/projections/views/audit.js';
import { listAccounts } from '../../src/projections/views/accounts.js';
import { findChart, listCharts } from '../../src/projections/views/charts.js';
import { listCompanies } from '../../src/projections/views/companies.js';
import { listReconciliations } from '../../src/projections/views/reconciliations/reconciliations.js';
import { trialBalanceStatuses } from '../../src/domain/books/events.js';
import { findTrialBalance, listTrialBalances } from '../../src/projections/views/trialBalances/trialBalances.js';
import {
  account,
  append,
  AT,
  changeChart,
  someLines,
  company,
  event,
  importVersion,
  release,
  releasedItems,
} from './support/bookkeeping.js';
import { useReadSide } from './support/readSide.js';

const first = { page: 1, limit: 100 };
const mine = { clientId: 1 };
const theirs = { clientId: 2 };
const personNames = async () => (id: string) => `pessoa ${id}`;
const companyName = (companyId: number) => `Companhia ${companyId} S.A.`;

const side = useReadSide({ isProjecting: true });

describe('Companies', () => {
  it('shows each company of the client with the contract’s fields in their order, as last changed', async () => {
    await append(side.log, 'client-1', [
      event('ClientNamed', { clientId: 1, ref: 'acme', name: 'Acme' }),
      event('CompanyRegistered', company(2, { cnpj: '12ABC34501DE35' })),
      event('CompanyRegistered', company(1)),
      event('ChartRegistered', { chartId: 1, companyId: 1, clientId: 1, name: 'Plano' }),
      event('CompanyChanged', company(1, { status: 'SUSPENDED', parentCompanyId: 2, tradeName: '' })),
    ]);
    await append(side.log, 'client-2', [event('CompanyRegistered', company(3, { clientId: 2 }))]);
    await side.caughtUp();
    const { rows, pagination } = await listCompanies(side.pages, mine, first);
    expect(pagination).toEqual({ page: 1, limit: 100, total: 2, pages: 1 });
    expect(JSON.stringify(rows[0])).toBe(
      '{"id":1,"razaoSocial":"Companhia 1 S.A.","nomeFantasia":"","cnpj":"12345678000195",' +
        '"regimeTributario":"REAL_PROFIT","status":"SUSPENDED","empresaControladoraId":2}',
    );
    expect(rows[1]).toMatchObject({ id: 2, cnpj: '12ABC34501DE35', empresaControladoraId: null });
    expect((await listCompanies(side.pages, theirs, first)).rows.map(({ id }) => id)).toEqual([3]);
    expect((await listCompanies(side.pages, { clientId: 9 }, first)).pagination).toEqual({
      page: 1,
      limit: 100,
      total: 0,
      pages: 0,
    });
  });
});

describe('Charts and accounts', () => {
  it('shows a chart as its newest version says', async () => {
    await changeChart(side.log, { chartId: 5 }, []);
    await changeChart(side.log, { chartId: 5, version: 2, active: false, validTo: '2026-12-31' }, []);
    await changeChart(side.log, { chartId: 6, companyId: 2 }, []);
    await side.caughtUp();
    const { rows } = await listCharts(side.pages, mine, { ...first, companies: 1 });
    expect(rows.map((row) => JSON.stringify(row))).toEqual([
      '{"id":5,"empresaId":1,"nome":"Plano 2026","vigenciaInicio":"2026-01-01","vigenciaFim":"2026-12-31",' +
        '"ativo":false,"versao":2}',
    ]);
    expect(await findChart(side.pages, theirs, 5)).toBeNull();
  });

  it('shows accounts once a version of the chart names the revisions they are in, and none before', async () => {
    await changeChart(side.log, { chartId: 5 }, [[account(1), account(2)], [account(3)]]);
    await append(side.log, 'chart-5', [
      event('ChartAccountsListed', new Uint8Array(Buffer.from(JSON.stringify({ accounts: [account(4)] })))),
    ]);
    await side.caughtUp();
    const ids = async (query: object = {}) =>
      (await listAccounts(side.pages, mine, { ...first, chartId: 5, ...query })).rows.map(({ id }) => id);
    expect(await ids()).toEqual([1, 2, 3]);

    // The part nobody named stays out; the next change names its own.
    const changed = account(2, {
      description: 'Caixa',
      kind: 'SYNTHETIC',
      requiresReconciliation: false,
      nature: 'MIXED',
    });
    await changeChart(side.log, { chartId: 5, version: 2 }, [[changed, account(9)]]);
    await side.caughtUp();
    expect(await ids()).toEqual([1, 2, 3, 9]);
    const page = await listAccounts(side.pages, mine, { ...first, chartId: 5, codigo: '1.1.2' });
    expect(JSON.stringify(page.rows)).toBe(
      '[{"id":2,"planoId":5,"empresaId":1,"codigo":"1.1.2","codigoReduzido":"2","descricao":"Caixa",' +
        '"tipo":"SYNTHETIC","natureza":"MIXED","classificacao":"1.1","departamento":"","setor":"",' +
        '"exigeConciliacao":false}]',
    );
    expect(page.pagination.total).toBe(1);
    expect(await ids({ companyId: 1 })).toHaveLength(4);
    expect(await ids({ companyId: 2 })).toEqual([]);
    expect((await listAccounts(side.pages, theirs, { ...first, chartId: 5 })).rows).toEqual([]);
    expect(await ids({ chartId: 77 })).toEqual([]);
  });
});

describe('Trial balances', () => {
  const list = (query: object = {}, scope = mine) =>
    listTrialBalances(side.pages, scope, { ...first, companies: null, ...query }, { companyName, personNames });

  it('shows every version with the contract’s fields in their order', async () => {
    await importVersion(side.log, { trialBalanceId: 11, lines: someLines(3) });
    await side.caughtUp();
    expect(JSON.stringify((await list()).rows)).toBe(
      `[{"id":11,"empresaId":1,"empresaNome":"Companhia 1 S.A.","competencia":"2026-02","versao":1,` +
        `"status":"IMPORTED","importadoEm":"${AT}","importadoPor":"ERP — integração","linhas":3,"convencao":"SINALIZADA"}]`,
    );
    expect((await list({}, theirs)).pagination.total).toBe(0);
    expect(await findTrialBalance(side.pages, theirs, 11)).toBeNull();
    expect(await findTrialBalance(side.pages, mine, 11)).toMatchObject({ id: 11, empresaId: 1, linhas: 3 });
  });

  it('shows the status by later events: imported, superseded, released, replaced', async () => {
    const steps: [() => Promise<unknown>, Record<number, string>][] = [
      [() => importVersion(side.log, { trialBalanceId: 1, lines: someLines(1) }), { 1: 'IMPORTED' }],
      [
        () => importVersion(side.log, { trialBalanceId: 2, version: 2, supersedes: 1, lines: someLines(2) }),
        { 1: 'SUPERSEDED', 2: 'IMPORTED' },
      ],
      [() => release(side.log, { trialBalanceId: 2, items: releasedItems() }), { 1: 'SUPERSEDED', 2: 'RELEASED' }],
      [
        () => importVersion(side.log, { trialBalanceId: 3, version: 3, supersedes: 2, lines: someLines(3) }),
        { 1: 'SUPERSEDED', 2: 'RELEASED', 3: 'IMPORTED' },
      ],
      [
        () => importVersion(side.log, { trialBalanceId: 4, version: 4, supersedes: 3, lines: someLines(3) }),
        { 1: 'SUPERSEDED', 2: 'RELEASED', 3: 'SUPERSEDED', 4: 'IMPORTED' },
      ],
      [
        () => release(side.log, { trialBalanceId: 4, replaces: 2, items: releasedItems() }),
        { 1: 'SUPERSEDED', 2: 'SUPERSEDED', 3: 'SUPERSEDED', 4: 'RELEASED' },
      ],
    ];
    for (const [happen, expected] of steps) {
      await happen();
      await side.caughtUp();
      const { rows } = await list();
      expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual(expected);
      for (const status of trialBalanceStatuses) {
        const found = await list({ status });
        expect(found.rows.map(({ id }) => id)).toEqual(
          rows.filter((r) => r.status === status).map(({ id }) => id),
        );
        expect(found.pagination.total).toBe(found.rows.length);
      }
    }
  });

  it('filters by company, by the companies that have the module, and by competence', async () => {
    const versions: [number, number, string][] = [
      [1, 1, '2026-01'],
      [2, 2, '2026-01'],
      [3, 3, '2026-02'],
      [4, 1, '2026-02'],
    ];
    for (const [trialBalanceId, companyId, competence] of versions)
      await importVersion(side.log, { trialBalanceId, companyId, competence, lines: someLines(1) });
    await side.caughtUp();
    const ids = async (query: object) => (await list(query)).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([1, 2, 3, 4]);
    expect(await ids({ companies: 1 })).toEqual([1, 4]);
    expect(await ids({ companies: [1, 3] })).toEqual([1, 3, 4]);
    expect(await ids({ companies: [] })).toEqual([]);
    expect(await ids({ period: '2026-01' })).toEqual([1, 2]);
    expect(await ids({ companies: 1, period: '2026-02' })).toEqual([4]);
    expect(await ids({ companies: [1, 3], period: '2026-02', status: 'IMPORTED' })).toEqual([3, 4]);
  });
});

describe('Reconciliations', () => {
  const now = new Date('2026-03-06T12:00:00.000Z');
  const list = async (query: object = {}, scope = mine) =>
    listReconciliations(
      side.pages,
      scope,
      { ...first, companies: null, ...query },
      { companyName, personNames, now, publicId: (id) => `uuid of ${id}` },
    );

  it('creates one per account at the release, assigned to the Supervisor', async () => {
    await release(side.log, { trialBalanceId: 11, items: releasedItems([101, 5, 123_456, true]) });
    await side.caughtUp();
    expect(JSON.stringify((await list()).rows)).toBe(
      '[{"id":101,"empresaId":1,"empresaNome":"Companhia 1 S.A.","competencia":"2026-02","contaId":5,' +
        '"contaCodigo":"1.1.5","contaDescricao":"Conta 5","status":"PENDING","responsavelNome":"",' +
        '"responsavelPapel":"Supervisor","prazo":"2026-03-07T02:59:59.999Z","slaStatus":"DUE_SOON",' +
        '"saldoContabil":1234.56,"saldoConciliado":0,"diferenca":1234.56,"ajustes":0,"reconciliationId":"uuid of 101","saldoContabilDevedor":1234.56,"variacao":null,"aprovacaoAutomatica":null}]',
    );
    expect((await list({}, theirs)).rows).toEqual([]);
  });

  it('updates only the numbers at a later release; a removed account has zero', async () => {
    await release(side.log, {
      trialBalanceId: 11,
      items: releasedItems([101, 5, 100, true], [102, 6, 7, true]),
    });
    await release(side.log, {
      trialBalanceId: 12,
      replaces: 11,
      items: releasedItems([101, 5, 0, false], [103, 7, -5, true]),
    });
    await side.caughtUp();
    const { rows } = await list();
    expect(rows.map(({ id, saldoContabil, diferenca, prazo }) => [id, saldoContabil, diferenca, prazo])).toEqual([
      [101, 0, 0, '2026-03-07T02:59:59.999Z'],
      [102, 0.07, 0.07, '2026-03-07T02:59:59.999Z'],
      [103, -0.05, -0.05, '2026-03-07T02:59:59.999Z'],
    ]);
  });

  it('filters by company, competence and status', async () => {
    await release(side.log, { trialBalanceId: 1, companyId: 1, items: releasedItems([1, 1, 1, true]) });
    await release(side.log, {
      trialBalanceId: 2,
      companyId: 2,
      competence: '2026-03',
      items: releasedItems([2, 2, 2, true]),
    });
    await side.caughtUp();
    const ids = async (query: object) => (await list(query)).rows.map(({ id }) => id);
    expect(await ids({ companies: 2 })).toEqual([2]);
    expect(await ids({ companies: [1] })).toEqual([1]);
    expect(await ids({ period: '2026-03' })).toEqual([2]);
    expect(await ids({ status: 'PENDING' })).toEqual([1, 2]);
    expect(await ids({ status: 'APPROVED' })).toEqual([]);
    expect(await ids({ slaStatus: 'DUE_SOON' })).toEqual([1, 2]);
    expect(await ids({ slaStatus: 'DUE_SOON', companies: 2 })).toEqual([2]);
    expect(await ids({ slaStatus: 'OVERDUE' })).toEqual([]);
    expect(await ids({ slaStatus: 'COMPLETED_ON_TIME' })).toEqual([]);
    expect(await ids({ owner: 'Sistema' })).toEqual([]);
    expect(await ids({ owner: { personIds: [] } })).toEqual([]);
    expect(await ids({ owner: { personIds: ['ana'] } })).toEqual([]);
  });
});

describe('Where the events of a company are', () => {
  const all = { companyId: 1, competence: null, kind: null, from: null, to: null, actors: null };
  const found = async (query: Partial<AuditQuery>, page = 1, limit = 100): Promise<readonly string[]> => {
    const { rows } = await listAuditTrail(side.pages, mine, { ...all, ...query }, { page, limit });
    return rows.map(({ fluxo, revisao, tipo }) => `${fluxo} ${revisao} ${tipo}`);
  };
  const books = (type: string, competence: string, at: string, companyId = 1) =>
    append(side.log, `books-${companyId}`, [
      event(
        type,
        { companyId, clientId: 1, competence, ...(type === 'CompetenceReopened' && { reason: 'x' }) },
        at,
      ),
    ]);

  it('is known newest first, by competence, kind, actor and days, by pages, for that company alone', async () => {
    await append(side.log, 'client-1', [
      event('ClientNamed', { clientId: 1, ref: 'acme', name: 'Acme' }, '2026-03-01T00:00:00.000Z'),
      event('CompanyRegistered', company(1), '2026-03-01T00:00:00.000Z'),
    ]);
    await books('CompetenceClosed', '2026-01', '2026-03-02T00:00:00.000Z');
    await books('CompetenceClosed', '2026-02', '2026-03-03T00:00:00.000Z');
    await books('CompetenceReopened', '2026-02', '2026-03-04T00:00:00.000Z');
    await books('CompetenceClosed', '2026-02', '2026-03-03T00:00:00.000Z', 2);
    const refusal = { companyId: 1, clientId: 1, competence: null, error: 'a', reasons: [], reasonCount: 0 };
    await append(side.log, 'refusals-1', [event('ImportRefused', refusal, '2026-03-05T00:00:00.000Z')]);
    await side.caughtUp();
    const registered = 'client-1 1 cadastro';
    const january = 'books-1 0 fechamento';
    const february = 'books-1 1 fechamento';
    const reopened = 'books-1 2 reabertura';
    const refused = 'refusals-1 0 recusa';
    expect(await found({})).toEqual([refused, reopened, february, january, registered]);
    expect(await found({}, 2, 2)).toEqual([february, january]);
    expect(await found({ competence: '2026-02' as Competence })).toEqual([reopened, february]);
    expect(await found({ kind: 'fechamento' })).toEqual([february, january]);
    expect(await found({ actors: ['key 7'] })).toHaveLength(5);
    expect(await found({ actors: ['key 8', 'person 7'] })).toEqual([]);
    const days = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-03T00:00:00.000Z' };
    expect(await found(days)).toEqual([february, january]);
    expect(await found({ ...days, kind: 'fechamento', competence: '2026-01' as Competence })).toEqual([january]);
    expect(await found({ companyId: 2 })).toEqual(['books-2 0 fechamento']);
    expect((await listAuditTrail(side.pages, theirs, all, first)).rows).toEqual([]);
  });
});
