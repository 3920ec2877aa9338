// First middleware: the id of the request, a UUID made here (a caller's own is never used nor echoed), and the
// headers that every answer carries.
// Source: docs/spec/requests.md#request-id.
import type { Middleware } from 'koa';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../commands/kernel/context.js';
import type { Call } from '../call.js';
import type { TrustedProxies } from './connections/clientAddress.js';
import { connectionOf } from './connections/pacedConnection.js';

/** Books are for one client: no cache keeps them, no browser reinterprets them. No CORS: for servers only. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
} as const;

export function identifyRequest(clock: Clock, proxies: TrustedProxies): Middleware<Call> {
  return (context, next) => {
    const requestId = randomUUID();
    connectionOf(context.req).requestId = requestId;
    const address = proxies.clientOf(context.req);
    const traceparent = traceparentOf(context.headers['traceparent']);
    context.state = {
      requestId,
      traceparent,
      startedMs: clock.monotonicMs(),
      route: 'unmatched',
      key: null,
      clientId: null,
      address,
    };
    context.set('X-Request-Id', requestId);
    context.set(SECURITY_HEADERS);
    return next();
  };
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Reads from a later version of the standard only what this one has. */
function traceparentOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const prefix = header.slice(0, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'.length);
  return TRACEPARENT.test(prefix) ? prefix : undefined;
}
