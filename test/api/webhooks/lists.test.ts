// The lists under /v1 as every list: a validator and 304, CSV, what changed since a time, errors as JSON.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { parse } from 'csv-parse/sync';
import { expectInContract } from '../../support/contract.js';
import { answers, startReceiver, type Receiver } from '../../webhooks/support/receiver.js';
import { until } from '../../support/until.js';
import { inCell, sheetsOf, valuesOf } from '../../support/xlsxFile.js';
import { XLSX_TYPE } from '../../../src/spreadsheets/xlsxPage.js';
import { ask } from '../support/http.js';
import { asking } from './asking.js';
import { startClients, type Clients } from './clients.js';

let clients: Clients;
let receiver: Receiver;
let webhookId: string;

beforeAll(async () => {
  receiver = await startReceiver(answers(204));
  clients = await startClients({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const events = ['import.completed', 'import.failed'];
  const registered = await asking(clients.service.url, clients.keys.full).register({ url: receiver.url, events });
  webhookId = registered.data.id;
  await asking(clients.service.url, clients.keys.full).call('POST', `/${webhookId}/test`);
  const delivered = async () => (await get('/v1/events?status=DELIVERED')).text.includes(webhookId);
  await until(delivered, 'the delivery');
});
afterAll(async () => {
  await clients.stop();
  await receiver.close();
});

async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  key: keyof Clients['keys'] = 'full',
) {
  const answer = await ask(clients.service.url, {
    path,
    headers: { Authorization: `Bearer ${clients.keys[key]}`, ...headers },
  });
  expectInContract({ method: 'GET', url: path, ...answer });
  return answer;
}

type Row = Readonly<Record<string, unknown>>;
const page = (answer: Readonly<{ text: string }>) =>
  JSON.parse(answer.text) as Readonly<{
    data: readonly Row[];
    pagination: Readonly<{ page: number; limit: number; total: number; pages: number }>;
  }>;

async function changed(path: string, since: string, key: keyof Clients['keys'] = 'full') {
  const answer = await get(`${path}?updatedSince=${since}`, {}, key);
  expect(answer.status).toBe(200);
  return { rows: page(answer).data, until: answer.headers.get('x-updated-until') ?? '' };
}

describe('GET /v1/webhooks?order=desc', () => {
  it('lists the webhook registered last first', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    const { data } = await api.register({ url: receiver.url, events: ['import.failed'] });
    const ids = async (query: string) => page(await get(`/v1/webhooks${query}`)).data.map(({ id }) => id);
    expect(await ids('?order=asc')).toEqual([webhookId, data.id]);
    expect(await ids('?order=desc')).toEqual([data.id, webhookId]);
    expect(await ids('?order=desc&limit=1&page=2')).toEqual([webhookId]);
    await api.remove(data.id);
  });
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

  it('is sent as CSV with the same rows, totals in headers, and a column for each field', async () => {
    const { data, pagination } = JSON.parse((await get(path)).text) as {
      data: readonly Readonly<Record<string, unknown>>[];
      pagination: Readonly<{ total: number }>;
    };
    const csv = await get(path, { Accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('x-total-count')).toBe(String(pagination.total));
    const rows = parse(csv.text, { columns: true }) as readonly Readonly<Record<string, string>>[];
    expect(rows).toHaveLength(data.length);
    for (const [at, row] of data.entries())
      for (const [name, value] of Object.entries(row))
        expect([name, rows[at]?.[name]]).toEqual([name, [value].flat().join(' ')]); // nothing for null
    expect(csv.headers.get('x-updated-until')).toBe((await get(path)).headers.get('x-updated-until'));
    const wrong = await get(`${path}?limit=101`, { Accept: 'text/csv' });
    expect(JSON.parse(wrong.text)).toMatchObject({ success: false, code: 'PARAMETRO_INVALIDO' });
  });

  it('is sent as XLSX with the same rows', async () => {
    const { data } = page(await get(path));
    const headers = { Authorization: `Bearer ${clients.keys.full}`, Accept: XLSX_TYPE };
    const response = await fetch(clients.service.url + path, { headers });
    expect(response.headers.get('content-type')).toBe(XLSX_TYPE);
    const [heading = [], ...rows] = valuesOf(
      sheetsOf(new Uint8Array(await response.arrayBuffer()))[0]?.rows ?? [],
    );
    expect(rows).toEqual(data.map((row) => heading.map((name) => inCell(row[String(name)]))));
    expect(rows.length).toBeGreaterThan(0);
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

  it.each([
    'abc',
    '2026',
    '2026-01-01',
    '2026-13-01T00:00:00Z',
    '',
    '1767225600',
    '2026-01-01T00:00:00Z&updatedSince=x',
  ])('refuses updatedSince=%s', async (text) => {
    const answer = await get(`${path}?updatedSince=${text}`);
    expect([answer.status, (JSON.parse(answer.text) as { code: string }).code]).toEqual([
      400,
      'PARAMETRO_INVALIDO',
    ]);
    expect(answer.text).toContain('updatedSince');
    if (!text.includes('&')) expect(answer.text).toContain('updatedSince deve ser uma data e hora ISO 8601');
  });
});

describe('since a time', () => {
  const since = async (path: string) => (await get(path)).headers.get('x-updated-until') ?? '';
  const become = (at: string, count: number) =>
    until(
      async () =>
        (await changed('/v1/events', at)).rows.filter(({ status }) => status === 'DELIVERED').length === count,
      `${count} delivered`,
    );

  it('a webhook is listed after a change, a deactivation or an activation, but not after a rotation', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    const other = await api.register({ url: receiver.url, events: ['import.failed'] });
    const ids = async (at: string) => (await changed('/v1/webhooks', at)).rows.map(({ id }) => id);
    for (const change of [{ events: ['import.completed'] }, { status: 'INACTIVE' }, { status: 'ACTIVE' }]) {
      const at = await since('/v1/webhooks');
      expect(await ids(at)).toEqual([]);
      await api.patch(webhookId, change);
      expect(await ids(at)).toEqual([webhookId]);
    }
    const at = await since('/v1/webhooks');
    await api.rotate(webhookId);
    expect(await ids(at)).toEqual([]);
    await api.patch(webhookId, { events: ['import.completed', 'import.failed'] });
    await api.remove(other.data.id);
    expect(await ids(at)).toEqual([webhookId]); // what is gone has no row
  });

  it('a webhook is listed for a key that may see it since then', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    const seen = async (at: string) => (await changed('/v1/webhooks', at, 'reconciler')).rows.map(({ id }) => id);
    const mixed = ['import.completed', 'reconciliation.approved'];
    const { data } = await api.register({ url: receiver.url, events: mixed });
    const at = (await changed('/v1/webhooks', '2000-01-01T00:00:00Z', 'reconciler')).until;
    expect(await seen(at)).toEqual([]);
    await api.patch(data.id, { events: ['reconciliation.approved'] });
    expect(await seen(at)).toEqual([data.id]);
    await api.remove(data.id);
  });

  it('a delivery is listed after its creation, an attempt or a redelivery, and others are not', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    const first = await since('/v1/events');
    const tested = await api.call('POST', `/${webhookId}/test`);
    const { deliveryId } = tested.data as unknown as { deliveryId: string };
    await become(first, 1);
    expect((await changed('/v1/events', first)).rows).toMatchObject([{ deliveryId, attempts: 1 }]);

    const second = await since('/v1/events');
    expect((await changed('/v1/events', second)).rows).toEqual([]);
    const again = await ask(clients.service.url, {
      method: 'POST',
      path: `/v1/events/${deliveryId}/redeliver`,
      headers: { Authorization: `Bearer ${clients.keys.full}` },
    });
    expect(again.status).toBe(202);
    await become(second, 1);
    const { rows } = await changed('/v1/events', second);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.['deliveryId']).not.toBe(deliveryId);
    expect((await changed('/v1/events', second, 'beta')).rows).toEqual([]);
  });

  it('a delivery that is closed with its webhook shows as cancelled', async () => {
    const api = asking(clients.service.url, clients.keys.full);
    receiver.behave(answers(500));
    const { data } = await api.register({ url: receiver.url, events: ['import.completed'] });
    await api.call('POST', `/${data.id}/test`);
    const attempted = async () =>
      (await get(`/v1/events?webhookId=${data.id}&status=RETRYING`)).text.includes(data.id);
    await until(attempted, 'the attempt');
    receiver.behave(answers(204));
    const at = await since('/v1/events');
    await api.remove(data.id);
    await until(async () => (await changed('/v1/events', at)).rows.length > 0, 'the end');
    expect((await changed('/v1/events', at)).rows).toMatchObject([{ webhookId: data.id, status: 'CANCELLED' }]);
  });

  it('all pages of a reading carry the time of the first', async () => {
    const path = '/v1/events?limit=1&updatedSince=2001-01-01T00:00:00Z';
    const first = await since(path);
    const at = await since('/v1/events');
    await asking(clients.service.url, clients.keys.full).call('POST', `/${webhookId}/test`);
    await become(at, 1);
    expect(await since(`${path}&page=2`)).toBe(first);
    // Of a reading whose beginning nobody saw: all of it again.
    expect(await since('/v1/events?limit=1&page=2&updatedSince=2002-01-01T00:00:00Z')).toBe(
      '2002-01-01T00:00:00.000Z',
    );
  });

  it('no delivery is missed while others are made and attempted', async () => {
    const seen = new Map<unknown, unknown>();
    let at = '2000-01-01T00:00:00Z';
    const readOn = async (): Promise<void> => {
      let next = at;
      for (let number = 1; ; number++) {
        const answer = await get(`/v1/events?limit=3&page=${number}&updatedSince=${at}`);
        for (const row of page(answer).data) seen.set(row['deliveryId'], row);
        next = answer.headers.get('x-updated-until') ?? '';
        if (number >= page(answer).pagination.pages) break;
      }
      at = next;
    };
    const api = asking(clients.service.url, clients.keys.full);
    let busy = true;
    const writing = (async () => {
      for (let each = 0; each < 12; each++) await api.call('POST', `/${webhookId}/test`);
      const open = async () => /PENDING|RETRYING/.test((await get('/v1/events?limit=100')).text);
      await until(async () => !(await open()), 'all delivered');
    })().finally(() => (busy = false));
    while (busy) await readOn();
    await writing;
    await readOn();
    const { data, pagination } = page(await get('/v1/events?limit=100'));
    expect(pagination.pages).toBe(1);
    expect(new Set(seen.keys())).toEqual(new Set(data.map((row) => row['deliveryId'])));
    expect(data.length).toBeGreaterThan(0);
    for (const row of data) expect(seen.get(row['deliveryId'])).toEqual(row);
  });
});

it('a change of a webhook changes the ETag of the list', async () => {
  const tag = (await get('/v1/webhooks')).headers.get('etag') ?? '';
  await asking(clients.service.url, clients.keys.full).patch(webhookId, { status: 'INACTIVE' });
  const changed = await get('/v1/webhooks', { 'If-None-Match': tag });
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
});
