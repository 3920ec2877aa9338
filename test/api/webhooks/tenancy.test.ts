// Whose webhooks a key sees: its client's alone, and of these only the ones whose every type it may see
// (docs/spec/keys.md#event-scopes).
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { sameness } from '../support/clean.js';
import { asking, onImports, URL_OF_ERP, type Answer } from './asking.js';
import { startClients, type Clients } from './clients.js';

const NOBODYS = '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f';
const onBoth = { url: URL_OF_ERP, events: ['import.completed', 'reconciliation.created'] };
const onReconciliations = { url: URL_OF_ERP, events: ['reconciliation.approved'] };
const onWebhooks = { url: URL_OF_ERP, events: ['webhook.failed'] };

describe('webhooks of two clients', () => {
  let clients: Clients;
  const as = (name: keyof Clients['keys']) => asking(clients.service.url, clients.keys[name]);

  beforeAll(async () => {
    clients = await startClients();
  });
  afterAll(() => clients.stop());

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
    const [foreign, missing] = [
      await Promise.all(everyUse('beta', mine.id)),
      await Promise.all(everyUse('beta', NOBODYS)),
    ];
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

  it('accept no type that the key may not see', async () => {
    const { data: row } = await as('writer').register(onImports);
    const answer = await as('writer').patch(row.id, { events: onBoth.events });
    expect(answer).toMatchObject({ status: 403, error: 'Escopo insuficiente: reconciliations:read' });
    expect((await as('writer').get(row.id)).data.events).toEqual(onImports.events);
    expect((await as('writer').patch(row.id, { events: ['import.failed'] })).status).toBe(200);
    await as('full').remove(row.id);
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
