// Middleware that reports each request once: one log line, metrics, and the call log when a key was accepted.
import type { Middleware } from 'koa';
import type { Clock } from '../../commands/kernel/context.js';
import type { Call } from '../call.js';
import type { CallLog } from './callLog.js';
import type { RequestLog } from './logger.js';
import type { HttpMetrics } from './metrics.js';

export type ReportDependencies = Readonly<{
  requestLog: RequestLog;
  metrics: Pick<HttpMetrics, 'answered'>;
  callLog: Pick<CallLog, 'record'>;
  clock: Clock;
}>;

/** What the log calls a request whose client left before it was answered; never sent. */
const CLIENT_GONE = 499;

export function reported({ requestLog, metrics, callLog, clock }: ReportDependencies): Middleware<Call> {
  return async (context, next) => {
    await next();
    const { requestId, traceparent, route, key, startedMs, address } = context.state;
    const isGone = context.respond === false || context.headerSent || context.res.destroyed;
    const status = isGone ? CLIENT_GONE : context.status;
    const durationMs = clock.monotonicMs() - startedMs;
    metrics.answered(route, status, durationMs);
    const ms = Math.round(durationMs * 1000) / 1000;
    requestLog({ requestId, traceparent, key, route, status, ms });
    if (key === null) return;
    const { keyId, name: keyName, clientId } = key;
    const at = clock.now().getTime();
    callLog.record({ at, requestId, keyId, keyName, clientId, route, status, durationMs: ms, address });
  };
}
