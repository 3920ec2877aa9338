// The rate limit: counts the calls of a key or a person on a route, and refuses those beyond the limit (429).
// Source: docs/spec/requests.md#rate-limit.
import type { Middleware } from 'koa';
import type { Clock } from '../../commands/kernel/context.js';
import type { HttpProblem } from '../../messages/httpProblems.js';
import { keyOf, type Call, type CallContext } from '../call.js';
import { RATE_WINDOW_SECONDS, type RateLimit } from './rateLimit.js';
import { HttpError } from './problems.js';

/** A call beyond the limit. */
export type RateExceeded = Extract<HttpProblem, { is: 'RateExceeded' }>;

/** Counts the calls of keys. @throws HttpError RateExceeded */
export function limitRate(rateLimit: RateLimit, clock: Clock): Middleware<Call> {
  return async (context, next) => {
    const exceeded = await countCall(context, { rateLimit, clock }, String(keyOf(context).keyId));
    if (exceeded !== null) throw new HttpError(exceeded);
    await next();
  };
}

/**
 * Counts a call on the request's route.
 * @param caller has one counter for each route
 * @returns null within the limit
 */
export async function countCall(
  context: Pick<CallContext, 'state' | 'set'>,
  { rateLimit: { perMinute, hit }, clock }: Readonly<{ rateLimit: RateLimit; clock: Clock }>,
  caller: string,
): Promise<RateExceeded | null> {
  const { allowed, remaining, resetMs } = await hit(`${caller} ${context.state.route}`);
  context.set('X-RateLimit-Limit', String(perMinute));
  context.set('X-RateLimit-Remaining', String(remaining));
  context.set('X-RateLimit-Reset', String(Math.ceil((clock.now().getTime() + resetMs) / 1000)));
  if (allowed) return null;
  const seconds = Math.min(Math.max(Math.ceil(resetMs / 1000), 1), RATE_WINDOW_SECONDS);
  return { is: 'RateExceeded', perMinute, retryAfterSeconds: seconds };
}
