// Counters of the rate limit of one process. Exact: counting is synchronous.
import { RateLimiterMemory, RateLimiterRes, type RateLimiterRedis } from 'rate-limiter-flexible';
import { RATE_WINDOW_SECONDS, type Hit, type RateLimit } from '../api/http/rateLimit.js';

/** @param windowSeconds how long the window lasts that starts with a counter's first call */
export function createMemoryRateLimit(perMinute: number, windowSeconds: number = RATE_WINDOW_SECONDS): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  return countingWith(limiter, perMinute, windowSeconds);
}

export function countingWith(
  limiter: RateLimiterMemory | RateLimiterRedis,
  perMinute: number,
  windowSeconds: number,
): RateLimit {
  /** At most one window, even if a clock jumps. */
  const untilReset = ({ msBeforeNext }: RateLimiterRes): number =>
    Math.min(Math.max(msBeforeNext, 1), windowSeconds * 1_000);
  const passed = (result: RateLimiterRes): Hit => ({
    allowed: true,
    remaining: result.remainingPoints,
    resetMs: untilReset(result),
  });
  const refused = (result: unknown): Hit => {
    if (!(result instanceof RateLimiterRes)) throw result;
    return { allowed: false, remaining: 0, resetMs: untilReset(result) };
  };
  return { perMinute, hit: (counter) => limiter.consume(counter).then(passed, refused) };
}
