// Registering, changing, removing and rotating, over HTTP on the running service; the same Idempotency-Key makes
// one webhook, whatever happens in between (docs/spec/webhooks.md#idempotency). Every test leaves no webhook
// behind.
import { describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { operatorJson } from '../../support/operator.js';
import { sameness } from '../support/clean.js';
import type { Service } from '../../support/service.js';
import { startClients, type Clients } from './clients.js';
import { asking, onImports, URL_OF_ERP, type Answer, type Row } from './asking.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const world = await startClients();
const api = asking(world.service.url, world.keys.full);
/** On the same data; starts where it is asked for first. */
let other: Promise<Service> | null = null;
const secondProcess = (): Promise<Service> => (other ??= world.another());

describe('webhooks', () => {
  async function registered(body: object = onImports): Promise<Row> {
    const { status, data } = await api.register(body);
    expect(status).toBe(201);
    return data;
  }

  it('are registered, and show their secret then and never again', async () => {
    const events = ['import.completed', 'reconciliation.approved', 'webhook.failed'];
    const answer = await api.register({ url: URL_OF_ERP, events, secret: 'whsec_meu', status: 'INACTIVE' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.data)).toEqual(['id', 'url', 'events', 'secret', 'status', 'createdAt']);
    expect(answer.data).toMatchObject({ url: URL_OF_ERP, events, status: 'ACTIVE' });
    expect(answer.data.id).toMatch(UUID);
    expect(Buffer.from(String(answer.data.secret).replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(Math.abs(Date.parse(answer.data.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(answer.headers.has('idempotent-replayed')).toBe(false);

    const { secret, ...row } = answer.data;
    const one = await api.get(answer.data.id);
    expect(one.status).toBe(200);
    expect(JSON.parse(one.text)).toEqual({ success: true, data: row });
    expect(Object.keys(one.data)).toEqual(['id', 'url', 'events', 'status', 'createdAt']);
    const list = await api.list();
    expect(list.data).toContainEqual(row);
    const history = await operatorJson<unknown[]>(world.dataDir, ['webhooks', 'list']);
    expect(JSON.stringify([list, history])).not.toContain(String(secret));
    await api.remove(answer.data.id);
  });

  it('are listed by pages in the order of their registration', async () => {
    const rows = [await registered(), await registered(), await registered()];
    const { data, pagination } = await api.list('?page=2&limit=2');
    expect(pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
    expect(data.map(({ id }) => id)).toEqual([rows[2]?.id]);
    expect((await api.list('?page=9')).data).toEqual([]);
    for (const { id } of rows) await api.remove(id);
    expect((await api.list()).pagination).toEqual({ page: 1, limit: 50, total: 0, pages: 0 });
  });

  it('change only the fields that are sent', async () => {
    const { secret, ...row } = await registered();
    expect(secret).toBeDefined();
    const events = ['import.failed', 'import.completed'];
    expect((await api.patch(row.id, { events })).data).toEqual({ ...row, events });
    const url = 'https://9.9.9.9/outro';
    expect((await api.patch(row.id, { url })).data).toEqual({ ...row, events, url });
    const { data: inactive } = await api.patch(row.id, { status: 'INACTIVE' });
    expect(inactive).toEqual({
      ...row,
      events,
      url,
      status: 'INACTIVE',
      deactivatedAt: inactive.deactivatedAt,
      deactivationReason: 'REQUESTED',
    });
    expect(Date.parse(String(inactive.deactivatedAt))).toBeGreaterThanOrEqual(Date.parse(row.createdAt));
    expect((await api.get(row.id)).data).toEqual(inactive);
    expect((await api.patch(row.id, { status: 'INACTIVE' })).data).toEqual(inactive);
    expect((await api.patch(row.id, { status: 'ACTIVE', url: row.url })).data).toEqual({ ...row, events });
    // What is not a field of it is ignored; nothing at all changes nothing.
    const ignored = await api.patch(row.id, { secret: 'whsec_meu', id: randomUUID(), createdAt: '2020' });
    expect(ignored).toMatchObject({ status: 200, data: { ...row, events } });
    await api.remove(row.id);
  });

  it('are gone once removed', async () => {
    const { id } = await registered();
    const removed = await api.remove(id);
    expect(removed).toMatchObject({ status: 204, text: '' });
    expect(removed.headers.get('x-request-id')).toMatch(UUID);
    expect(removed.headers.has('content-length')).toBe(false);
    expect(removed.headers.has('content-type')).toBe(false);
    expect(removed.headers.get('x-ratelimit-limit')).toBeTruthy();
    for (const answer of [await api.get(id), await api.remove(id), await api.patch(id, {}), await api.rotate(id)])
      expect(answer).toMatchObject({
        status: 404,
        code: 'WEBHOOK_NAO_ENCONTRADO',
        error: 'Webhook não encontrado',
      });
  });

  it('get a new secret, shown once', async () => {
    const { id, secret, ...row } = await registered();
    const rotated = await api.rotate(id);
    expect(rotated.status).toBe(200);
    expect(rotated.data).toEqual({ id, ...row, secret: rotated.data.secret });
    expect(rotated.data.secret).toMatch(/^whsec_/);
    const again = await api.rotate(id, { body: { immediate: true } });
    const secrets = [secret, rotated.data.secret, again.data.secret];
    expect(new Set(secrets).size).toBe(3);
    expect((await api.get(id)).text).not.toContain('whsec_');
    await api.remove(id);
  });

  it('are at most 20 per client, also when 50 are registered concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.register(onImports)));
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([counts(201), counts(409)]).toEqual([20, 30]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'LIMITE_DE_WEBHOOKS' });
    const { data, pagination } = await api.list();
    expect(pagination.total).toBe(20);
    // Another client has its own 20, and one removed makes room for one.
    const beta = asking(world.service.url, world.keys.beta);
    const other = await beta.register(onImports);
    expect(other.status).toBe(201);
    await beta.remove(other.data.id);
    await api.remove(data[0]?.id ?? '');
    expect((await api.register(onImports)).status).toBe(201);
    expect((await api.register(onImports)).status).toBe(409);
    for (const { id } of (await api.list()).data) await api.remove(id);
  });

  it('survive a restart, and are read by every process', async () => {
    const row = await registered();
    const elsewhere = asking((await secondProcess()).url, world.keys.full);
    expect((await elsewhere.get(row.id)).data).toMatchObject({ id: row.id, url: row.url });
    await elsewhere.patch(row.id, { status: 'INACTIVE' });
    expect((await api.get(row.id)).data).toMatchObject({ status: 'INACTIVE' });
    await api.remove(row.id);
    expect((await elsewhere.get(row.id)).status).toBe(404);
  });

  it('are shown to the operator over all clients', async () => {
    const beta = asking(world.service.url, world.keys.beta);
    const [one, { data: other }] = [await registered(), await beta.register(onImports)];
    await api.patch(one.id, { status: 'INACTIVE' });
    const rows = await operatorJson<readonly Row[]>(world.dataDir, ['webhooks', 'list']);
    expect(rows).toEqual([
      expect.objectContaining({ id: one.id, client: 'acme', status: 'INACTIVE', deactivationReason: 'REQUESTED' }),
      expect.objectContaining({ id: other.id, client: 'beta', events: ['import.completed'], status: 'ACTIVE' }),
    ]);
    await api.remove(one.id);
    await beta.remove(other.id);
  });
});

describe('an Idempotency-Key', () => {
  const clear = async () => {
    for (const { id } of (await api.list()).data) await api.remove(id);
  };

  it('answers the same body with the same response, secret included', async () => {
    const idempotencyKey = randomUUID();
    const first = await api.register(onImports, { idempotencyKey });
    const spelled = '{ "events": ["import.completed"], "url": "https:\\/\\/8.8.8.8/webhooks" }';
    for (const body of [onImports, spelled]) {
      const again = await api.register(body, { idempotencyKey: idempotencyKey.toUpperCase() });
      expect(again).toMatchObject({ status: 201, text: first.text });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    // Also after it was changed, and after it is gone.
    await api.patch(first.data.id, { status: 'INACTIVE', events: ['import.failed'] });
    expect((await api.register(onImports, { idempotencyKey })).text).toBe(first.text);
    await api.remove(first.data.id);
    expect((await api.register(onImports, { idempotencyKey })).text).toBe(first.text);
    expect((await api.list()).data).toEqual([]);
  });

  it('is free again after a refusal', async () => {
    const idempotencyKey = randomUUID();
    expect((await api.register({ ...onImports, events: [] }, { idempotencyKey })).status).toBe(400);
    expect((await api.register(onImports, { idempotencyKey })).status).toBe(201);
    await clear();
  });

  it('belongs to one client and one route', async () => {
    const idempotencyKey = randomUUID();
    const beta = asking(world.service.url, world.keys.beta);
    const mine = await api.register(onImports, { idempotencyKey });
    const theirs = await beta.register(onImports, { idempotencyKey });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.headers.has('idempotent-replayed')).toBe(false);
    expect(theirs.data.id).not.toBe(mine.data.id);
    const rotated = await api.rotate(mine.data.id, { headers: { 'Idempotency-Key': idempotencyKey } });
    expect(rotated).toMatchObject({ status: 200 });
    expect(rotated.headers.has('idempotent-replayed')).toBe(false);
    await beta.remove(theirs.data.id);
    await clear();
  });

  it('creates one webhook for 50 concurrent calls, in one process and in two', async () => {
    const elsewhere = asking((await secondProcess()).url, world.keys.full);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 ? api : elsewhere).register(onImports, { idempotencyKey })),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    for (const answer of answers)
      if (answer.status !== 201)
        expect(answer).toMatchObject({ status: 409, code: 'CHAVE_DE_IDEMPOTENCIA_EM_USO' });
    expect((await api.list()).data).toHaveLength(1);
    const after = await elsewhere.register(onImports, { idempotencyKey });
    expect(after).toMatchObject({ status: 201, text: done[0]?.text });
    await clear();
  });

  it('also makes a rotation idempotent', async () => {
    const { data: webhook } = await api.register(onImports);
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await api.rotate(webhook.id, { headers });
    const again = await api.rotate(webhook.id, { headers });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.rotate(webhook.id, { headers, body: { immediate: true } })).status).toBe(422);
    const bad = await api.rotate(webhook.id, { headers: { 'Idempotency-Key': 'sim' } });
    expect(bad).toMatchObject({ status: 400, code: 'PARAMETRO_INVALIDO' });
    await clear();
  });
});

const NOBODYS = '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f';
const onBoth = { url: URL_OF_ERP, events: ['import.completed', 'reconciliation.created'] };
const onReconciliations = { url: URL_OF_ERP, events: ['reconciliation.approved'] };
const onWebhooks = { url: URL_OF_ERP, events: ['webhook.failed'] };

// Whose webhooks a key sees: its client's alone, and of these only the ones whose every type it may see
// (docs/spec/keys.md#event-scopes).
describe('webhooks of two clients', () => {
  const as = (name: keyof Clients['keys']) => asking(world.service.url, world.keys[name]);

  const everyUse = (name: keyof Clients['keys'], id: string): readonly Promise<Answer>[] => {
    const api = as(name);
    return [
      api.get(id),
      api.patch(id, { status: 'INACTIVE' }),
      api.patch(id, { url: 'https://9.9.9.9/', events: ['import.completed'] }),
      api.rotate(id),
      api.remove(id),
    ];
  };

  it('are invisible to others: an id of the other client is answered as not found', async () => {
    const { data: mine } = await as('full').register(onBoth);
    const foreign = await Promise.all(everyUse('beta', mine.id));
    const missing = await Promise.all(everyUse('beta', NOBODYS));
    expect(foreign.map(sameness)).toEqual(missing.map(sameness));
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await as('beta').list()).pagination.total).toBe(0);
    expect((await as('full').get(mine.id)).data).toMatchObject({ status: 'ACTIVE', events: onBoth.events });
    await as('full').remove(mine.id);
  });

  it('need the scopes of their types to be registered', async () => {
    const refused = async (name: keyof Clients['keys'], body: object, scope: string) =>
      expect(await as(name).register(body)).toMatchObject({
        status: 403,
        code: 'ESCOPO_INSUFICIENTE',
        error: `Escopo insuficiente: ${scope}`,
      });
    await refused('companies', onImports, 'trial_balances:read');
    await refused('reconciler', onImports, 'trial_balances:read');
    await refused('writer', onReconciliations, 'reconciliations:read');
    await refused('reader', onBoth, 'reconciliations:read');
    const alsoWrong = { url: 'https://10.0.0.1/', events: [...onReconciliations.events, 'outro'] };
    await refused('writer', alsoWrong, 'reconciliations:read');
    const allowed = [
      ['writer', onImports],
      ['reader', onImports],
      ['reconciler', onReconciliations],
      ['companies', onWebhooks],
    ] as const;
    for (const [name, body] of allowed) {
      const { status, data } = await as(name).register(body);
      expect([name, status]).toEqual([name, 201]);
      expect((await as(name).remove(data.id)).status).toBe(204);
    }
  });

  it('are visible only to keys whose scopes cover all their types', async () => {
    const rows = {
      imports: (await as('full').register(onImports)).data.id,
      both: (await as('full').register(onBoth)).data.id,
      own: (await as('full').register(onWebhooks)).data.id,
    };
    const seen = async (name: keyof Clients['keys']) => {
      const { data, pagination } = await as(name).list();
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await seen('full')).toEqual([rows.imports, rows.both, rows.own]);
    expect(await seen('writer')).toEqual([rows.imports, rows.own]);
    expect(await seen('reconciler')).toEqual([rows.own]);
    const unseen = await Promise.all(everyUse('writer', rows.both));
    const missing = await Promise.all(everyUse('writer', NOBODYS));
    expect(unseen.map(sameness)).toEqual(missing.map(sameness));
    expect((await as('writer').get(rows.imports)).status).toBe(200);
    for (const id of Object.values(rows)) await as('full').remove(id);
  });

  it('are not replayed by a key that may not see their current types', async () => {
    const idempotencyKey = randomUUID();
    const { data: row } = await as('writer').register(onImports, { idempotencyKey });
    expect((await as('reader').register(onImports, { idempotencyKey })).data.secret).toBe(row.secret);
    await as('full').patch(row.id, { events: onBoth.events });
    const answer = await as('writer').register(onImports, { idempotencyKey });
    expect(answer).toMatchObject({ status: 403, error: 'Escopo insuficiente: reconciliations:read' });
    expect((await as('companies').register(onImports, { idempotencyKey })).status).toBe(403);
    expect((await as('full').register(onImports, { idempotencyKey })).data.secret).toBe(row.secret);
    await as('full').remove(row.id);
  });
});
