// Before a route's handler runs: key (401), rate limit (429), scope (403), in this order (decisions 2).
import type { Clock } from '../../commands/context.js';
import type { KeyRecord } from '../../domain/registers/registers.js';
import type { CallContext, Route } from '../call.js';
import type { WrittenPositions } from '../dependencies.js';
import { HttpError } from '../http/problems.js';
import { RATE_WINDOW_SECONDS, type Hit, type RateLimit } from '../http/rateLimit.js';
import type { Authenticate } from './authenticate.js';

export type GuardDependencies = Readonly<{
  authenticate: Authenticate;
  rateLimit: RateLimit;
  written: Pick<WrittenPositions, 'waitFor'>;
  clock: Clock;
}>;

/** The handler of a route behind its key. A read waits for what the same key has just written. */
export function guarded(deps: GuardDependencies, { method, path, scope, handle }: Route) {
  const { authenticate, rateLimit, written, clock } = deps;
  const route = `${method} ${path}`;
  return async (context: CallContext): Promise<void> => {
    context.state.route = route;
    const found = authenticate(context.req);
    const key: KeyRecord = found instanceof Promise ? await found : found;
    context.state.key = key;
    const hit = await rateLimit.hit(`${key.keyId} ${route}`);
    showLimit(context, rateLimit.perMinute, hit, clock.now().getTime());
    if (!hit.allowed)
      throw new HttpError({
        is: 'RateExceeded',
        perMinute: rateLimit.perMinute,
        retryAfterSeconds: Math.min(Math.max(Math.ceil(hit.resetMs / 1000), 1), RATE_WINDOW_SECONDS),
      });
    if (!key.scopes.includes(scope)) throw new HttpError({ is: 'ScopeMissing', scope });
    if (method === 'GET') {
      const shown = written.waitFor(key.keyId);
      if (shown instanceof Promise) await shown;
    }
    await handle(context, key);
  };
}

function showLimit({ res }: CallContext, perMinute: number, { remaining, resetMs }: Hit, nowMs: number): void {
  res.setHeader('X-RateLimit-Limit', perMinute);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', Math.ceil((nowMs + resetMs) / 1000));
}
