// The error middleware: whatever a later step throws becomes status and envelope.
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { DomainError } from '../../domain/problem.js';
import type { Call } from '../call.js';
import { inBothShapes, isGraphql } from '../graphql/endpoint.js';
import type { HttpMetrics } from './metrics.js';
import { ClientGone, HttpError, answerTo, isDefect } from './response/problems.js';

export type ErrorDependencies = Readonly<{
  log: Logger;
  metrics: Pick<HttpMetrics, 'unauthenticated'>;
  isOutOfReach(error: unknown): boolean;
}>;

export function answerErrors({ log, metrics, isOutOfReach }: ErrorDependencies): Middleware<Call> {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404) throw new Error(`${context.state.route} gave no answer`);
    } catch (thrown) {
      if (thrown instanceof ClientGone) {
        context.respond = false;
        return;
      }
      const error = isDefect(thrown) && isOutOfReach(thrown) ? new DomainError({ is: 'Unavailable' }) : thrown;
      if (error !== thrown || isDefect(error))
        log.error({ requestId: context.state.requestId, err: thrown }, 'request failed');
      if (error instanceof HttpError && error.problem.is === 'KeyInvalid') metrics.unauthenticated();
      const { status, headers = {}, body } = answerTo(error);
      context.status = status;
      context.set(headers);
      context.body = isGraphql(context.url) ? inBothShapes(status, body) : body;
    }
  };
}
