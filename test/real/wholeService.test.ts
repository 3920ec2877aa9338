// The whole service on the stores whose addresses are set, each alone or together: what an ERP, an operator and a
// BI tool do, over two API processes and a projector of its own. May be run on the same stores again and again.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client, type Client } from '../support/client.js';
import { bodyOf, problemsIn, ask, type Entry } from '../support/history.js';
import type { Ledger } from '../support/ledger.js';
import { metric, ready } from '../support/scaledOut.js';
import { operatorProcess, operatorProcessJson } from '../support/operator.js';
import { removeDir, temporaryDir, type Service } from '../support/service.js';
import { until } from '../support/until.js';
import { isSet, openRealStores, VARIABLES, type RealStores } from './stores.js';

const given = VARIABLES.filter(isSet);
if (given.length > 0) describe(`the whole service on ${given.join(', ')}`, wholeService);
else describe('the whole service', () => it.skip(`needs one of ${VARIABLES.join(', ')}`, () => undefined));

type Verified = Readonly<{ ok: boolean; seals: number; problems: readonly string[] }>;

function wholeService(): void {
  let stores: RealStores;
  let [one, other, projector] = [] as unknown as [Service, Service, Service];
  let ledger: Ledger;
  let [erp, bi] = [] as unknown as [Client, Client];
  const history: Entry[] = [];
  const importMonth = (service: Service, period: string, variant = 0) =>
    ask(service.url, ledger, history, { company: 0, period, variant });
  const asOperator = <Result>(...args: string[]) => operatorProcessJson<Result>(stores.folder, args, stores.env);
  const books = (period: string) => ['--company', String(ledger.companyIds[0]), '--period', period];

  beforeAll(async () => {
    stores = await openRealStores();
    projector = await stores.start('projector');
    ledger = await stores.register(2);
    [one, other] = [await stores.start('api'), await stores.start('api')];
    [erp, bi] = [client(one.url, ledger.key), client(other.url, ledger.key)];
  });
  afterAll(() => stores.close());

  it('answers imports sent to either process, and shows each in the other', async () => {
    for (const [service, reader, variant, status] of [
      [one, bi, 0, 201],
      [other, erp, 0, 200],
      [other, erp, 1, 201],
    ] as const) {
      const { answer } = await importMonth(service, '2026-01', variant);
      expect(answer?.status).toBe(status);
      // A store under load may take longer than the two seconds a read waits for it.
      const path = `/api/v1/trial-balances/${answer?.trialBalanceId}/lines?limit=100`;
      await until(async () => (await reader.get(path)).status === 200, 'the lines');
      expect((await reader.get(path)).body.data).toHaveLength(ledger.accounts.length);
    }
    const versions = await erp.all('/api/v1/trial-balances?period=2026-01');
    expect(versions.map(({ versao, status }) => [versao, status])).toEqual([
      [1, 'SUPERSEDED'],
      [2, 'IMPORTED'],
    ]);
  });

  it('stores one of many identical concurrent imports', async () => {
    const answers = await Promise.all(
      [one, other, one, other, one, other].map((service) => importMonth(service, '2026-02')),
    );
    expect(answers.map(({ answer }) => answer?.status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  });

  it('accepts the same month from a file, and refuses lines that do not balance', async () => {
    const { lineItems } = bodyOf(ledger, { company: 1, period: '2026-01', variant: 0 });
    const rows = lineItems.map((item) =>
      [item.accountCode, item.previousBalance, item.debit, item.credit, item.finalBalance]
        .map((cell) => (typeof cell === 'number' ? cell.toFixed(2).replace('.', ',') : cell))
        .join(';'),
    );
    const send = async (lines: readonly string[]) => {
      const form = new FormData();
      const text = ['conta;saldo anterior;débito;crédito;saldo atual', ...lines].join('\n');
      form.set('file', new Blob([text]), 'balancete.csv');
      for (const [name, value] of Object.entries({
        companyId: String(ledger.companyIds[1]),
        period: '2026-01',
        chartName: 'Plano Geral',
      }))
        form.set(name, value);
      const headers = { authorization: `Bearer ${ledger.key}` };
      return fetch(`${one.url}/api/v1/trial-balances/arquivo`, { method: 'POST', headers, body: form });
    };
    expect((await send(rows)).status).toBe(201);
    const same = await ask(other.url, ledger, history, { company: 1, period: '2026-01', variant: 0 });
    expect(same.answer?.status).toBe(200);
    const wrong = await send(rows.map((row, at) => (at === 3 ? row.replace(/;[^;]*$/, ';12345678,90') : row)));
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([400, 'IMPORTACAO_RECUSADA']);
  });

  it('releases, closes, refuses and reopens, over all processes', async () => {
    const released = await asOperator<{ reconciliations: number }>('release', ...books('2026-01'));
    expect(released.reconciliations).toBe(ledger.accounts.length);
    expect(await bi.all('/api/v1/reconciliations?period=2026-01')).toHaveLength(ledger.accounts.length);
    await asOperator('close', ...books('2026-01'), '--yes');
    for (const service of [one, other])
      expect((await importMonth(service, '2026-01', 2)).answer?.status).toBe(409);
    await asOperator('reopen', ...books('2026-01'), '--reason', 'Nota em atraso');
    expect((await importMonth(other, '2026-01', 3)).answer?.status).toBe(201);
    const query = '{ balancetes(period: "2026-01", limit: 5) { data { versao status } pagination { total } } }';
    const { body } = await erp.post('/api/v1/graphql', { query });
    expect(body.data).toMatchObject({ balancetes: { pagination: { total: 4 } } });
    const happened = await asOperator<{ type: string }[]>('history', ...books('2026-01'));
    expect(happened.map(({ type }) => type)).toEqual(
      expect.arrayContaining([
        'TrialBalanceVersioned',
        'TrialBalanceReleased',
        'CompetenceClosed',
        'CompetenceReopened',
      ]),
    );
  });

  it('shows what changed since a time, and nothing else, in either process', async () => {
    const path = '/api/v1/trial-balances';
    const since = (await erp.get(path)).headers.get('x-updated-until') ?? '';
    const changed = async (reader: Client) =>
      (await reader.all(`${path}?updatedSince=${since}`)).map(({ competencia, versao }) => [competencia, versao]);
    expect(await changed(erp)).toEqual([]);
    expect((await importMonth(one, '2026-02', 4)).answer?.status).toBe(201);
    const both = [
      ['2026-02', 1],
      ['2026-02', 2],
    ];
    for (const reader of [erp, bi]) await until(async () => (await changed(reader)).length > 0, 'the change');
    expect([await changed(erp), await changed(bi)]).toEqual([both, both]);
  });

  it('refuses a revoked key in every process', async () => {
    const issued = ['keys', 'issue', '--client', ledger.ref, '--name', 'curta', '--scopes', 'companies:read'];
    const { id, secret } = await asOperator<{ id: number; secret: string }>(...issued);
    const status = async ({ url }: Service) => (await client(url, secret).get('/api/v1/companies')).status;
    expect(await Promise.all([one, other].map(status))).toEqual([200, 200]);
    await asOperator('keys', 'revoke', String(id));
    expect(await Promise.all([one, other].map(status))).toEqual([401, 401]);
  });

  it('limits a key over all processes that share the counters', async () => {
    const limited = [await stores.start('api', { RATE_LIMIT_PER_MINUTE: '10' })];
    limited.push(await stores.start('api', { RATE_LIMIT_PER_MINUTE: '10' }));
    // The connection to a store of counters is made meanwhile; what is counted before it is there would count
    // apart.
    await until(async () => {
      const before = await Promise.all(limited.map((service) => metric(service, 'rate_limit_fallback')));
      for (const { url } of limited) await client(url, ledger.key).get('/api/v1/chart-of-accounts?companyId=1');
      const after = await Promise.all(limited.map((service) => metric(service, 'rate_limit_fallback')));
      return String(before) === String(after);
    });
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        const service = limited[at % 2] as Service;
        return (await client(service.url, ledger.key).get('/api/v1/companies')).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(isSet('REDIS_URL') ? 10 : 20);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    for (const service of limited) expect(await service.stop()).toBe(0);
  });

  it('goes on when the projector is killed and another is started', async () => {
    await projector.kill();
    expect((await importMonth(one, '2026-03')).answer?.status).toBe(201);
    projector = await stores.start('projector');
    await until(async () => (await problemsIn(other.url, ledger, history)).length === 0, 'the views');
  });

  it('rebuilds beside the live read models, and everything is as before', async () => {
    const lists = ['/api/v1/companies', '/api/v1/trial-balances', '/api/v1/reconciliations'];
    const read = () => Promise.all(lists.map((path) => bi.all(path)));
    const before = await read();
    expect(await asOperator('rebuild')).toMatchObject({ ok: true });
    expect(await read()).toEqual(before);
  });

  it('keeps the log complete', async () => {
    await asOperator('checkpoint', join(stores.folder, 'checkpoint.txt'));
    const { status, stdout } = await operatorProcess(stores.folder, ['verify', '--json'], stores.env);
    const verified = JSON.parse(stdout) as Verified;
    // Another suite may have left streams of its own in a store that is shared.
    const own = verified.problems.filter(
      (problem) => !/^O stream \S*contract-.* não é de nenhum tipo/.test(problem),
    );
    expect(own).toEqual([]);
    expect(verified.seals).toBeGreaterThan(0);
    expect([0, 1]).toContain(status);
    expect(await problemsIn(one.url, ledger, history)).toEqual([]);
  });

  (isSet('EVENTSTORE_URL') ? it : it.skip)('is no place to copy another log to', async () => {
    const foreign = await temporaryDir();
    try {
      await operatorProcessJson(foreign, ['apply', join(process.cwd(), 'fixtures/registers.json')]);
      const copied = await operatorProcess(foreign, ['copy-events', '--to', stores.env['EVENTSTORE_URL'] ?? '']);
      expect(copied).toMatchObject({ status: 1, stdout: '' });
      expect(copied.stderr).toContain('O destino guarda outro log');
    } finally {
      await removeDir(foreign);
    }
  });

  it('starts again on the existing data', async () => {
    for (const service of [one, other, projector]) expect(await service.stop()).toBe(0);
    const whole = await stores.start('api,projector,webhooks');
    await ready(whole);
    expect(await problemsIn(whole.url, ledger, history)).toEqual([]);
    expect(await whole.stop()).toBe(0);
  });
}
