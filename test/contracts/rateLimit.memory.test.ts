import { createMemoryRateLimit } from '../../src/stores/rateLimit.js';
import { rateLimitContract } from './rateLimit.contract.js';

rateLimitContract('memory', async (perMinute, windowSeconds) => ({
  limit: createMemoryRateLimit(perMinute, windowSeconds),
  close: async () => undefined,
}));
