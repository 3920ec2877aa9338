// Counters shared by all processes, in Redis: one script, one round trip. While Redis does not answer, each
// process counts locally, so that a limit never stops the service. The options were measured against a stopped, a
// killed and an absent server; the client's defaults hold every request for seconds.
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { RATE_WINDOW_SECONDS, type RateLimit } from '../api/http/rateLimit.js';
import { countingWith } from './rateLimit.js';

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
  /** A primary turned replica refuses writes: reconnects, as the address then resolves to the new primary. */
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
  /** Called with each error of the connection, without its password. */
  onError(reason: string): void;
}>;

export type RedisRateLimit = RateLimit & Readonly<{ close(): Promise<void> }>;

/** Waits for no server. @throws when the URL is wrong */
export function openRedisRateLimit(options: RedisRateLimitOptions): RedisRateLimit {
  const { url, prefix, perMinute, windowSeconds = RATE_WINDOW_SECONDS, onFallback, onError } = options;
  const client = new Redis(url, CLIENT_OPTIONS);
  // A path that is no number of a database would end the process once connected.
  if (Number.isNaN(client.options.db)) throw new TypeError('not the number of a database');
  // A name of several addresses fails without a message.
  client.on('error', ({ message, code = '' }: NodeJS.ErrnoException) => onError(message || code));
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
