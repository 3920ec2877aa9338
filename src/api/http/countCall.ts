// Counts the calls of a key or a person on a route, within the limit. Source: docs/spec/requests.md#rate-limit.
import type { Clock } from '../../commands/kernel/context.js';
import type { HttpProblem } from '../../messages/httpProblems.js';
import type { CallContext } from '../call.js';
import { RATE_WINDOW_SECONDS, type RateLimit } from './rateLimit.js';

export type RateExceeded = Extract<HttpProblem, { is: 'RateExceeded' }>;

/** Counts a call on the request's route. @param caller has a counter for each @returns null within the limit */
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
