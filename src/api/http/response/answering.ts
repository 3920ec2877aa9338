// The outermost step of every request: gives it an id, turns whatever was thrown into an envelope, answers, and
// reports the request once: one log line, metrics, and the call log when a key was accepted.
import type { Logger } from 'pino';
import type { Clock } from '../../../commands/kernel/context.js';
import { DomainError } from '../../../domain/problem.js';
import type { Call, CallContext } from '../../call.js';
import { inBothShapes, isGraphql } from '../../graphql/endpoint.js';
import { send, type Answer } from './answer.js';
import { neverContinued } from '../request/body.js';
import type { CallLog } from '../callLog.js';
import type { RequestLog } from '../logger.js';
import type { HttpMetrics } from '../metrics.js';
import { ClientGone, HttpError, answerTo, isDefect } from './problems.js';
import { beginRequest, endRequest } from '../connection.js';

export type AnsweringDependencies = Readonly<{
  log: Logger;
  requestLog: RequestLog;
  metrics: HttpMetrics;
  callLog: Pick<CallLog, 'record'>;
  clock: Clock;
  perMinute: number;
  isOutOfReach(error: unknown): boolean;
  /** True once the service stops: each answer then ends its connection. */
  isStopping(): boolean;
}>;

/** What the log calls a request whose client left before it was answered; never sent. */
const CLIENT_GONE = 499;

/** @param route the steps after this one */
export function answering(deps: AnsweringDependencies, route: (context: CallContext) => Promise<void>) {
  const { clock } = deps;
  return async (context: CallContext): Promise<void> => {
    const { socket } = context.req;
    const address = socket.remoteAddress ?? '';
    const startedMs = clock.monotonicMs();
    const call: Call = {
      requestId: beginRequest(socket),
      startedMs,
      route: 'unmatched',
      key: null,
      hit: null,
      resetAt: 0,
      answer: null,
    };
    context.state = call;
    const outcome = await outcomeOf(deps, context, route);
    const status = answer(deps, context, outcome);
    endRequest(socket);
    report(deps, call, status, address);
  };
}

/** @returns null when nobody is left to be answered */
async function outcomeOf(
  deps: AnsweringDependencies,
  context: CallContext,
  route: (context: CallContext) => Promise<void>,
): Promise<Answer | null> {
  const { state: call } = context;
  try {
    await route(context);
    return call.answer ?? answerTo(new Error('A route gave no answer'));
  } catch (thrown) {
    if (thrown instanceof ClientGone) return null;
    const error = isDefect(thrown) && deps.isOutOfReach(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
    if (error !== thrown || isDefect(error))
      deps.log.error({ requestId: call.requestId, err: thrown }, 'request failed');
    if (error instanceof HttpError && error.problem.is === 'KeyInvalid') deps.metrics.unauthenticated();
    return isGraphql(context.req.url ?? '') ? inBothShapes(answerTo(error)) : answerTo(error);
  }
}

/** @returns the status for the log */
function answer(deps: AnsweringDependencies, { req, res, state }: CallContext, given: Answer | null): number {
  if (given === null || res.headersSent || res.destroyed) return CLIENT_GONE;
  const more: string[] = [];
  if (state.hit) {
    more.push('X-RateLimit-Limit', String(deps.perMinute), 'X-RateLimit-Remaining', String(state.hit.remaining));
    more.push('X-RateLimit-Reset', String(state.resetAt));
  }
  if (deps.isStopping() || neverContinued(req)) more.push('Connection', 'close');
  send(req, res, state.requestId, given, more);
  return given.status;
}

function report(deps: AnsweringDependencies, call: Call, status: number, address: string): void {
  const { requestId, route, key, startedMs } = call;
  const durationMs = deps.clock.monotonicMs() - startedMs;
  deps.metrics.answered(route, status, durationMs);
  const ms = Math.round(durationMs * 1000) / 1000;
  deps.requestLog({ requestId, key, route, status, ms });
  if (key === null) return;
  const { keyId, name: keyName, clientId } = key;
  const at = deps.clock.now().getTime();
  deps.callLog.record({ at, requestId, keyId, keyName, clientId, route, status, durationMs: ms, address });
}
