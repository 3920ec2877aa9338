// Nobody sees anything of another client: not a row, not a count, not a difference between "not yours" and "not
// there".
import { beforeAll, describe, expect, it } from '#jest';
import fc from 'fast-check';
import { routesOf } from '../../src/api/app.js';
import type { ApiDependencies } from '../../src/api/dependencies.js';
import { pageOf } from '../../src/api/rest/contract/pages.js';
import { accountBalanceRow } from '../../src/projections/views/trialBalances/accountSeries.js';
import { accountRow } from '../../src/projections/views/accounts.js';
import { chartRow } from '../../src/projections/views/charts.js';
import { companyRow } from '../../src/projections/views/companies.js';
import { reconciliationRow } from '../../src/projections/views/reconciliations/reconciliationRows.js';
import { trialBalanceLineRow } from '../../src/projections/views/trialBalances/trialBalanceLines.js';
import { trialBalanceRow } from '../../src/projections/views/trialBalances/trialBalances.js';
import { operatorJson } from '../support/operator.js';
import { expectClean, sameness } from './support/clean.js';
import { ask, type RawAnswer } from './support/http.js';
import { CNPJS, imported, startWorld, type World } from './support/world.js';

const NOBODY = 999_999;

describe('two clients', () => {
  let world: World;
  const get = (key: string, path: string): Promise<RawAnswer> =>
    ask(world.service.url, { path, headers: { 'X-API-Key': key } });
  const post = (key: string, body: object): Promise<RawAnswer> =>
    ask(world.service.url, {
      method: 'POST',
      path: '/api/v1/trial-balances',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(async () => {
    world = await startWorld();
    const { service, keys, companyIds, month } = world;
    await imported(service.url, keys.beta, month('beta', '2026-06'));
    await imported(service.url, keys.full, month('acmeAlphanumeric', '2026-06'));
    for (const name of ['acme', 'beta'] as const)
      await operatorJson(service.dataDir, [
        'release',
        '--company',
        String(companyIds[name]),
        '--period',
        '2026-05',
      ]);
  });

  it('cannot tell an id of the other from one that does not exist', async () => {
    const { trialBalanceIds, chartIds, accountIds, keys } = world;
    const pairs = [
      [`/api/v1/trial-balances/${trialBalanceIds.beta}/lines`, `/api/v1/trial-balances/${NOBODY}/lines`],
      [`/api/v1/chart-of-accounts/${chartIds.beta}/accounts`, `/api/v1/chart-of-accounts/${NOBODY}/accounts`],
      [`/api/v1/accounts/${accountIds.beta}/balances`, `/api/v1/accounts/${NOBODY}/balances`],
    ] as const;
    for (const [foreign, missing] of pairs) {
      const one = await get(keys.full, foreign);
      const other = await get(keys.full, missing);
      expect(one.status).toBe(404);
      expect(sameness(one)).toEqual(sameness(other));
      expect((await get(keys.beta, foreign)).status).toBe(200);
    }
  });

  it('cannot filter by a company of the other, by either identifier', async () => {
    const { companyIds, chartIds, keys } = world;
    const own = (answer: RawAnswer, asked: string | number) => answer.text.replace(String(asked), '?');
    for (const path of [
      '/api/v1/trial-balances?',
      '/api/v1/reconciliations?',
      `/api/v1/chart-of-accounts/${chartIds.acme}/accounts?`,
      '/api/v1/chart-of-accounts?',
    ]) {
      const foreign = await get(keys.full, `${path}companyId=${companyIds.beta}`);
      const missing = await get(keys.full, `${path}companyId=${NOBODY}`);
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(own(foreign, companyIds.beta)).toBe(own(missing, NOBODY));
      const byCnpj = await get(keys.full, `${path}companyId=${companyIds.acme}&cnpj=${CNPJS.beta}`);
      expect(byCnpj.status).toBe(400);
    }
    const answer = await get(keys.full, `/api/v1/trial-balances?cnpj=${CNPJS.beta}`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ error: `Empresa não encontrada para o CNPJ ${CNPJS.beta}` });
  });

  it('cannot import for a company of the other', async () => {
    const { keys, companyIds, month } = world;
    const body = { ...month('beta', '2026-07'), cnpj: undefined };
    expect((await post(keys.full, { ...body, companyId: companyIds.beta })).status).toBe(404);
    expect((await post(keys.full, { ...body, cnpj: CNPJS.beta })).status).toBe(404);
    const mixed = await post(keys.full, { ...body, companyId: companyIds.acme, cnpj: CNPJS.beta });
    expect(mixed.status).toBe(400);
    expect(mixed.text).toContain('não pertence à empresa informada em companyId');
    const { data } = JSON.parse((await get(keys.beta, '/api/v1/trial-balances?period=2026-07')).text) as {
      data: [];
    };
    expect(data).toEqual([]);
  });

  it('each count and list their own rows alone, in the shape of the contract', async () => {
    const { keys, chartIds, accountIds, companyIds, trialBalanceIds, accounts } = world;
    const lists = [
      ['/api/v1/companies', companyRow, 4],
      [`/api/v1/chart-of-accounts?companyId=${companyIds.acme}`, chartRow, 1],
      [`/api/v1/chart-of-accounts?cnpj=${CNPJS.acme}`, chartRow, 1],
      [`/api/v1/chart-of-accounts/${chartIds.acme}/accounts`, accountRow, accounts.length + 5],
      [`/api/v1/accounts/${accountIds.acme}/balances`, accountBalanceRow, 1],
      ['/api/v1/trial-balances', trialBalanceRow, 2],
      [`/api/v1/trial-balances/${trialBalanceIds.acme}/lines`, trialBalanceLineRow, accounts.length],
      ['/api/v1/reconciliations', reconciliationRow, accounts.length],
    ] as const;
    for (const [path, row, total] of lists) {
      const answer = await get(keys.full, path);
      expectClean(answer);
      const page = pageOf(row).parse(JSON.parse(answer.text));
      expect([path, page.pagination]).toEqual([path, { page: 1, limit: 50, total, pages: 1 }]);
      expect(page.data).toHaveLength(total);
      // strictObject keeps the order of its own shape, so compare with what was sent.
      const [sent] = (JSON.parse(answer.text) as { data: object[] }).data;
      expect(Object.keys(sent ?? {})).toEqual(Object.keys(row.shape));
    }
  });

  it('never get a row of each other, whatever they ask for', async () => {
    const { keys, companyIds } = world;
    const ids = Object.values(companyIds);
    const ofBeta = new Set([companyIds.beta]);
    const ofAcme = new Set(ids.filter((id) => id !== companyIds.beta));
    const someId = fc.integer({ min: 0, max: 200 });
    const path = fc.oneof(
      fc.constantFrom('/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'),
      someId.map((id) => `/api/v1/trial-balances/${id}/lines`),
      someId.map((id) => `/api/v1/chart-of-accounts/${id}/accounts`),
      fc.constantFrom(...ids).map((id) => `/api/v1/chart-of-accounts?companyId=${id}`),
    );
    const filter = fc.oneof(
      fc.constant(''),
      fc.constantFrom(...ids).map((id) => `companyId=${id}`),
      fc.constantFrom(...Object.values(CNPJS)).map((cnpj) => `cnpj=${cnpj}`),
      fc.constantFrom('2026-05', '2026-06').map((period) => `period=${period}`),
    );
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(path, filter, fc.boolean(), async (base, more, isBeta) => {
        const answer = await get(
          isBeta ? keys.beta : keys.full,
          `${base}${base.includes('?') ? '&' : '?'}${more}&limit=100`,
        );
        expectClean(answer);
        const { data = [] } = JSON.parse(answer.text) as { data?: readonly { empresaId?: number; id: number }[] };
        const allowed = isBeta ? ofBeta : ofAcme;
        for (const row of data) expect(allowed).toContain(row.empresaId ?? row.id);
        rows += data.length;
      }),
      { numRuns: 150 },
    );
    expect(rows).toBeGreaterThan(0);
  });

  it('find the other’s name in no answer and no log line', async () => {
    const { keys, companyIds } = world;
    const answers = await Promise.all(
      [
        '/api/v1/companies',
        '/api/v1/trial-balances',
        `/api/v1/trial-balances?companyId=${companyIds.beta}`,
        `/api/v1/trial-balances?cnpj=${CNPJS.beta}`,
        `/api/v1/trial-balances/${world.trialBalanceIds.beta}/lines`,
      ].map((path) => get(keys.full, path)),
    );
    for (const { text } of answers) expect(text).not.toMatch(/Razão de beta|ERP beta/i);
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
    const lines = world.service.lines.filter((line) => ids.has((line as { requestId?: string }).requestId ?? ''));
    expect(JSON.stringify(lines)).not.toMatch(/beta/i);
  });
});

describe('the routes behind a key', () => {
  it('are those of the contract, each with its scope', () => {
    const routes = routesOf({} as ApiDependencies).map(({ method, path, scope }) => `${method} ${path} ${scope}`);
    expect(routes.sort()).toEqual([
      'DELETE /v1/webhooks/{id} null',
      'GET /api/v1/accounts/{id}/balances trial_balances:read',
      'GET /api/v1/chart-of-accounts chart_of_accounts:read',
      'GET /api/v1/chart-of-accounts/{id} chart_of_accounts:read',
      'GET /api/v1/chart-of-accounts/{id}/accounts chart_of_accounts:read',
      'GET /api/v1/closing-checklist reconciliations:read',
      'GET /api/v1/companies companies:read',
      'GET /api/v1/companies/{id} companies:read',
      'GET /api/v1/intercompany-balances trial_balances:read',
      'GET /api/v1/open-items reconciliations:read',
      'GET /api/v1/reconciliations reconciliations:read',
      'GET /api/v1/reconciliations/{id} reconciliations:read',
      'GET /api/v1/reconciliations/{id}/items reconciliations:read',
      'GET /api/v1/schedules reconciliations:read',
      'GET /api/v1/trial-balances trial_balances:read',
      'GET /api/v1/trial-balances/{id} trial_balances:read',
      'GET /api/v1/trial-balances/{id}/lines trial_balances:read',
      'GET /v1/events null',
      'GET /v1/events/{deliveryId} null',
      'GET /v1/webhooks null',
      'GET /v1/webhooks/{id} null',
      'PATCH /v1/webhooks/{id} null',
      'POST /api/v1/graphql analytics:read',
      'POST /api/v1/reconciliations/{id}/arquivos reconciliations:read',
      'POST /api/v1/trial-balances trial_balances:write',
      'POST /api/v1/trial-balances/arquivo trial_balances:write',
      'POST /v1/events/{deliveryId}/redeliver null',
      'POST /v1/webhooks null',
      'POST /v1/webhooks/{id}/replay null',
      'POST /v1/webhooks/{id}/rotate-secret null',
      'POST /v1/webhooks/{id}/test null',
    ]);
  });
});
