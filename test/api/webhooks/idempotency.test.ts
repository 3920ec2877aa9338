// The same Idempotency-Key makes one webhook, whatever happens in between
// (docs/spec/webhooks.md#idempotency).
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { startClients, type Clients } from './clients.js';
import { asking, onImports } from './asking.js';

describe('an Idempotency-Key', () => {
  let world: Clients;
  let api: ReturnType<typeof asking>;

  beforeAll(async () => {
    world = await startClients();
    api = asking(world.service.url, world.keys.full);
  });
  afterAll(async () => {
    await world.stop();
  });

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

  it('is refused with another body', async () => {
    const idempotencyKey = randomUUID();
    await api.register(onImports, { idempotencyKey });
    for (const body of [
      { ...onImports, url: 'https://8.8.8.8/outro' },
      { ...onImports, events: ['import.failed'] },
    ])
      expect(await api.register(body, { idempotencyKey })).toMatchObject({
        status: 422,
        code: 'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA',
      });
    expect((await api.list()).data).toHaveLength(1);
    await clear();
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
    const other = await world.another();
    const elsewhere = asking(other.url, world.keys.full);
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
    // And with keys of their own, exactly as many as a client may have.
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? api : elsewhere).register(onImports)),
    );
    const counts = (status: number) => many.filter((answer) => answer.status === status).length;
    expect([counts(201), counts(409)]).toEqual([20, 20]);
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
