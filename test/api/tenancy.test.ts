// Nobody sees anything of another client, or beyond the limits of their key: not a row, not a count, not a difference
// between "not yours" and "not there". Source: docs/spec/keys.md#limits.
import { describe, expect, it } from '#jest';
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
import { commandLine, operator, operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { expectClean, sameness } from './support/clean.js';
import { askGraphql } from './support/graphql.js';
import { ask, type RawAnswer } from './support/http.js';
import { CNPJS, imported, startReleasedWorld } from './support/world.js';

const NOBODY = 999_999;

const world = await startReleasedWorld();
const { ofOther } = world.keys;
await imported(world.service.url, world.keys.beta, world.month('beta', '2026-06'));
const otherBalance = await imported(world.service.url, ofOther, world.month('acmeAlphanumeric', '2026-06'));

const get = (key: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
  ask(world.service.url, { path, headers: { 'X-API-Key': key, ...headers } });
const post = (key: string, body: object, path = '/api/v1/trial-balances', headers = {}): Promise<RawAnswer> =>
  ask(world.service.url, {
    method: 'POST',
    path,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('two clients', () => {
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

describe('a limited key', () => {
  const rowsOf = async (key: string, path: string) =>
    (JSON.parse((await get(key, path)).text) as { data: readonly { id: number; empresaId: number }[] }).data;

  it('of a company lists its rows alone', async () => {
    const own = world.companyIds.acmeAlphanumeric;
    expect((await rowsOf(ofOther, '/api/v1/companies')).map(({ id }) => id)).toEqual([own]);
    expect((await rowsOf(ofOther, '/api/v1/trial-balances')).map(({ id }) => id)).toEqual([otherBalance]);
    expect(await rowsOf(ofOther, '/api/v1/reconciliations')).toEqual([]);
    expect(await rowsOf(ofOther, `/api/v1/chart-of-accounts?companyId=${own}`)).not.toEqual([]);
    const body = { query: '{ empresas { data { id } } balancetes { data { id } } }' };
    const answer = await askGraphql({ ...world, keys: { ...world.keys, full: ofOther } }, body);
    expect(JSON.parse(answer.text)).toEqual({
      data: { empresas: { data: [{ id: own }] }, balancetes: { data: [{ id: otherBalance }] } },
    });
  });

  it('of a company answers for every other one as for another client’s', async () => {
    const { companyIds, chartIds, trialBalanceIds, keys } = world;
    const [reconciliation] = await rowsOf(keys.full, '/api/v1/reconciliations');
    const [account] = await rowsOf(keys.full, `/api/v1/chart-of-accounts/${chartIds.acme}/accounts`);
    const pairs = [
      [`/api/v1/companies/${companyIds.acme}`, `/api/v1/companies/${companyIds.beta}`],
      [`/api/v1/trial-balances/${trialBalanceIds.acme}`, `/api/v1/trial-balances/${trialBalanceIds.beta}`],
      [
        `/api/v1/trial-balances/${trialBalanceIds.acme}/lines`,
        `/api/v1/trial-balances/${trialBalanceIds.beta}/lines`,
      ],
      [`/api/v1/chart-of-accounts/${chartIds.acme}`, `/api/v1/chart-of-accounts/${chartIds.beta}`],
      [
        `/api/v1/chart-of-accounts/${chartIds.acme}/accounts`,
        `/api/v1/chart-of-accounts/${chartIds.beta}/accounts`,
      ],
      [`/api/v1/reconciliations/${reconciliation?.id}`, '/api/v1/reconciliations/999999'],
      [`/api/v1/reconciliations/${reconciliation?.id}/items`, '/api/v1/reconciliations/999999/items'],
      [`/api/v1/accounts/${account?.id}/balances`, '/api/v1/accounts/999999/balances'],
      ...[
        'open-items?',
        'schedules?',
        'closing-checklist?period=2026-05&',
        'intercompany-balances?period=2026-05&',
      ].map((list) => [
        `/api/v1/${list}companyId=${companyIds.acme}`,
        `/api/v1/${list}companyId=${companyIds.beta}`,
      ]),
      [
        `/api/v1/trial-balances?companyId=${companyIds.acme}`,
        `/api/v1/trial-balances?companyId=${companyIds.beta}`,
      ],
      [`/api/v1/chart-of-accounts?cnpj=${CNPJS.acme}`, `/api/v1/chart-of-accounts?cnpj=${CNPJS.beta}`],
      [`/api/v1/reconciliations?cnpj=${CNPJS.acme}`, `/api/v1/reconciliations?cnpj=${CNPJS.beta}`],
    ] as const;
    const shown = (text: string) => text.replace(/(CNPJ|companyId) [0-9A-Z]+/, '$1 ?');
    for (const [others, foreign] of pairs) {
      const one = await get(ofOther, others);
      const other = await get(ofOther, foreign);
      expect([others, one.status]).toEqual([others, 404]);
      expect({ ...sameness(one), text: shown(one.text) }).toEqual({ ...sameness(other), text: shown(other.text) });
      expect((await get(keys.full, others)).status).toBe(200);
    }
  });

  it('of a company does not see the id of its parent company', async () => {
    const { companyIds, keys, service } = world;
    const path = `/api/v1/companies/${companyIds.acmeAlphanumeric}`;
    const company = {
      cnpj: CNPJS.acmeAlphanumeric,
      razaoSocial: 'Filial',
      nomeFantasia: 'Filial',
      regimeTributario: 'REAL_PROFIT',
      status: 'ACTIVE',
      modules: ['RECONCILIATION'],
      controladoraCnpj: CNPJS.acme,
    };
    await commandLine(service.dataDir).apply({ ref: 'acme', name: 'Acme', companies: [company] });
    const parentOf = async (key: string) => {
      const { data } = JSON.parse((await get(key, path)).text) as {
        data: { empresaControladoraId: number | null };
      };
      const rows = (await rowsOf(key, '/api/v1/companies')) as unknown as readonly (typeof data & {
        id: number;
      })[];
      const listed = rows.find(({ id }) => id === companyIds.acmeAlphanumeric);
      expect(listed).toEqual(data);
      return data.empresaControladoraId;
    };
    expect(await parentOf(keys.full)).toBe(companyIds.acme);
    expect(await parentOf(ofOther)).toBeNull();
  });

  it('of a company imports for no other, not even what another key imported before', async () => {
    const send = (key: string) => post(key, world.month('acme', '2026-05'));
    expect((await send(world.keys.full)).status).toBe(200);
    expect((await send(ofOther)).status).toBe(404);
  });

  it('of a company sees no webhook of the client, whose events are about all companies', async () => {
    const register = (key: string, type: string) =>
      post(key, { url: 'https://erp.example.com/', events: [type] }, '/v1/webhooks', {
        'Idempotency-Key': crypto.randomUUID(),
      });
    for (const type of ['import.completed', 'webhook.delivered']) {
      const { status, text } = await register(ofOther, type);
      expect([status, JSON.parse(text)]).toEqual([
        403,
        {
          success: false,
          error:
            'A chave é limitada a empresas e não registra webhooks, que recebem eventos de todas as empresas do cliente',
          code: 'ESCOPO_INSUFICIENTE',
        },
      ]);
    }
    expect((await register(world.keys.full, 'webhook.delivered')).status).toBe(201);
    expect(await rowsOf(ofOther, '/v1/webhooks')).toEqual([]);
    expect(await rowsOf(ofOther, '/v1/events')).toEqual([]);
  });

  it('of other networks is as unknown', async () => {
    const { far, near } = world.keys;
    expect((await get(far, '/api/v1/companies')).text).toBe((await get('x', '/api/v1/companies')).text);
    expect((await get(near, '/api/v1/companies')).status).toBe(200);
  });

  it('is listed with its limits, and issued with none that make no sense', async () => {
    const issued = ['keys', 'issue', '--client', 'acme', '--name', 'x', '--scopes', 'companies:read'];
    const { id } = await operatorJson<{ id: number }>(world.service.dataDir, [
      ...issued,
      '--companies',
      CNPJS.acme,
      '--networks',
      '10.0.0.1',
      '--expires',
      '2099-12-31',
    ]);
    const keys = await operatorJson<readonly { id: number }[]>(world.service.dataDir, ['keys', 'list']);
    expect(keys.find((key) => key.id === id)).toMatchObject({
      expiresAt: '2100-01-01T02:59:59.999Z',
      companies: [CNPJS.acme],
      networks: ['10.0.0.1/32'],
    });
    const statuses = await Promise.all(
      [
        ['--companies', CNPJS.beta],
        ['--expires', '2020-01-01'],
        ['--companies', '123'],
        ['--networks', '10.0.0.0/33'],
        ['--expires', 'amanhã'],
      ].map(async (limits) => (await operator(world.service.dataDir, [...issued, ...limits])).status),
    );
    expect(statuses).toEqual([1, 1, 2, 2, 2]);
  });

  it('is rotated where it ends with the last year there is, which --to takes whole too', async () => {
    const cli = commandLine(world.service.dataDir);
    const issued = ['keys', 'issue', '--client', 'acme', '--name', 'x', '--scopes', 'companies:read'];
    const { id } = await cli.json<{ id: number }>(...issued, '--expires', '9999-12-31');
    expect(await cli.json('keys', 'rotate', String(id), '--overlap', '1h')).toMatchObject({ oldId: id });
    const history = ['history', '--company', String(world.companyIds.acme)];
    expect(await cli.json(...history, '--to', '9999-12-31')).toEqual(await cli.json(...history));
  });

  it('leaves the trace of its caller in the log lines of the request, where it is one', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const given of [traceparent, '00-nenhum", "a":"b']) {
      const answer = await get(world.keys.full, '/api/v1/companies', { traceparent: given });
      const requestId = answer.headers.get('x-request-id');
      const line = () =>
        world.service.lines.find((one) => (one as { requestId?: string }).requestId === requestId) as
          { traceparent?: string } | undefined;
      await until(async () => line() !== undefined, 'the line');
      expect(line()?.traceparent).toBe(given === traceparent ? traceparent : undefined);
    }
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
