// The state of a request while it is served (`ctx.state`), and the declaration of a route.
import type { RouterContext } from '@koa/router';
import type { CommandContext } from '../commands/kernel/context.js';
import type { KeyRecord, Scope } from '../domain/apiKeys.js';
import type { Operation } from './openapi/operation.js';

export type Call = {
  requestId: string;
  /** The caller's `traceparent` (W3C Trace Context); undefined without a valid one. */
  traceparent: string | undefined;
  /** The client's IP address, "" when its connection has ended. */
  address: string;
  /** Monotonic, ms. */
  startedMs: number;
  /** Method and pattern, as in `GET /api/v1/trial-balances/{id}/lines`; `unmatched` until a route was found. */
  route: string;
  /** Set once the key was accepted. */
  key: KeyRecord | null;
  /** The client of the key, or of the person signed in to the console; set with either. */
  clientId: number | null;
  /** How people sign in, on the console's pages alone. */
  signInBy?: Readonly<{ withPassword: boolean; withProvider: boolean }>;
};

export type CallContext = RouterContext<Call>;

/** A route with a key; `path` has `{id}` for parameters. `handle` runs after key, rate limit and scope. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Null: the handler itself checks what the key may see. */
  scope: Scope | null;
  operation: Operation;
  handle(context: CallContext, key: KeyRecord): Promise<void>;
}>;

export type OpenRoute = Readonly<{
  method: 'GET' | 'POST';
  path: string;
  handle(context: CallContext): Promise<void>;
}>;

/** A read that takes longer in all, however many store calls it makes, is answered 503. */
export const READ_TIMEOUT_MS = 10_000;

/** Only valid on a route with a key. */
export function keyOf({ state: { key } }: Readonly<{ state: Call }>): KeyRecord {
  if (key === null) throw new Error('No key was asked for on this route');
  return key;
}

/** Whose share of the process a body takes. Only valid once the caller is known. */
export function clientIdOf({ state: { clientId } }: Readonly<{ state: Call }>): number {
  if (clientId === null) throw new Error('Neither a key nor a session was asked for on this route');
  return clientId;
}

/** The context of a command that the request runs; the key is its actor. */
export function commandContext({ state }: Readonly<{ state: Call }>): CommandContext {
  const { keyId, name } = keyOf({ state });
  return { actor: { kind: 'key', id: String(keyId), name }, requestId: state.requestId };
}
