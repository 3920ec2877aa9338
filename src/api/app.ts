// Koa's application: the steps of a request in their order, and every route.
import Router, { type RouterContext } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import compress from 'koa-compress';
import { inTime, type Clock } from '../commands/kernel/context.js';
import { createAuthenticate, type Authenticate } from './auth/authenticate.js';
import { READ_TIMEOUT_MS, type Call, type CallContext, type OpenRoute, type Route } from './call.js';
import type { ApiDependencies } from './dependencies.js';
import { graphqlRoutes } from './graphql/lazyRoute.js';
import { endConnections, refuseBeyondPlaces } from './http/connections/connection.js';
import type { TrustedProxies } from './http/connections/clientAddress.js';
import { answerErrors, traceOf, type ErrorDependencies } from './http/errors.js';
import { countCall } from './http/countCall.js';
import { identifyRequest } from './http/requestId.js';
import { importRoutes } from './rest/imports.js';
import { listRoutes } from './rest/list.js';
import { createListAnswers } from './rest/listAnswer.js';
import { ALL_LISTS } from './rest/lists.js';
import { matchFileRoutes } from './rest/matchFiles.js';
import { deliveryRoutes } from './webhooks/deliveries.js';
import { webhookRoutes } from './webhooks/routes.js';
import type { KeyRecord } from '../domain/apiKeys.js';
import { refuse } from '../domain/problem.js';
import { isDecodable } from './http/request/query.js';
import { HttpError } from './http/problems.js';
import type { CallLog } from './http/callLog.js';
import type { RequestLog } from './http/logger.js';
import type { HttpMetrics } from './http/metrics.js';

type AppDependencies = ReportDependencies &
  ErrorDependencies &
  Readonly<{
    /** True once the service stops: each answer then ends its connection. */
    isStopping(): boolean;
    proxies: TrustedProxies;
  }>;

export function createApp(deps: AppDependencies, router: Router<Call>): Koa<Call> {
  const app = new Koa<Call>();
  app.use(identifyRequest(deps.clock, deps.proxies));
  app.use(endConnections(deps.isStopping));
  app.use(reportRequest(deps));
  app.use(compressAnswer);
  app.use(answerErrors(deps));
  app.use(checkAddress);
  app.use(refuseBeyondPlaces);
  app.use(router.routes() as Middleware<Call>);
  app.use(noSuchRoute);
  // The error middleware answers whatever a step throws. Koa reports only clients that leave.
  app.on('error', (error: unknown, context: CallContext) => {
    if (!context.headerSent && context.writable)
      deps.log.error({ ...traceOf(context.state), err: error }, 'request failed');
  });
  return app;
}

/** Texts of 1 kB or more, for clients that accept it (docs/spec/requests.md#compression). */
const compressAnswer: Middleware<Call> = async (context, next) => {
  const isAsked = context.headers['accept-encoding'] !== undefined;
  // koa-compress fails for a client that refuses the plain text too (`*;q=0`), which receives it all the same.
  const isNegotiable = isAsked && context.acceptsEncodings('br', 'gzip', 'identity') !== false;
  if (!isNegotiable) context.set('Vary', 'Accept-Encoding');
  await (isNegotiable ? compressWithKoa(context, next) : next());
};
const compressWithKoa = compress({ threshold: 1_024, zstd: false, deflate: false }) as Middleware<Call>;

/** Routes without a key, and routes with one: key, rate limit, scope, read-your-writes, then the handler. */
export function createRouter(
  openRoutes: readonly OpenRoute[],
  routes: readonly Route[] = [],
  deps?: ApiDependencies,
): Router<Call> {
  const router = new Router<Call>({ strict: true, sensitive: true });
  const register = ({ method, path }: OpenRoute | Route, handle: OpenRoute['handle'], isOpen = false): void => {
    const route = `${method} ${path}`;
    router.register(pathOf(path), [method], (context) => {
      // The console itself answers an address that only takes a form: with the page above it.
      if (!isOpen && path !== context.path && matchedLiterally(context).length > 0) return noSuchRoute(context);
      context.state.route = route;
      return handle(context);
    });
  };
  for (const route of openRoutes) register(route, route.handle, true);
  if (deps === undefined) return router;
  const authenticate = createAuthenticate(deps.keys, deps.environment, deps.clock);
  for (const route of routes) register(route, withKey(route, authenticate, deps));
  return router;
}

export function routesOf(deps: ApiDependencies): readonly Route[] {
  const answers = createListAnswers();
  return [
    ...importRoutes(deps),
    ...ALL_LISTS.flatMap((list) => listRoutes(deps, answers, list)),
    ...matchFileRoutes(deps),
    ...graphqlRoutes(deps),
    ...webhookRoutes(deps, answers),
    ...deliveryRoutes(deps, answers),
  ];
}

/** `{id}` as the router writes it; `{*rest}` takes the rest of the path. */
function pathOf(path: string): string {
  return path.replace(/\{(\*?)(\w+)\}/g, (_whole, all: string, name: string) => `${all || ':'}${name}`);
}

/**
 * @throws HttpError KeyInvalid, RateExceeded; DomainError ScopeMissing; Unavailable when the key is not in memory
 *   and the log is unavailable
 */
function withKey(
  { method, scope, handle }: Route,
  authenticate: Authenticate,
  deps: ApiDependencies,
): OpenRoute['handle'] {
  const answer = async (context: CallContext, key: KeyRecord): Promise<void> => {
    if (scope?.endsWith(':read') === true) await deps.written.waitFor(key.keyId);
    await handle(context, key);
  };
  return async (context) => {
    const key = await authenticate(context.req, context.state.address);
    Object.assign(context.state, { key, clientId: key.clientId });
    const exceeded = await countCall(context, deps, String(key.keyId));
    if (exceeded !== null) throw new HttpError(exceeded);
    if (scope !== null && !key.scopes.includes(scope)) refuse({ is: 'ScopeMissing', scope });
    // Other methods may have a body, which takes the client's time; imports bound their own time after it is read.
    await (method === 'GET' ? inTime(READ_TIMEOUT_MS, answer(context, key)) : answer(context, key));
  };
}

const ADDRESS_LENGTH_MAX = 8_192;

/**
 * Refuses addresses that no route can be found for. Paths are compared as sent
 * (docs/spec/requests.md#order-of-checks).
 * @throws HttpError AddressTooLong; RequestMalformed without Host, or for an address that cannot be taken apart
 */
const checkAddress: Middleware<Call> = (context, next) => {
  const { url = '', httpVersion, headers } = context.req;
  if (url.length > ADDRESS_LENGTH_MAX) throw new HttpError({ is: 'AddressTooLong' });
  if (headers.host === undefined && httpVersion === '1.1') throw new HttpError({ is: 'RequestMalformed' });
  const path = pathAsSent(context);
  // The console says itself, on a page, that it has no such address.
  if (!path.startsWith('/console/') && !isDecodable(path))
    refuse({ is: 'ParameterInvalid', messages: ['o caminho do endereço tem codificação inválida'] });
  return next();
};

/** A full address (`GET http://…`), as sent to proxies, may be one that Node's parser refuses. */
function pathAsSent(context: Readonly<{ path: string }>): string {
  try {
    return context.path;
  } catch {
    throw new HttpError({ is: 'RequestMalformed' });
  }
}

/** The routes of any method that have the request's path. */
const matchedBy = (context: unknown): Layers => (context as Partial<RouterContext<Call>>).matched ?? [];
type Layers = NonNullable<RouterContext<Call>['matched']>;

/** `/trial-balances/arquivo` matches `/trial-balances/{id}` as well: its own methods count. */
const matchedLiterally = (context: Readonly<{ path: string }>): Layers =>
  matchedBy(context).filter(({ path }) => path === context.path);

/** The last step: no such route, or not with this method. @throws HttpError MethodNotAllowed, RouteNotFound */
const noSuchRoute = (context: Readonly<{ path: string }>): never => {
  const literal = matchedLiterally(context);
  const layers = literal.length > 0 ? literal : matchedBy(context);
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))].sort();
  throw new HttpError(
    methods.length > 0 ? { is: 'MethodNotAllowed', allow: methods.join(', ') } : { is: 'RouteNotFound' },
  );
};

type ReportDependencies = Readonly<{
  requestLog: RequestLog;
  metrics: Pick<HttpMetrics, 'countAnswer'>;
  callLog: Pick<CallLog, 'record'>;
  clock: Clock;
}>;

/** What the log calls a request whose client left before it was answered; never sent. */
const CLIENT_GONE = 499;

/** Reports each request once: one log line, metrics, and the call log when a key was accepted. */
function reportRequest({ requestLog, metrics, callLog, clock }: ReportDependencies): Middleware<Call> {
  return async (context, next) => {
    await next();
    const { requestId, traceparent, route, key, startedMs, address } = context.state;
    const isGone = context.respond === false || context.headerSent || context.res.destroyed;
    const status = isGone ? CLIENT_GONE : context.status;
    const durationMs = clock.monotonicMs() - startedMs;
    metrics.countAnswer(route, status, durationMs);
    const ms = Math.round(durationMs * 1000) / 1000;
    requestLog({ requestId, traceparent, key, route, status, ms });
    if (key === null) return;
    const { keyId, name: keyName, clientId } = key;
    const at = clock.now().getTime();
    callLog.record({ at, requestId, keyId, keyName, clientId, route, status, durationMs: ms, address });
  };
}
