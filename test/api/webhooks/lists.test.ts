// The lists under /v1 as every list: a validator and 304, CSV, errors as JSON.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { expectInContract } from '../../support/contract.js';
import { answers, startReceiver, type Receiver } from '../../support/receiver.js';
import { until } from '../../support/until.js';
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
  await until(delivered, 'the delivery', 45_000);
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
        expect([name, rows[at]?.[name]]).toEqual([name, Array.isArray(value) ? value.join(' ') : String(value)]);
    const wrong = await get(`${path}?limit=101`, { Accept: 'text/csv' });
    expect(JSON.parse(wrong.text)).toMatchObject({ success: false, code: 'PARAMETRO_INVALIDO' });
  });
});

it('a webhook that is changed has its list another tag', async () => {
  const tag = (await get('/v1/webhooks')).headers.get('etag') ?? '';
  await asking(clients.service.url, clients.keys.full).patch(webhookId, { status: 'INACTIVE' });
  const changed = await get('/v1/webhooks', { 'If-None-Match': tag });
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
});
