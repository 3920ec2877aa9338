// What is kept of a connection. X-Request-Id: a UUID made here for every request; a caller's own is never used nor
// echoed (docs/spec/requests.md#request-id).
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** The request being served on a connection, so that Node's own refusals (a body that came too slowly) carry its id. */
const current = Symbol('request id');
type Marked = Duplex & { [current]?: string | null };

export function beginRequest(socket: Marked): string {
  const requestId = randomUUID();
  socket[current] = requestId;
  return requestId;
}

export function endRequest(socket: Marked): void {
  socket[current] = null;
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

/** The id of the request in hand, or a new one for bytes that never became a request. */
export function requestIdOn(socket: Marked): string {
  return socket[current] ?? randomUUID();
}
