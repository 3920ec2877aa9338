// Middleware of routes with a key: authentication (401) and the scope that the route requires (403).
// Source: docs/spec/requests.md#order-of-checks.
import type { Middleware } from 'koa';
import type { Scope } from '../../domain/apiKeys/events.js';
import { refuse } from '../../domain/problem.js';
import { keyOf, type Call } from '../call.js';
import type { Authenticate } from './authenticate.js';

/** @throws HttpError KeyInvalid; DomainError Unavailable when the key is not in memory and the log is unavailable */
export function requireKey(authenticate: Authenticate): Middleware<Call> {
  return async (context, next) => {
    const key = await authenticate(context.req, context.state.address);
    Object.assign(context.state, { key, clientId: key.clientId });
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
