// The routes of deliveries on a running service, with a real receiver: test, list, redelivery, replay, and what other
// keys and clients see of them (docs/spec/keys.md#tenancy).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { eventDataExamples } from '../../../src/webhooks/publicEvents.js';
import { answers, startReceiver, type Receiver } from '../../webhooks/support/receiver.js';
import { until } from '../../support/until.js';
import { expectInContract } from '../../support/contract.js';
import { expectClean } from '../support/clean.js';
import { ask } from '../support/http.js';
import { asking } from './asking.js';
import { startClients, type Clients } from './clients.js';

type Row = Readonly<Record<string, unknown>> & Readonly<{ deliveryId: string; eventId: string; status: string }>;

describe('the routes of deliveries', () => {
  let clients: Clients;
  let receiver: Receiver;
  let webhookId: string;

  beforeAll(async () => {
    receiver = await startReceiver(answers(204));
    clients = await startClients({
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      WEBHOOK_RETRY_SECONDS: '0,600',
    });
    const { data } = await asking(clients.service.url, clients.keys.full).register({
      url: receiver.url,
      events: ['import.completed', 'webhook.delivered'],
    });
    webhookId = data.id;
  });
  afterAll(async () => {
    await clients.stop();
    await receiver.close();
  });

  async function call(key: keyof Clients['keys'], method: string, path: string, body?: unknown) {
    const answer = await ask(clients.service.url, {
      method,
      path: `/v1${path}`,
      headers: {
        Authorization: `Bearer ${clients.keys[key]}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expectInContract({ method, url: `/v1${path}`, ...answer });
    expectClean(answer);
    return {
      ...answer,
      json: JSON.parse(answer.text) as { data: never; pagination: never; code?: string; error?: string },
    };
  }
  const rows = async (query = '', key: keyof Clients['keys'] = 'full') =>
    (await call(key, 'GET', `/events${query}`)).json.data as readonly Row[];
  const tested = async (): Promise<{ deliveryId: string; eventId: string }> => {
    const answer = await call('full', 'POST', `/webhooks/${webhookId}/test`);
    expect(answer.status).toBe(202);
    return answer.json.data;
  };
  const becomes = (deliveryId: string, status: string) =>
    until(
      async () => (await rows()).some((row) => row.deliveryId === deliveryId && row.status === status),
      status,
    );

  it('send a signed test of the first type, and list its outcome', async () => {
    const { deliveryId, eventId } = await tested();
    await becomes(deliveryId, 'DELIVERED');
    const received = receiver.received.find(({ event }) => event.id === eventId);
    expect(received?.event).toMatchObject({ type: 'import.completed', data: { test: true } });
    expect(received?.headers['x-service-delivery-id']).toBe(deliveryId);
    expect((await rows('?type=import.completed'))[0]).toEqual({
      deliveryId,
      eventId,
      type: 'import.completed',
      createdAt: expect.stringMatching(/Z$/),
      webhookId,
      url: receiver.url,
      status: 'DELIVERED',
      attempts: 1,
      lastAttemptAt: expect.stringMatching(/Z$/),
      nextAttemptAt: null,
      responseStatus: 204,
      error: null,
    });
    expect(await rows('?type=webhook.delivered')).toEqual([]); // a test counts towards nothing
  });

  it('answer one delivery with the body that was sent', async () => {
    const { deliveryId, eventId } = await tested();
    await becomes(deliveryId, 'DELIVERED');
    const [row] = await rows();
    const answer = await call('full', 'GET', `/events/${deliveryId}`);
    const sent = receiver.received.find(({ event }) => event.id === eventId)?.event;
    expect(answer.json.data).toEqual({ ...row, payload: sent });
    expect(answer.headers.get('etag')).toMatch(/^W\//);
    const missing = await call('full', 'GET', `/events/${randomUUID()}`);
    expect([missing.status, missing.json.code]).toEqual([404, 'ENTREGA_NAO_ENCONTRADA']);
  });

  it('list a failed attempt and the time of the next one', async () => {
    receiver.behave(answers(500, {}, 'sem banco'));
    const { deliveryId } = await tested();
    await becomes(deliveryId, 'RETRYING');
    receiver.behave(answers(204));
    const [row] = await rows('?status=RETRYING');
    expect(row).toMatchObject({
      deliveryId,
      attempts: 1,
      responseStatus: 500,
      error: 'O servidor respondeu 500: sem banco',
    });
    expect(Date.parse(String(row?.['nextAttemptAt'])) - Date.parse(String(row?.['lastAttemptAt']))).toBe(600_000);
  });

  it('deliver an event again under another delivery id', async () => {
    const { deliveryId, eventId } = await tested();
    await becomes(deliveryId, 'DELIVERED');
    const answer = await call('full', 'POST', `/events/${deliveryId}/redeliver`);
    expect([answer.status, answer.text]).toEqual([202, '{"success":true,"data":{"count":1}}']);
    await until(() => receiver.received.filter(({ event }) => event.id === eventId).length === 2, 'again');
    const same = (await rows()).filter((row) => row.eventId === eventId);
    expect(new Set(same.map((row) => row.deliveryId)).size).toBe(2);
  });

  it('count and replay nothing in a window without events of the webhook', async () => {
    const window = { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z' };
    const dry = await call('full', 'POST', `/webhooks/${webhookId}/replay`, { ...window, dryRun: true });
    expect([dry.status, dry.json.data]).toEqual([200, { count: 0 }]); // tests are no events
    const real = await call('full', 'POST', `/webhooks/${webhookId}/replay`, window);
    expect([real.status, real.json.data]).toEqual([202, { count: 0 }]);
  });

  it('filter, page and order, newest first', async () => {
    const all = await rows();
    const times = all.map((row) => String(row['createdAt']));
    expect(times).toEqual([...times].sort().reverse());
    const page = await call('full', 'GET', '/events?page=2&limit=1');
    expect(page.json.data).toEqual([all[1]]);
    expect(page.json.pagination).toEqual({ page: 2, limit: 1, total: all.length, pages: all.length });
    expect(await rows(`?webhookId=${webhookId}&from=${times.at(-1)}&to=${times[0]}`)).toEqual(all);
    const [from = '', to = ''] = [times.at(-1), times[0]].map((time) => String(time).toLowerCase());
    expect(await rows(`?webhookId=${webhookId.toUpperCase()}&from=${from}&to=${to}`)).toEqual(all);
    expect(await rows(`?webhookId=${randomUUID()}`)).toEqual([]);
    expect(await rows('?status=CANCELLED')).toEqual([]);
    expect(await rows('?page=99')).toEqual([]);
  });

  it('are listed from the oldest to the newest with order=asc', async () => {
    const all = await rows();
    expect(all.length).toBeGreaterThan(1);
    expect(await rows('?order=desc')).toEqual(all);
    expect(await rows('?order=asc')).toEqual([...all].reverse());
    const page = await call('full', 'GET', '/events?order=asc&page=2&limit=1');
    expect(page.json.data).toEqual([all.at(-2)]);
    const refused = await call('full', 'GET', '/events?ordem=asc');
    expect(refused.json.error).toBe('parâmetro desconhecido: ordem (você quis dizer order?)');
  });

  const wrong = [
    'order=ASC',
    'page=0',
    'limit=101',
    'webhookId=7',
    'type=import.started',
    'status=delivered',
    'from=ontem',
    'to=2026-13-01T00:00:00Z',
    'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
    'status=FAILED&status=PENDING',
    'type=',
  ];
  it.each(wrong)('refuse ?%s', async (query) => {
    const answer = await call('full', 'GET', `/events?${query}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'PARAMETRO_INVALIDO']);
  });

  it.each([
    {},
    { since: '2026-01-01T00:00:00Z' },
    { since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' },
    { since: '2026-01-01', until: 'x' },
    { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z', types: [] },
    { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z', types: ['x'] },
    { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z', dryRun: 'true' },
  ])('refuse to replay %j', async (body) => {
    const answer = await call('full', 'POST', `/webhooks/${webhookId}/replay`, body);
    expect([answer.status, answer.json.code]).toEqual([400, 'PARAMETRO_INVALIDO']);
  });

  it('hide deliveries from another client, and imports from a key without their scope', async () => {
    const { deliveryId } = await tested();
    for (const key of ['beta', 'reconciler', 'companies'] as const) {
      expect(await rows('', key)).toEqual([]);
      expect(await rows(`?webhookId=${webhookId}`, key)).toEqual([]);
      const window = { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z', dryRun: true };
      for (const [path, body] of [
        [`/webhooks/%/test`],
        [`/webhooks/%/replay`, window],
        [`/events/%/redeliver`],
      ] as const) {
        const own = path.includes('events') ? deliveryId : webhookId;
        const foreign = await call(key, 'POST', path.replace('%', own), body);
        const nobodys = await call(key, 'POST', path.replace('%', randomUUID()), body);
        expect([foreign.status, foreign.text]).toEqual([404, nobodys.text]);
      }
    }
    expect((await rows('', 'reader')).length).toBeGreaterThan(0);
  });

  it('send only tests to an inactive webhook', async () => {
    const { deliveryId } = await tested();
    await becomes(deliveryId, 'DELIVERED');
    await asking(clients.service.url, clients.keys.full).patch(webhookId, { status: 'INACTIVE' });
    const window = { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z' };
    const replay = await call('full', 'POST', `/webhooks/${webhookId}/replay`, window);
    expect([replay.status, replay.json.code]).toEqual([409, 'WEBHOOK_INATIVO']);
    await becomes((await tested()).deliveryId, 'DELIVERED');
    await asking(clients.service.url, clients.keys.full).patch(webhookId, { status: 'ACTIVE' });
  });

  it('keep the rows of a removed webhook', async () => {
    const before = await rows();
    await asking(clients.service.url, clients.keys.full).remove(webhookId);
    expect((await rows()).length).toBe(before.length);
    const answer = await call('full', 'POST', `/events/${before[0]?.deliveryId}/redeliver`);
    expect([answer.status, answer.json.code]).toEqual([404, 'ENTREGA_NAO_ENCONTRADA']);
  });

  it('send a test of another type of the webhook, with the members of its events', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    const { data } = await api.register({
      url: receiver.url,
      events: ['import.failed', 'reconciliation.approved'],
    });
    for (const type of ['reconciliation.approved', 'import.failed'] as const) {
      const answer = await call('full', 'POST', `/webhooks/${data.id}/test`, { type });
      expect(answer.status).toBe(202);
      const { eventId } = answer.json.data as { eventId: string };
      const received = () => receiver.received.find(({ event }) => event.id === eventId)?.event;
      await until(async () => received() !== undefined, 'received');
      expect(received()).toMatchObject({ type, data: { ...eventDataExamples[type], test: true } });
    }
    const refused = await call('full', 'POST', `/webhooks/${data.id}/test`, { type: 'import.completed' });
    expect([refused.status, refused.json.error]).toEqual([
      400,
      'type deve ser um dos tipos do webhook: import.failed; reconciliation.approved',
    ]);
    await api.remove(data.id);
  });
});
