// The contract on whatever server REDIS_URL names, and what Redis adds: one limit for all processes. What happens
// while it is away is tested without any server.
import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '#jest';
import { Redis } from 'ioredis';
import { openRedisRateLimit } from '../../src/stores/redisRateLimit.js';
import { withStore } from '../stores/mongo/database.js';
import { freePort, startServer } from '../support/installedServers.js';
import { withServers } from '../support/servers.js';
import { until } from '../support/until.js';
import { rateLimitContract } from './rateLimit.contract.js';

async function opened(url: string, perMinute: number, windowSeconds = 60, prefix: string = randomUUID()) {
  let fallbacks = 0;
  const reasons = new Set<string>();
  const limit = openRedisRateLimit({
    url,
    prefix,
    perMinute,
    windowSeconds,
    onFallback: () => (fallbacks += 1),
    onError: (reason) => reasons.add(reason),
  });
  return { limit, fallbacks: () => fallbacks, reasons };
}

/** Resolves once calls are counted by the server. */
async function connected(url: string, perMinute: number, windowSeconds = 60, prefix: string = randomUUID()) {
  const { limit, fallbacks } = await opened(url, perMinute, windowSeconds, prefix);
  await until(async () => {
    const before = fallbacks();
    await limit.hit(`connecting ${randomUUID()}`);
    return fallbacks() === before;
  });
  return { limit, fallbacks };
}

withStore('REDIS_URL', (url) => {
  rateLimitContract('Redis', async (perMinute, windowSeconds) => {
    const { limit } = await connected(url, perMinute, windowSeconds);
    return { limit, close: () => limit.close() };
  });

  describe('the rate limit in Redis', () => {
    it('is shared by all processes, whatever their share of the calls', async () => {
      const prefix = randomUUID();
      const processes = await Promise.all([1, 2, 3].map(() => connected(url, 30, 60, prefix)));
      const counter = randomUUID();
      const hits = await Promise.all(
        Array.from(
          { length: 90 },
          (_, at) => processes[at % 3]?.limit.hit(counter) ?? Promise.reject(new Error()),
        ),
      );
      expect(hits.filter(({ allowed }) => allowed)).toHaveLength(30);
      for (const { limit } of processes) await limit.close();
    });

    it('counts deployments that share a server separately', async () => {
      const one = await connected(url, 1);
      const other = await connected(url, 1);
      const counter = randomUUID();
      expect((await one.limit.hit(counter)).allowed).toBe(true);
      expect((await other.limit.hit(counter)).allowed).toBe(true);
      await one.limit.close();
      await other.limit.close();
    });
  });
});

/** An address of a Redis: where it leads may change, for connections made from then on. */
async function startAddress(redisUrl: string) {
  let to = redisUrl;
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const redis = connect(Number(new URL(to).port), '127.0.0.1');
    sockets.push(client, redis);
    for (const socket of [client, redis]) socket.on('error', () => undefined);
    client.pipe(redis).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url: string) => void (to = url),
    /** Without closing connections, as when a machine vanishes. */
    loseAll() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

withServers(['redis'], () =>
  describe('the rate limit when Redis is elsewhere', () => {
    const LOST = {
      'became a replica, which keeps its connections': async ({ old }: { old: Redis }) =>
        void (await old.replicaof('127.0.0.1', 9)),
      'vanished with its machine, without a word': async ({ loseAll }: { loseAll(): void }) => loseAll(),
    };
    it.each(Object.entries(LOST))(
      'follows the address to another server after the old one %s',
      async (_, lose) => {
        const before = await startServer('redis');
        const after = await startServer('redis');
        const address = await startAddress(before.url);
        const old = new Redis(before.url);
        const { limit, fallbacks } = await connected(address.url, 5);
        try {
          address.leadTo(after.url);
          await lose({ old, loseAll: address.loseAll });
          await until(async () => {
            const alone = fallbacks();
            await limit.hit(randomUUID());
            return fallbacks() === alone;
          });
        } finally {
          await limit.close();
          old.disconnect();
          await address.close();
          await Promise.all([before.remove(), after.remove()]);
        }
      },
    );

    it('says why it counts locally, without the password', async () => {
      const server = await startServer('redis');
      const { host } = new URL(server.url);
      const none = `127.0.0.1:${freePort()}`;
      try {
        for (const [url, reason] of [
          [`redis://ana:segredo@${none}`, `connect ECONNREFUSED ${none}`],
          [`redis://ana:segredo@${host}`, expect.stringMatching(/^WRONGPASS/)],
          [`redis://${host}/9999`, expect.stringMatching(/index/)],
        ] as const) {
          const { limit, reasons } = await opened(url, 5);
          await until(async () => reasons.size > 0, url);
          expect([...reasons]).toEqual([reason]);
          await limit.close();
        }
      } finally {
        await server.remove();
      }
    });

    it('does not add calls that processes counted locally: they would use up the next minute', async () => {
      const server = await startServer('redis');
      const address = await startAddress(server.url);
      const prefix = randomUUID();
      const counter = randomUUID();
      const { limit, fallbacks } = await connected(address.url, 5, 60, prefix);
      const redis = new Redis(server.url);
      try {
        address.loseAll();
        for (let hit = 0; hit < 5; hit += 1) await limit.hit(counter);
        expect(fallbacks()).toBeGreaterThanOrEqual(5);
        await until(async () => {
          const alone = fallbacks();
          await limit.hit(randomUUID());
          return fallbacks() === alone;
        });
        expect(await redis.keys(`${prefix}:*`)).not.toEqual([]);
        expect(await redis.exists(`${prefix}:${counter}`)).toBe(0);
      } finally {
        redis.disconnect();
        await limit.close();
        await address.close();
        await server.remove();
      }
    });
  }),
);

withServers(['redis'], () =>
  describe('the cost of a decision', () => {
    it('is one Redis command, also for a refusal, and none once the window is known to be exhausted', async () => {
      const server = await startServer('redis');
      const { limit } = await connected(server.url, 5);
      const admin = new Redis(server.url);
      const monitor = await admin.monitor();
      const commands: string[] = [];
      // What a script does inside the server is no round trip.
      monitor.on('monitor', (_time: string, words: readonly string[], source: string) => {
        if (source !== 'lua') commands.push((words[0] ?? '').toLowerCase());
      });
      try {
        const counter = randomUUID();
        const allowed: boolean[] = [];
        for (let hit = 0; hit < 9; hit += 1) allowed.push((await limit.hit(counter)).allowed);
        expect(allowed).toEqual([true, true, true, true, true, false, false, false, false]);
        await admin.echo('the end');
        await until(() => commands.includes('echo'));
        expect(commands.filter((name) => name !== 'echo')).toEqual(Array(6).fill('evalsha'));
      } finally {
        monitor.disconnect();
        admin.disconnect();
        await limit.close();
        await server.remove();
      }
    });
  }),
);

describe('the rate limit while Redis is away', () => {
  it('answers at once and counts in the process when nothing listens there', async () => {
    const { limit, fallbacks } = await opened('redis://127.0.0.1:9', 2);
    const counter = randomUUID();
    const allowed = [];
    for (let call = 0; call < 3; call++) allowed.push((await limit.hit(counter)).allowed);
    expect(allowed).toEqual([true, true, false]);
    expect(fallbacks()).toBe(3);
    await limit.close();
  });

  it('does not wait for a server that accepts connections and never answers', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { limit, fallbacks } = await opened(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, 1);
    // The client's own defaults would hold each call for a minute.
    expect((await limit.hit('a')).allowed).toBe(true);
    expect((await limit.hit('a')).allowed).toBe(false);
    expect(fallbacks()).toBe(2);
    await limit.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
