// What is kept of a connection. X-Request-Id: a UUID made here for every request; a caller's own is never used nor
// echoed (docs/spec/requests.md#request-id).
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Middleware } from 'koa';

/** The request being served on a connection, so that Node's own refusals (a body that came too slowly) carry its id. */
const current = new WeakMap<Duplex, string>();

export function beginRequest(socket: Duplex): string {
  const requestId = randomUUID();
  current.set(socket, requestId);
  return requestId;
}

export function endRequest(socket: Duplex): void {
  current.delete(socket);
}

/** Connections that were refused below the routes: what still comes in on them is read and thrown away. */
const refused = new WeakSet<Duplex>();

/** @returns false when it was refused before */
export function refuseConnection(socket: Duplex): boolean {
  if (refused.has(socket)) return false;
  refused.add(socket);
  return true;
}

export function isRefused(socket: Duplex): boolean {
  return refused.has(socket);
}

/** The id of the current request, or a new one for bytes that never became a request. */
export function requestIdOn(socket: Duplex): string {
  return current.get(socket) ?? randomUUID();
}

/** Requests whose client waits for “100 Continue” before it sends the body. */
const waitingForContinue = new WeakSet<IncomingMessage>();

export function expectsContinue(request: IncomingMessage): void {
  waitingForContinue.add(request);
}

/** Asks for the body, where the client waits to be asked. */
export function continueIfAsked(request: IncomingMessage, response: ServerResponse): void {
  if (waitingForContinue.delete(request)) response.writeContinue();
}

/** True when the answer came without the body having been asked for: the connection can't be used again. */
export function neverContinued(request: IncomingMessage): boolean {
  return waitingForContinue.has(request);
}

/**
 * Middleware: closes the connection after the answer once the service stops, when the client still waits to send its
 * body, or when the connection is beyond the limits.
 */
export function endConnections(isEnding: (request: IncomingMessage) => boolean): Middleware {
  return async (context, next) => {
    await next();
    if (isEnding(context.req) || neverContinued(context.req)) context.set('Connection', 'close');
  };
}
