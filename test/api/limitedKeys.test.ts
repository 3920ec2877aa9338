// Keys with an end, of some companies or of some networks, and the trace of a caller in the log
// (docs/spec/keys.md#limits).
import { describe, expect, it } from '#jest';
import { commandLine, operator, operatorJson } from '../support/operator.js';
import { until } from '../support/until.js';
import { sameness } from './support/clean.js';
import { askGraphql } from './support/graphql.js';
import { ask } from './support/http.js';
import { CNPJS, imported, startReleasedWorld } from './support/world.js';

const world = await startReleasedWorld();
const { ofOther } = world.keys;
const otherBalance: number = await imported(
  world.service.url,
  ofOther,
  world.month('acmeAlphanumeric', '2026-06'),
);

describe('a limited key', () => {
  const get = (key: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(world.service.url, { path, headers: { 'X-API-Key': key, ...headers } });
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
    const send = (key: string) =>
      ask(world.service.url, {
        method: 'POST',
        path: '/api/v1/trial-balances',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(world.month('acme', '2026-05')),
      });
    expect((await send(world.keys.full)).status).toBe(200);
    expect((await send(ofOther)).status).toBe(404);
  });

  it('of a company sees no webhook of the client, whose events are about all companies', async () => {
    const register = (key: string, type: string) =>
      ask(world.service.url, {
        method: 'POST',
        path: '/v1/webhooks',
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(),
        },
        body: JSON.stringify({ url: 'https://erp.example.com/', events: [type] }),
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
