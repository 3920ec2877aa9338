// X-Request-Id: a UUID made here for every request; a caller's own is never used nor echoed (decisions 2).
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

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

/** The id of the request in hand, or a new one for bytes that never became a request. */
export function requestIdOn(socket: Duplex): string {
  return current.get(socket) ?? randomUUID();
}
