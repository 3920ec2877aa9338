// The routes of deliveries on a running service, with a real receiver: test, list, redelivery, replay, and what
// other keys and clients see of them (docs/spec/keys.md#tenancy). Then both lists under /v1 as every list: a
// validator and 304, CSV, XLSX, and what changed since a time.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '#jest';
import { parse } from 'csv-parse/sync';
import { XLSX_TYPE } from '../../../src/spreadsheets/xlsxPage.js';
import { eventDataExamples } from '../../../src/webhooks/publicEvents.js';
import { answers, startReceiver } from '../../webhooks/support/receiver.js';
import { until } from '../../support/until.js';
import { expectInContract } from '../../support/contract.js';
import { inCell, sheetsOf, valuesOf } from '../../support/xlsxFile.js';
import { ask } from '../support/http.js';
import { asking, type Listed } from './asking.js';
import { startClients, type Clients } from './clients.js';

type Row = Readonly<Record<string, unknown>> & Readonly<{ deliveryId: string; eventId: string; status: string }>;

type Key = keyof Clients['keys'];

let webhookId: string;

const api = (key: Key = 'full') => asking(clients.service.url, clients.keys[key]);
const registered = async (...events: readonly string[]) =>
  (await api().register({ url: receiver.url, events })).data.id;

const receiver = await startReceiver(answers(204));
const clients = await startClients({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,600' });

describe('the routes of deliveries', () => {
  beforeAll(async () => {
    webhookId = await registered('import.completed', 'webhook.delivered');
  });

  async function call(key: Key, method: string, path: string, body?: unknown) {
    const answer = await api(key).call(method, path, { body });
    return { ...answer, json: JSON.parse(answer.text) as { data: never; pagination: never } };
  }
  const rows = async (query = '', key: Key = 'full') =>
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
    expect([missing.status, missing.code]).toEqual([404, 'ENTREGA_NAO_ENCONTRADA']);
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

  it('filter, page and order, newest first or with order=asc oldest first', async () => {
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
    expect(all.length).toBeGreaterThan(1);
    expect(await rows('?order=desc')).toEqual(all);
    expect(await rows('?order=asc')).toEqual([...all].reverse());
    expect(await rows('?order=asc&page=2&limit=1')).toEqual([all.at(-2)]);
    const refused = await call('full', 'GET', '/events?ordem=asc');
    expect(refused.error).toBe('parâmetro desconhecido: ordem (você quis dizer order?)');
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
    'updatedSince=2026-01-01',
  ];
  it.each(wrong)('refuse ?%s', async (query) => {
    const answer = await call('full', 'GET', `/events?${query}`);
    expect([answer.status, answer.code]).toEqual([400, 'PARAMETRO_INVALIDO']);
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
    expect([answer.status, answer.code]).toEqual([400, 'PARAMETRO_INVALIDO']);
  });

  it('say that a window is turned around beside what else is wrong', async () => {
    const [later, earlier] = ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'];
    const listed = await call('full', 'GET', `/events?page=0&from=${later}&to=${earlier}`);
    expect(listed.error).toBe('page deve ser um número inteiro a partir de 1, from não pode ser depois de to');
    const body = { since: later, until: earlier, all: 'sim' };
    const replayed = await call('full', 'POST', `/webhooks/${webhookId}/replay`, body);
    expect(replayed.error).toBe('all deve ser true ou false, since não pode ser depois de until');
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
    await api().patch(webhookId, { status: 'INACTIVE' });
    const window = { since: '2026-01-01T00:00:00Z', until: '2036-01-01T00:00:00Z' };
    const replay = await call('full', 'POST', `/webhooks/${webhookId}/replay`, window);
    expect([replay.status, replay.code]).toEqual([409, 'WEBHOOK_INATIVO']);
    await becomes((await tested()).deliveryId, 'DELIVERED');
    await api().patch(webhookId, { status: 'ACTIVE' });
  });

  it('keep the rows of a removed webhook', async () => {
    const before = await rows();
    await api().remove(webhookId);
    expect((await rows()).length).toBe(before.length);
    const answer = await call('full', 'POST', `/events/${before[0]?.deliveryId}/redeliver`);
    expect([answer.status, answer.error]).toEqual([404, 'Webhook não encontrado']);
  });

  it('show the rows of a removed webhook to the keys that saw it', async () => {
    const id = await registered('import.completed', 'webhook.failed');
    const sent = await call('full', 'POST', `/webhooks/${id}/test`, { type: 'webhook.failed' });
    const { deliveryId } = sent.json.data as { deliveryId: string };
    const statuses = () =>
      Promise.all(
        (['full', 'reader', 'reconciler', 'companies'] as const).map(async (key) => {
          const listed = await rows(`?webhookId=${id}`, key);
          return [listed.length, (await call(key, 'GET', `/events/${deliveryId}`)).status];
        }),
      );
    const before = await statuses();
    expect(before).toEqual([
      [1, 200],
      [1, 200],
      [0, 404],
      [0, 404],
    ]);
    await api().remove(id);
    expect(await statuses()).toEqual(before);
  });

  it('send a test of another type of the webhook, with the members of its events', async () => {
    const id = await registered('import.failed', 'reconciliation.approved');
    for (const type of ['reconciliation.approved', 'import.failed'] as const) {
      const answer = await call('full', 'POST', `/webhooks/${id}/test`, { type });
      expect(answer.status).toBe(202);
      const { eventId } = answer.json.data as { eventId: string };
      const received = () => receiver.received.find(({ event }) => event.id === eventId)?.event;
      await until(async () => received() !== undefined, 'received');
      expect(received()).toMatchObject({ type, data: { ...eventDataExamples[type], test: true } });
    }
    const refused = await call('full', 'POST', `/webhooks/${id}/test`, { type: 'import.completed' });
    expect([refused.status, refused.error]).toEqual([
      400,
      'type deve ser um dos tipos do webhook: import.failed; reconciliation.approved',
    ]);
    await api().remove(id);
  });
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}, key: Key = 'full') {
  const authorization = `Bearer ${clients.keys[key]}`;
  const answer = await ask(clients.service.url, { path, headers: { authorization, ...headers } });
  expectInContract({ method: 'GET', url: path, ...answer });
  return answer;
}
const page = (answer: Readonly<{ text: string }>) => JSON.parse(answer.text) as Listed;

async function changed(path: string, since: string, key: Key = 'full') {
  const answer = await get(`${path}?updatedSince=${since}`, {}, key);
  expect(answer.status).toBe(200);
  return { rows: page(answer).data, until: answer.headers.get('x-updated-until') ?? '' };
}

describe('the lists under /v1', () => {
  const settled = () =>
    until(async () => !/PENDING|RETRYING/.test((await get('/v1/events?limit=100')).text), 'all outcomes');
  beforeAll(async () => {
    webhookId = await registered('import.completed', 'import.failed');
    await api().call('POST', `/webhooks/${webhookId}/test`);
    await settled();
  });

  it('of webhooks begins with the last registered one with order=desc', async () => {
    const id = await registered('import.failed');
    const ids = async (query: string) => page(await get(`/v1/webhooks${query}`)).data.map((row) => row['id']);
    expect(await ids('?order=asc')).toEqual([webhookId, id]);
    expect(await ids('?order=desc')).toEqual([id, webhookId]);
    expect(await ids('?order=desc&limit=1&page=2')).toEqual([webhookId]);
    await api().remove(id);
  });

  describe.each(['/v1/webhooks', '/v1/events'])('GET %s', (path) => {
    it('has a weak validator, and answers 304 until a row changes', async () => {
      const first = await get(path);
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^W\/"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const again = await get(path, { 'If-None-Match': tag });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
      expect((await get(`${path}?limit=1`, { 'If-None-Match': tag })).status).toBe(200);
      expect((await get(path, { 'If-None-Match': tag }, 'beta')).status).toBe(200);
      expect((await get(`${path}?page=0`, { 'If-None-Match': '*' })).status).toBe(400);
    });

    it('is sent as CSV and as XLSX with the same rows, totals in headers, and a column for each field', async () => {
      const json = await get(path);
      const { data, pagination } = page(json);
      const csv = await get(path, { Accept: 'text/csv' });
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(csv.headers.get('x-total-count')).toBe(String(pagination.total));
      expect(csv.headers.get('x-updated-until')).toBe(json.headers.get('x-updated-until'));
      const texts = (row: object) =>
        Object.entries(row).map(([name, value]) => [name, [value].flat().join(' ')] as const); // nothing for null
      expect(parse(csv.text, { columns: true })).toEqual(
        data.map((row) => expect.objectContaining(Object.fromEntries(texts(row)))),
      );
      const authorization = `Bearer ${clients.keys.full}`;
      const response = await fetch(clients.service.url + path, { headers: { authorization, accept: XLSX_TYPE } });
      expect(response.headers.get('content-type')).toBe(XLSX_TYPE);
      const [sheet] = sheetsOf(new Uint8Array(await response.arrayBuffer()));
      const [heading = [], ...cells] = valuesOf(sheet?.rows ?? []);
      expect(cells).toEqual(data.map((row) => heading.map((name) => inCell(row[String(name)]))));
      expect(cells.length).toBeGreaterThan(0);
    });

    it('returns no row again for updatedSince = X-Updated-Until when nothing changed', async () => {
      const all = await changed(path, '2000-01-01T00:00:00-03:00');
      expect(all.rows).toEqual(page(await get(path)).data);
      expect(all.rows).not.toEqual([]);
      expect(new Date(all.until).toISOString()).toBe(all.until);
      const later = await changed(path, all.until);
      expect([later.rows, later.until]).toEqual([[], all.until]);
      const none = await get(`${path}?updatedSince=${all.until}`);
      expect(page(none).pagination).toEqual({ page: 1, limit: 50, total: 0, pages: 0 });
      const tag = none.headers.get('etag') ?? '';
      const same = await get(`${path}?updatedSince=${all.until}`, { 'If-None-Match': tag });
      expect([same.status, same.headers.get('x-updated-until')]).toEqual([304, all.until]);
    });
  });

  describe('since a time', () => {
    const since = async (path: string) => (await get(path)).headers.get('x-updated-until') ?? '';
    const become = (at: string, count: number) =>
      until(
        async () =>
          (await changed('/v1/events', at)).rows.filter((row) => row['status'] === 'DELIVERED').length === count,
        `${count} delivered`,
      );

    it('a webhook is listed after a change, a deactivation or an activation, but not after a rotation', async () => {
      const other = await registered('import.failed');
      const ids = async (at: string) => (await changed('/v1/webhooks', at)).rows.map((row) => row['id']);
      for (const change of [{ events: ['import.completed'] }, { status: 'INACTIVE' }, { status: 'ACTIVE' }]) {
        const at = await since('/v1/webhooks');
        expect(await ids(at)).toEqual([]);
        await api().patch(webhookId, change);
        expect(await ids(at)).toEqual([webhookId]);
      }
      const at = await since('/v1/webhooks');
      await api().rotate(webhookId);
      expect(await ids(at)).toEqual([]);
      await api().patch(webhookId, { events: ['import.completed', 'import.failed'] });
      await api().remove(other);
      expect(await ids(at)).toEqual([webhookId]); // what is gone has no row
    });

    it('a webhook is listed for a key that may see it since then', async () => {
      const seen = async (at: string) =>
        (await changed('/v1/webhooks', at, 'reconciler')).rows.map((row) => row['id']);
      const mixed = ['import.completed', 'reconciliation.approved'];
      const id = await registered(...mixed);
      const at = (await changed('/v1/webhooks', '2000-01-01T00:00:00Z', 'reconciler')).until;
      expect(await seen(at)).toEqual([]);
      await api().patch(id, { events: ['reconciliation.approved'] });
      expect(await seen(at)).toEqual([id]);
      await api().remove(id);
    });

    it('a delivery is listed after its creation, an attempt or a redelivery, and others are not', async () => {
      const first = await since('/v1/events');
      const tested = await api().call('POST', `/webhooks/${webhookId}/test`);
      const { deliveryId } = tested.data as unknown as { deliveryId: string };
      await become(first, 1);
      expect((await changed('/v1/events', first)).rows).toMatchObject([{ deliveryId, attempts: 1 }]);

      const second = await since('/v1/events');
      expect((await changed('/v1/events', second)).rows).toEqual([]);
      expect((await api().call('POST', `/events/${deliveryId}/redeliver`)).status).toBe(202);
      await become(second, 1);
      const { rows } = await changed('/v1/events', second);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.['deliveryId']).not.toBe(deliveryId);
      expect((await changed('/v1/events', second, 'beta')).rows).toEqual([]);
    });
  });

  it('of webhooks has another validator once one of them changed', async () => {
    const tag = (await get('/v1/webhooks')).headers.get('etag') ?? '';
    await api().patch(webhookId, { status: 'INACTIVE' });
    const again = await get('/v1/webhooks', { 'If-None-Match': tag });
    expect([again.status, again.headers.get('etag') === tag]).toEqual([200, false]);
  });
});
