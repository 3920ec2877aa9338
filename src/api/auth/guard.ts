// Before a route's handler runs: key (401), rate limit (429), scope (403), in this order.
// Source: docs/spec/requests.md#order-of-checks.
import { inTime } from '../../commands/kernel/deadline.js';
import type { Clock } from '../../commands/kernel/context.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { READ_TIMEOUT_MS, type CallContext, type Route } from '../call.js';
import type { WrittenPositions } from '../writtenPositions.js';
import { HttpError } from '../http/response/problems.js';
import { RATE_WINDOW_SECONDS, type RateLimit } from '../http/rateLimit.js';
import type { Authenticate } from './authenticate.js';

export type GuardDependencies = Readonly<{
  authenticate: Authenticate;
  rateLimit: RateLimit;
  clock: Clock;
  written: Pick<WrittenPositions, 'waitFor'>;
}>;

/** The handler of a route behind its key. A read waits for what the same key has just written. */
export function guarded(deps: GuardDependencies, { method, path, scope, handle }: Route) {
  const { authenticate, rateLimit, clock, written } = deps;
  const route = `${method} ${path}`;
  return async (context: CallContext): Promise<void> => {
    const { state } = context;
    state.route = route;
    const found = authenticate(context.req);
    const key: KeyRecord = found instanceof Promise ? await found : found;
    state.key = key;
    const hit = await rateLimit.hit(`${key.keyId} ${route}`);
    state.hit = hit;
    // Now, for the answer may come much later: an import takes as long as its body does.
    state.resetAt = Math.ceil((clock.now().getTime() + hit.resetMs) / 1000);
    if (!hit.allowed)
      throw new HttpError({
        is: 'RateExceeded',
        perMinute: rateLimit.perMinute,
        retryAfterSeconds: Math.min(Math.max(Math.ceil(hit.resetMs / 1000), 1), RATE_WINDOW_SECONDS),
      });
    if (scope !== null && !key.scopes.includes(scope)) refuse({ is: 'ScopeMissing', scope });
    const answer = async () => {
      if (scope?.endsWith(':read') === true) {
        const waiting = written.waitFor(key.keyId);
        if (waiting instanceof Promise) await waiting;
      }
      return handle(context, key);
    };
    // Any other method may have a body, which takes as long as its sender does: what follows it has a time of its own.
    state.answer = await (method === 'GET' ? inTime(READ_TIMEOUT_MS, answer()) : answer());
  };
}
