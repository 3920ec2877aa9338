// The outermost step of every request: gives it an id, turns whatever was thrown into an envelope, and reports the
// request once: one log line, metrics, and the call log when a key was accepted.
import type { Middleware, ParameterizedContext } from 'koa';
import type { Logger } from 'pino';
import type { Clock } from '../../commands/context.js';
import { DomainError } from '../../domain/kernel/problem.js';
import type { Call } from '../call.js';
import { neverContinued } from './body.js';
import type { CallLog } from './callLog.js';
import { JSON_TYPE, SECURITY_HEADERS } from './headers.js';
import type { HttpMetrics } from './metrics.js';
import { ClientGone, HttpError, answerTo, isDefect } from './problems.js';
import { beginRequest, endRequest } from './requestId.js';

export type AnsweringDependencies = Readonly<{
  log: Logger;
  metrics: HttpMetrics;
  callLog: Pick<CallLog, 'record'>;
  clock: Clock;
  isOutOfReach(error: unknown): boolean;
  /** True once the service stops: each answer then ends its connection. */
  isStopping(): boolean;
}>;

/** What the log calls a request whose client left before it was answered; never sent. */
const CLIENT_GONE = 499;

type Context = ParameterizedContext<Call>;

export function answering(deps: AnsweringDependencies): Middleware<Call> {
  const { clock } = deps;
  return async (context, next) => {
    const { req, res } = context;
    const { socket } = req;
    const address = socket.remoteAddress ?? '';
    const startedMs = clock.monotonicMs();
    const requestId = beginRequest(socket);
    context.state = { requestId, startedMs, route: 'unmatched', key: null };
    res.setHeader('X-Request-Id', requestId);
    for (const [name, value] of SECURITY_HEADERS) res.setHeader(name, value);
    let status = CLIENT_GONE;
    try {
      await next();
      ({ status } = context);
    } catch (error) {
      status = answerError(deps, context, error);
    }
    if (deps.isStopping() || neverContinued(req)) res.setHeader('Connection', 'close');
    endRequest(socket);
    report(deps, context.state, status, address);
  };
}

/** @returns the status for the log */
function answerError(deps: AnsweringDependencies, context: Context, thrown: unknown): number {
  if (thrown instanceof ClientGone) {
    context.respond = false;
    return CLIENT_GONE;
  }
  const error = isDefect(thrown) && deps.isOutOfReach(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
  if (error !== thrown || isDefect(error))
    deps.log.error({ requestId: context.state.requestId, err: thrown }, 'request failed');
  if (error instanceof HttpError && error.problem.is === 'KeyInvalid') deps.metrics.unauthenticated();
  const { status, body, headers } = answerTo(error);
  context.status = status;
  context.res.setHeader('Content-Type', JSON_TYPE);
  for (const [name, value] of Object.entries(headers ?? {})) context.res.setHeader(name, value);
  context.body = body;
  return status;
}

function report(deps: AnsweringDependencies, call: Call, status: number, address: string): void {
  const { requestId, route, key, startedMs } = call;
  const durationMs = deps.clock.monotonicMs() - startedMs;
  const ms = Math.round(durationMs * 1000) / 1000;
  deps.metrics.answered(route, status, durationMs);
  if (key === null) return deps.log.info({ requestId, route, status, ms }, 'request');
  const { keyId, name: keyName, clientId } = key;
  deps.log.info({ requestId, clientId, keyName, route, status, ms }, 'request');
  const at = deps.clock.now().getTime();
  deps.callLog.record({ at, requestId, keyId, keyName, clientId, route, status, durationMs: ms, address });
}
