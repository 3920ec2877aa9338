// First middleware: the id of the request, and the headers that every answer carries.
// Source: docs/spec/requests.md#request-id.
import type { Middleware } from 'koa';
import type { Clock } from '../../commands/kernel/context.js';
import type { Call } from '../call.js';
import { beginRequest } from './connection.js';

/** Books are for one client: no cache may keep them and no browser may reinterpret them. No CORS: the API is for servers. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

export function identified(clock: Clock): Middleware<Call> {
  return (context, next) => {
    const requestId = beginRequest(context.req.socket);
    context.state = { requestId, startedMs: clock.monotonicMs(), route: 'unmatched', key: null };
    context.set('X-Request-Id', requestId);
    context.set(SECURITY_HEADERS);
    return next();
  };
}
