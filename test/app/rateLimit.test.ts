// Deployments of one environment may share a Redis: their keys have the same numbers, and are other keys.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { openRateLimit } from '../../src/app/stores.js';
import { startServer, type RunningServer } from '../support/installedServers.js';
import { withServers } from '../support/servers.js';
import { until } from '../support/until.js';

withServers(['redis'], () =>
  describe('the rate limit of deployments that share a Redis', () => {
    let redis: RunningServer;
    beforeAll(async () => {
      redis = await startServer('redis');
    });
    afterAll(() => redis.remove());

    it('counts calls of one log together and of other logs apart', async () => {
      let alone = 0;
      const config = { redisUrl: redis.url, environment: 'production', rateLimitPerMinute: 2 } as const;
      const open = (logId: string) =>
        openRateLimit(config, () => logId, { onFallback: () => (alone += 1), onError: () => undefined });
      const limits = await Promise.all(['log-1', 'log-1', 'log-2'].map(open));
      for (const limit of limits)
        await until(async () => {
          const before = alone;
          await limit.hit('connecting');
          return alone === before;
        }, 'Redis');
      alone = 0;
      const remaining = [];
      for (const limit of limits) remaining.push((await limit.hit('1 GET /api/v1/companies')).remaining);
      expect([remaining, alone]).toEqual([[1, 0, 1], 0]);
      await Promise.all(limits.map((limit) => limit.close()));
    });
  }),
);
