// Redis is taken away under load (docs/spec/requests.md#rate-limit): every request keeps its status, each process
// limits by itself, and the one limit for all is back without a restart.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { client } from '../support/client.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { problemsAtRest, startLoad, statusesOf, unfitAnswers, type Load } from './support/load.js';
import { isReady, metric, ready, startBehindLink, type Addressed, type Store } from '../support/scaledOut.js';
import { withServers } from '../support/servers.js';
import { startService, temporaryDir, type Service } from '../support/service.js';
import { PATIENCE_MS, until } from '../support/until.js';

/** A Redis that does not answer adds 150 ms; the rest is for a busy machine. */
const ANSWER_MAX_MS = 60_000;
const LIMIT = 10;
/**
 * How Redis goes, and how it comes back. Each way has routes of its own to count calls on: a window lasts a
 * minute.
 */
const AWAY = {
  killed: {
    go: (redis) => redis.kill(),
    back: (redis) => redis.startAgain(),
    whileAway: '/api/v1/companies',
    afterwards: '/v1/webhooks', // the load asks for none of these: it would be counted along with the calls
  },
  frozen: {
    go: async (redis) => redis.freeze(),
    back: async (redis) => redis.thaw(),
    whileAway: '/api/v1/reconciliations',
    afterwards: '/api/v1/chart-of-accounts?companyId=1',
  },
  'behind a parted network': {
    go: async (redis) => redis.link.become('stall'),
    back: async (redis) => redis.link.become('pass'),
    whileAway: '/api/v1/chart-of-accounts/1/accounts',
    afterwards: '/api/v1/trial-balances/1/lines',
  },
} satisfies Record<string, Way>;

type Way = Record<'go' | 'back', (redis: Store) => Promise<void>> & Record<'whileAway' | 'afterwards', string>;

withServers(['redis'], () =>
  describe('Redis under load', () => {
    let dataDir: string;
    let redis: Addressed;
    let apis: Service[] = [];
    let limited: Service[] = [];
    const removals: (() => Promise<void>)[] = [];
    let ledger: Ledger;
    let load: Load;

    beforeAll(async () => {
      dataDir = await temporaryDir();
      redis = await startBehindLink('redis', removals);
      const start = (env: Record<string, string>) =>
        startService({ dataDir, env: { REDIS_URL: redis.url, ...env } });
      const first = await start({ ROLES: 'api,projector' });
      ledger = await registerLedger(dataDir, { companies: 3 });
      const few = { ROLES: 'api', RATE_LIMIT_PER_MINUTE: String(LIMIT) };
      const [second, ...others] = await Promise.all([start({ ROLES: 'api' }), start(few), start(few)]);
      [apis, limited] = [[first, second], others];
      await Promise.all([...apis, ...limited].map((service) => ready(service, PATIENCE_MS)));
      load = startLoad({ urls: () => apis.map(({ url }) => url), ledger });
      await load.next(2);
    });
    afterAll(async () => {
      await load.stop();
      await Promise.all([...apis, ...limited].map((service) => service.kill()));
      await Promise.all(removals.map((remove) => remove()));
    });

    /** @returns how many of 2 × LIMIT + 10 calls of one route, spread over both processes, passed */
    async function passed(path: string): Promise<number> {
      const statuses = await Promise.all(
        Array.from({ length: 2 * LIMIT + 10 }, async (_, at) => {
          return (await client(limited[at % 2]?.url ?? '', ledger.key).get(path)).status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      return statuses.filter((status) => status === 200).length;
    }

    it.each(Object.entries(AWAY))(
      '%s, changes no answer: each process counts locally until it is back',
      async (_, { go, back, whileAway, afterwards }) => {
        await go(redis);
        const counted = await Promise.all(apis.map((each) => metric(each, 'rate_limit_fallback')));
        const { writes, reads } = await load.next(3);
        expect(statusesOf([...writes, ...reads])).toEqual([200, 201]);
        expect(await passed(whileAway)).toBe(2 * LIMIT);
        for (const [at, each] of apis.entries()) {
          expect(await isReady(each)).toBe(true);
          expect(await metric(each, 'rate_limit_fallback')).toBeGreaterThan(counted[at] ?? NaN);
        }
        await back(redis);
        await Promise.all(
          [...apis, ...limited].map((each) => until(() => countsInRedis(each), 'Redis', PATIENCE_MS)),
        );
        // On a machine so busy that Redis takes longer than it may, some calls are again counted by one process
        // alone.
        const before = await countedAlone();
        const through = await passed(afterwards);
        const alone = (await countedAlone()) - before;
        expect(through).toBeGreaterThanOrEqual(LIMIT);
        expect(through).toBeLessThanOrEqual(LIMIT + alone);
      },
    );

    it('leaves consistent data and no unexpected answer', async () => {
      await load.stop();
      expect(await problemsAtRest(apis[1]?.url ?? '', ledger, load.history)).toEqual([]);
      expect(unfitAnswers(load.calls, ANSWER_MAX_MS)).toEqual([]);
      expect(statusesOf(load.calls)).toEqual([200, 201]);
    });

    async function countedAlone(): Promise<number> {
      const counts = await Promise.all(limited.map((each) => metric(each, 'rate_limit_fallback')));
      return counts.reduce((sum, count) => sum + count, 0);
    }

    async function countsInRedis(service: Service): Promise<boolean> {
      const before = await metric(service, 'rate_limit_fallback');
      await client(service.url, ledger.key).post('/api/v1/trial-balances', {});
      return (await metric(service, 'rate_limit_fallback')) === before;
    }
  }),
);
