// What is known of a request while it is served; lives in `ctx.state`.
import type { RouterContext } from '@koa/router';
import type { Scope } from '../domain/apiKeys/events.js';
import type { KeyRecord } from '../domain/registers.js';
import type { Answer } from './http/response/answer.js';
import type { Hit } from './http/rateLimit.js';

export type Call = {
  readonly requestId: string;
  /** Monotonic, ms. */
  readonly startedMs: number;
  /** Method and pattern, as in `GET /api/v1/trial-balances/{id}/lines`; `unmatched` until a route was found. */
  route: string;
  /** Set once the key was accepted, and the call counted. */
  key: KeyRecord | null;
  hit: Hit | null;
  /** When the window of `hit` ends, in Unix seconds. */
  resetAt: number;
  /** What the request is answered with, unless something was thrown. */
  answer: Answer | null;
};

export type CallContext = RouterContext<Call>;

/** A route with a key: `path` has `{id}` for parameters. The handler runs once key, rate and scope are in order. */
export type Route = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Null: what a key may see is decided by what the route touches. */
  scope: Scope | null;
  handle(context: CallContext, key: KeyRecord): Promise<Answer>;
}>;

/** A read not answered within this time is answered 503, however many questions it has for a slow store. */
export const READ_TIMEOUT_MS = 10_000;

/** A route for whoever runs the service: no key, no limit. */
export type OpenRoute = Readonly<{
  method: 'GET';
  path: string;
  handle(context: CallContext): Promise<Answer>;
}>;
