// The same Idempotency-Key makes one webhook although the service is killed in between
// (docs/spec/webhooks.md#idempotency).
import { beforeAll, describe, expect, it } from '#jest';
import { randomUUID } from 'node:crypto';
import { startClients, type Clients } from './clients.js';
import { asking, onImports } from './asking.js';

describe('an Idempotency-Key', () => {
  let world: Clients;
  beforeAll(async () => {
    world = await startClients();
  });

  it('is still valid when the service dies before it answers', async () => {
    const idempotencyKey = randomUUID();
    // The answer may or may not come: what counts is what the next call gets.
    const [first] = await Promise.all([
      asking(world.service.url, world.keys.full)
        .register(onImports, { idempotencyKey })
        .catch(() => null),
      (async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await world.service.kill();
      })(),
    ]);
    const restarted = await world.another();
    const api = asking(restarted.url, world.keys.full);
    const again = await api.register(onImports, { idempotencyKey });
    expect(again.status).toBe(201);
    if (first !== null) expect(again.text).toBe(first.text);
    const third = await api.register(onImports, { idempotencyKey });
    expect(third).toMatchObject({ status: 201, text: again.text });
    expect(third.headers.get('idempotent-replayed')).toBe('true');
    expect((await api.list()).data).toHaveLength(1);
  });
});
