// What is known of a request while it is served (`ctx.state`), and what a route is.
import type { RouterContext } from '@koa/router';
import type { CommandContext } from '../commands/kernel/context.js';
import type { Scope } from '../domain/apiKeys/events.js';
import type { KeyRecord } from '../domain/registers.js';

export type Call = {
  requestId: string;
  /** Monotonic, ms. */
  startedMs: number;
  /** Method and pattern, as in `GET /api/v1/trial-balances/{id}/lines`; `unmatched` until a route was found. */
  route: string;
  /** Set once the key was accepted. */
  key: KeyRecord | null;
};

export type CallContext = RouterContext<Call>;

/** A route with a key: `path` has `{id}` for parameters. The handler runs once key, rate and scope are in order. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Null: what a key may see is decided by what the route touches. */
  scope: Scope | null;
  handle(context: CallContext, key: KeyRecord): Promise<void>;
}>;

/** A route for whoever runs the service: no key, no limit. */
export type OpenRoute = Readonly<{
  method: 'GET';
  path: string;
  handle(context: CallContext): Promise<void>;
}>;

/** A read not answered within this time is answered 503, however many questions it has for a slow store. */
export const READ_TIMEOUT_MS = 10_000;

/** Behind `requireKey` only. */
export function keyOf({ state: { key } }: Readonly<{ state: Call }>): KeyRecord {
  if (key === null) throw new Error('No key was asked for on this route');
  return key;
}

/** The key as the actor of what the request does. */
export function commandContext({ state }: Readonly<{ state: Call }>): CommandContext {
  const { keyId, name } = keyOf({ state });
  return { actor: { kind: 'key', id: String(keyId), name }, requestId: state.requestId };
}
