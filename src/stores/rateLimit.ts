// Counters of the rate limit: of one process, or shared by all in Redis.
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_WINDOW_SECONDS, type Hit, type RateLimit } from '../api/http/rateLimit.js';

// Counters shared by all processes, in Redis: one script, one round trip. While Redis does not answer, each process counts
// locally, so that a limit never stops the service. The options were measured against a stopped, a killed and an absent
// server; the client's defaults hold every request for seconds.

/** Time limit of an answer: 100 times what a running server takes. */
const ANSWER_MS = 150;
const CONNECT_MS = 2_000;
/** A connection that is silent for this long while answers are due is replaced. */
const SILENT_MS = 2_000;
const RECONNECT_MIN_MS = 50;
const RECONNECT_MAX_MS = 2_000;

const CLIENT_OPTIONS = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: ANSWER_MS,
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENT_MS,
  /** A call counted locally must not be counted by Redis later, in another minute. */
  autoResendUnfulfilledCommands: false,
  /** A primary that became a replica refuses writes: reconnects, as the address then resolves to the new primary. */
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  /** Retries without limit, with exponential back-off and jitter. */
  retryStrategy: (attempt: number) =>
    Math.min(RECONNECT_MIN_MS * 2 ** Math.min(attempt, 10), RECONNECT_MAX_MS) * (0.5 + Math.random() / 2),
};

export type RedisRateLimitOptions = Readonly<{
  /** `redis://` or `rediss://`. */
  url: string;
  /** Separates deployments that share a server. */
  prefix: string;
  perMinute: number;
  windowSeconds?: number;
  /** Called for each call counted locally. */
  onFallback(): void;
}>;

export type RedisRateLimit = RateLimit & Readonly<{ close(): Promise<void> }>;

/** Waits for no server. @throws when the URL is wrong */
export function openRedisRateLimit(options: RedisRateLimitOptions): RedisRateLimit {
  const { url, prefix, perMinute, windowSeconds = RATE_WINDOW_SECONDS, onFallback } = options;
  const client = new Redis(url, CLIENT_OPTIONS);
  client.on('error', () => undefined); // `onFallback` reports each call counted locally
  void client.connect().catch(() => undefined);

  class CountedMemory extends RateLimiterMemory {
    override consume(...call: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
      onFallback();
      return super.consume(...call);
    }
  }
  const limits = { points: perMinute, duration: windowSeconds, keyPrefix: prefix };
  const limiter = new RateLimiterRedis({
    ...limits,
    storeClient: client,
    rejectIfRedisNotReady: true,
    // An exhausted counter is refused locally until its window ends.
    inMemoryBlockOnConsumed: perMinute + 1,
    insuranceLimiter: new CountedMemory(limits),
  });

  return {
    ...countingWith(limiter, perMinute, windowSeconds),
    async close() {
      client.disconnect();
    },
  };
}

// Counters of one process. Exact: counting is synchronous.

/** @param windowSeconds how long the window lasts that starts with a counter's first call */
export function createMemoryRateLimit(perMinute: number, windowSeconds: number = RATE_WINDOW_SECONDS): RateLimit {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  return countingWith(limiter, perMinute, windowSeconds);
}

function countingWith(
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
