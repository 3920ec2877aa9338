// The client for integrators on the running service: typed by the released contract.
import { describe, expect, it } from '#jest';
import {
  ApiError,
  createServiceClient,
  receivedEvent,
  type ClientOptions,
  type Row,
  type Wait,
} from '../../../clients/typescript/serviceClient.js';
import { startWorld } from '../../api/support/world.js';
import { until } from '../../support/until.js';
import { startReceiver } from '../../webhooks/support/receiver.js';

const world = await startWorld({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
const receiver = await startReceiver();
const clientOf = (options: Partial<ClientOptions>) =>
  createServiceClient({ address: world.service.url, key: world.keys.full, ...options });
const service = clientOf({});

describe('an integrator with the client', () => {
  const month = (period: string, variant = 0) =>
    world.month('acme', period, variant) as Row<'ImportacaoDeBalancete'>;

  it('reads every row of a list, by row, by page and at once', async () => {
    const id = world.trialBalanceIds.acme;
    const codes: string[] = [];
    for await (const line of service.lines(id)) codes.push(line.contaCodigo);
    expect(codes).toHaveLength(world.accounts.length);
    expect((await service.lines(id).toArray()).map(({ contaCodigo }) => contaCodigo)).toEqual(codes);
    const third = await service.lines(id, { order: 'asc' }).page(3, 5);
    expect(third.pagination).toEqual({ page: 3, limit: 5, total: codes.length, pages: 3 });
    expect(third.data.map(({ contaCodigo }) => contaCodigo)).toEqual(codes.slice(10));
    expect(await service.trialBalance(id)).toMatchObject({ id, competencia: '2026-05' });
  });

  it('reads the lists of closing', async () => {
    const period = '2026-05';
    const points = await service.closingChecklist({ period }).toArray();
    expect(points.map(({ competencia }) => competencia)).toContain(period);
    const lists = [service.openItems({ period }), service.schedules(), service.intercompanyBalances({ period })];
    for (const list of lists) expect((await list.page(1)).pagination).toMatchObject({ page: 1, total: 0 });
    await expect(service.items(999_999).toArray()).rejects.toMatchObject({ status: 404 });
  });

  it('sends what it imported, and a stopped iteration asks for no further page', async () => {
    const paths: string[] = [];
    const counting = clientOf({ fetch: (url, init) => (paths.push(url), fetch(url, init)) });
    for await (const company of counting.companies()) if (company.id > 0) break;
    expect(paths).toHaveLength(1);
    const first = await service.importTrialBalance(month('2026-06'));
    const again = await service.importTrialBalance(month('2026-06'));
    expect([first.reenvio, again.reenvio, again.trialBalanceId]).toEqual([false, true, first.trialBalanceId]);
    const rows = await service.trialBalances({ period: '2026-06', current: true }).toArray();
    expect(rows.map(({ id }) => id)).toEqual([first.trialBalanceId]);
  });

  it('reads only what changed since the last reading', async () => {
    const all = service.trialBalances();
    await all.toArray();
    const updatedSince = all.updatedUntil() ?? undefined;
    const { trialBalanceId } = await service.importTrialBalance(month('2026-07'));
    const changed = await service.trialBalances({ updatedSince }).toArray();
    expect(changed.map(({ id }) => id)).toContain(trialBalanceId);
    expect(changed.map(({ id }) => id)).not.toContain(world.trialBalanceIds.acme);
  });

  it('imports a file, and checks one without storing it', async () => {
    const lines = month('2026-08', 1).lineItems.map((item) =>
      [item.accountCode, item.previousBalance, item.debit, item.credit, item.finalBalance].join(';'),
    );
    const file = Buffer.from(['Conta;Saldo Anterior;Débito;Crédito;Saldo Final', ...lines].join('\n'));
    const asked = { file, fileName: 'balancete.csv', companyId: world.companyIds.acme, period: '2026-08' };
    const chartName = month('2026-08').chartName;
    const checked = await service.importFile({ ...asked, chartName }, { validateOnly: true });
    expect(checked).toMatchObject({ trialBalanceId: null, importadas: lines.length });
    const stored = await service.importFile({ ...asked, chartName, file: new Blob([file]) });
    expect(stored.trialBalanceId).toEqual(expect.any(Number));
    await expect(service.importFile({ ...asked, file: Buffer.from('nada') })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      code: 'IMPORTACAO_RECUSADA',
    });
  });

  it('gets a refusal as an error with its code, its lines and the id for support', async () => {
    const { lineItems, ...rest } = month('2026-09');
    const wrong = lineItems.map((item, index) => (index === 1 ? { ...item, debit: item.debit + 1 } : item));
    const error = await service.importTrialBalance({ ...rest, lineItems: wrong }).catch((e: unknown) => e);
    if (!(error instanceof ApiError)) throw new Error('not refused');
    expect([error.status, error.code]).toEqual([400, 'IMPORTACAO_RECUSADA']);
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(error.lineErrors).toEqual([expect.objectContaining({ linha: 2, contaCodigo: wrong[1]?.accountCode })]);
    const stranger = clientOf({ key: 'service_test_none' });
    await expect(stranger.companies().toArray()).rejects.toThrow('Chave de API inválida');
    await expect(service.graphql({ query: '{ empresas { nada } }' })).rejects.toMatchObject({
      status: 400,
      code: 'CONSULTA_INVALIDA',
    });
  });

  it('takes for an answer neither a page of something in between nor another path', async () => {
    const page = (status: number) => clientOf({ fetch: async () => new Response('<h1>proxy</h1>', { status }) });
    await expect(page(200).companies().toArray()).rejects.toMatchObject({ status: 200, body: '<h1>proxy</h1>' });
    await expect(page(502).company(1)).rejects.toThrow('A resposta foi HTTP 502, que não é da API');
    await expect(page(301).company(1)).rejects.toMatchObject({ name: 'ApiError', status: 301 });
    const elsewhere = '../companies' as unknown as number;
    await expect(service.trialBalance(elsewhere)).rejects.toMatchObject({ status: 400 });
  });

  it('asks in GraphQL, and gets an error where a part failed', async () => {
    const { empresas } = await service.graphql<{ empresas: { data: { id: number }[] } }>({
      query: 'query ($limit: Int) { empresas(limit: $limit) { data { id } } }',
      variables: { limit: 1 },
    });
    expect(empresas.data).toHaveLength(1);
    const partly = service.graphql({ query: '{ empresas { data { id } } balancetes(page: 0) { data { id } } }' });
    await expect(partly).rejects.toMatchObject({ status: 200, code: 'PARAMETRO_INVALIDO' });
  });

  it('registers a webhook and verifies what it receives, before and after the secret was changed', async () => {
    const webhook = await service.webhooks.register({ url: receiver.url, events: ['import.completed'] });
    await service.webhooks.test(webhook.id);
    await until(() => receiver.received.length === 1, 'the first delivery');
    const { secret } = await service.webhooks.rotateSecret(webhook.id);
    await service.webhooks.test(webhook.id, 'import.completed');
    await until(() => receiver.received.length === 2, 'the second delivery');
    for (const { body, headers } of receiver.received) {
      const event = await receivedEvent({ secret: webhook.secret, body, headers });
      expect([event.type, event.data]).toEqual(['import.completed', expect.objectContaining({ test: true })]);
    }
    const [before, after] = receiver.received;
    const read = (received = after, more = {}) =>
      receivedEvent({ secret, body: received?.body ?? '', headers: received?.headers ?? {}, ...more });
    expect((await read()).id).toMatch(/^evt_/);
    await expect(read(before)).rejects.toThrow('A assinatura não confere');
    await expect(read(after, { body: `${after?.body.toString()} ` })).rejects.toThrow('A assinatura não confere');
    await expect(read(after, { secret: 'whsec_' })).rejects.toThrow('O segredo do webhook');
    await expect(read(after, { headers: {} })).rejects.toThrow('webhook-timestamp');
    const later = new Date(Date.now() + 301_000);
    await expect(read(after, { now: later })).rejects.toThrow('antiga');
    const deliveries = await service.webhooks.deliveries({ webhookId: webhook.id }).toArray();
    expect(deliveries).toHaveLength(2);
    const { deliveryId = '' } = deliveries[0] ?? {};
    expect(await service.webhooks.delivery(deliveryId)).toMatchObject({
      deliveryId,
      payload: { data: { test: true } },
    });
    await service.webhooks.change(webhook.id, { status: 'INACTIVE' });
    expect(await service.webhooks.get(webhook.id)).toMatchObject({ status: 'INACTIVE' });
    const window = { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z', dryRun: true };
    expect(await service.webhooks.replay(webhook.id, window)).toBe(0);
    await service.webhooks.remove(webhook.id);
    expect(await service.webhooks.list().toArray()).toEqual([]);
  });

  it('registers once where the answer was lost', async () => {
    let calls = 0;
    const losing = clientOf({
      async fetch(url, init) {
        const response = await fetch(url, init);
        if (++calls === 1) throw new TypeError('fetch failed');
        return response;
      },
    });
    const { id } = await losing.webhooks.register({ url: receiver.url, events: ['import.failed'] });
    expect(calls).toBe(2);
    expect((await service.webhooks.list().toArray()).map((row) => row.id)).toEqual([id]);
    await service.webhooks.remove(id);
  });

  it('waits as long as it is asked to, within its patience, and never for what will not pass', async () => {
    const waits: Wait[] = [];
    let left = 2;
    const limited = (options: Partial<ClientOptions>) =>
      clientOf({
        onWait: (wait) => waits.push(wait),
        fetch: (url, init) =>
          left-- > 0
            ? Promise.resolve(
                Response.json({ error: 'aguarde' }, { status: 429, headers: { 'retry-after': '1' } }),
              )
            : fetch(url, init),
        ...options,
      });
    const since = performance.now();
    expect(await limited({}).company(world.companyIds.acme)).toMatchObject({ id: world.companyIds.acme });
    expect(performance.now() - since).toBeGreaterThan(1_990);
    expect(waits.map(({ seconds, status, attempt }) => [seconds, status, attempt])).toEqual([
      [1, 429, 1],
      [1, 429, 2],
    ]);
    left = 1;
    await expect(limited({ patienceMs: 999 }).company(1)).rejects.toMatchObject({ status: 429 });
    left = 1;
    const stopped = limited({ signal: AbortSignal.timeout(100) }).company(1);
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(limited({}).company(999_999)).rejects.toMatchObject({ status: 404 });
    const circle: Record<string, unknown> = {};
    circle['of'] = circle;
    await expect(limited({}).graphql({ query: '', variables: circle })).rejects.toThrow('circular');
    expect(waits).toHaveLength(3);
  });
});
