// The error middleware: whatever a later step throws becomes status and envelope.
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { DomainError } from '../../domain/problem.js';
import { httpProblems, type Place } from '../../messages/httpProblems.js';
import type { Call } from '../call.js';
import type { HttpMetrics } from './metrics.js';
import { answerTo, ClientGone, HttpError, JSON_TYPE, isDefect, type ErrorEnvelope } from './problems.js';

export type ErrorDependencies = Readonly<{
  log: Logger;
  metrics: Pick<HttpMetrics, 'countUnauthenticated'>;
  isUnavailable(error: unknown): boolean;
}>;

export function answerErrors({ log, metrics, isUnavailable }: ErrorDependencies): Middleware<Call> {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && (context.body === null || context.body === undefined))
        throw new Error(`${context.state.route} gave no answer`);
    } catch (thrown) {
      if (thrown instanceof ClientGone) {
        context.respond = false;
        return;
      }
      const error = isDefect(thrown) && isUnavailable(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
      if (error !== thrown || isDefect(error))
        log.error({ ...traceOf(context.state), err: thrown }, 'request failed');
      if (error instanceof HttpError && error.problem.is === 'KeyInvalid') metrics.countUnauthenticated();
      const { status, headers = {}, body, locations } = answerTo(error);
      context.status = status;
      context.set(headers);
      context.type = JSON_TYPE;
      context.body = JSON.stringify(isGraphql(context.url) ? inBothShapes(status, body, locations) : body);
    }
  };
}

/** What names the request in a line of the log. */
export function traceOf({ requestId, traceparent }: Call): object {
  return { requestId, ...(traceparent !== undefined && { traceparent }) };
}

export const GRAPHQL_PATH = '/api/v1/graphql';

function isGraphql(url: string): boolean {
  return url === GRAPHQL_PATH || url.startsWith(`${GRAPHQL_PATH}?`);
}

/** Errors before execution have both shapes; only here does a 401 have a code (docs/spec/graphql.md#errors). */
export function inBothShapes(status: number, envelope: ErrorEnvelope, locations?: readonly Place[]): object {
  const code = status === 401 ? httpProblems.KeyInvalid.code : envelope.code;
  const error = { message: envelope.error, ...(locations && { locations }), extensions: { code } };
  return { ...envelope, errors: [error] };
}
