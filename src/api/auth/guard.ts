// Middleware of routes behind a key: the key itself (401), and the scope that the route asks for (403).
// Source: docs/spec/requests.md#order-of-checks.
import type { Middleware } from 'koa';
import type { Scope } from '../../domain/apiKeys/events.js';
import { refuse } from '../../domain/problem.js';
import { keyOf, type Call } from '../call.js';
import type { Authenticate } from './authenticate.js';

/** @throws HttpError KeyInvalid; DomainError Unavailable when the log cannot tell */
export function requireKey(authenticate: Authenticate): Middleware<Call> {
  return async (context, next) => {
    context.state.key = await authenticate(context.req);
    await next();
  };
}

/** @throws DomainError ScopeMissing */
export function requireScope(scope: Scope | null): Middleware<Call> {
  return (context, next) => {
    if (scope !== null && !keyOf(context).scopes.includes(scope)) refuse({ is: 'ScopeMissing', scope });
    return next();
  };
}
