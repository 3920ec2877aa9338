// The rate limit: middleware that counts the calls of a key on a route, and refuses those beyond the limit (429).
// Source: docs/spec/requests.md#rate-limit.
import type { Middleware } from 'koa';
import type { Clock } from '../../commands/kernel/context.js';
import { keyOf, type Call } from '../call.js';
import { RATE_WINDOW_SECONDS, type RateLimit } from './rateLimit.js';
import { HttpError } from './response/problems.js';

/** @throws HttpError RateExceeded */
export function limitRate({ perMinute, hit }: RateLimit, clock: Clock): Middleware<Call> {
  return async (context, next) => {
    const { allowed, remaining, resetMs } = await hit(`${keyOf(context).keyId} ${context.state.route}`);
    context.set('X-RateLimit-Limit', String(perMinute));
    context.set('X-RateLimit-Remaining', String(remaining));
    context.set('X-RateLimit-Reset', String(Math.ceil((clock.now().getTime() + resetMs) / 1000)));
    if (!allowed) {
      const seconds = Math.min(Math.max(Math.ceil(resetMs / 1000), 1), RATE_WINDOW_SECONDS);
      throw new HttpError({ is: 'RateExceeded', perMinute, retryAfterSeconds: seconds });
    }
    await next();
  };
}
