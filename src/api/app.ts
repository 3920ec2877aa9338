// The HTTP side of the service: the steps of a request in their order, and listening and stopping.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import type { Call, CallContext, OpenRoute, Route } from './call.js';
import type { ApiDependencies } from './dependencies.js';
import { createAuthenticate } from './auth/authenticate.js';
import { guarded } from './auth/guard.js';
import { graphqlRoutes } from './graphql/lazyRoute.js';
import { answering, type AnsweringDependencies } from './http/response/answering.js';
import { healthRoutes } from './http/health.js';
import { createHttpMetrics, type HttpMetrics } from './http/metrics.js';
import { routing } from './http/routing.js';
import {
  createHttpServer,
  serverLimits,
  stopListening,
  type ServerEvents,
  type ServerLimits,
} from './http/server.js';
import { contractRoutes } from './openapi/routes.js';
import { pageRoutes } from './pages/routes.js';
import { chartRoutes } from './rest/charts.js';
import { companyRoutes } from './rest/companies.js';
import { importFileRoutes } from './rest/importFile.js';
import { importRoutes } from './rest/importTrialBalance.js';
import { createListAnswers } from './rest/listAnswer.js';
import { reconciliationRoutes } from './rest/reconciliations.js';
import { trialBalanceRoutes } from './rest/trialBalances.js';
import { deliveryRoutes } from './webhooks/deliveries.js';
import { webhookRoutes } from './webhooks/routes.js';

export type ApiOptions = Readonly<{
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Where health and metrics are served instead; null: the same port. */
  adminPort: number | null;
  limits?: Partial<ServerLimits>;
  /** What runs when the service stops has this long to end. */
  stopTimeoutMs?: number;
}>;

export type Api = Readonly<{
  /** `http://host:port` of both; the same without a port of its own for health and metrics. */
  listen(): Promise<Readonly<{ url: string; adminUrl: string }>>;
  /** Ready turns 503 and no connection is accepted any more; resolves once what ran has been answered. */
  close(): Promise<void>;
}>;

const STOP_TIMEOUT_MS = 25_000;
/** Clients that keep a connection get this long to send what is on its way, and learn that it ends. */
const STOP_GRACE_MS = 500;
const STOP_LOOK_EVERY_MS = 50;

export function createApi(deps: ApiDependencies, options: ApiOptions): Api {
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const metrics = createHttpMetrics(deps.metrics, deps.health);
  const answeringDeps = { ...deps, metrics, isStopping, perMinute: deps.rateLimit.perMinute };
  const open = healthRoutes(deps.health, deps.metrics, isStopping);
  const ownAdminPort = options.adminPort !== null;
  const limits = { ...serverLimits, ...options.limits };
  const guard = { ...deps, authenticate: createAuthenticate(deps.keys, deps.environment) };
  const serverOf = (openRoutes: readonly OpenRoute[], routes: readonly Route[]): Server =>
    createHttpServer(
      handlerOf(answeringDeps, openRoutes, routes, (route) => guarded(guard, route)),
      limits,
      serverEvents(deps, metrics),
    );

  const routes = routesOf(deps);
  const contract = [...contractRoutes(routes, deps.version), ...pageRoutes()];
  const main = serverOf(ownAdminPort ? contract : [...open, ...contract], routes);
  const admin = ownAdminPort ? serverOf(open, []) : null;

  return {
    async listen() {
      const url = await listening(main, options.host, options.port);
      return { url, adminUrl: admin ? await listening(admin, options.host, options.adminPort ?? 0) : url };
    },
    async close() {
      stopping = true;
      await drained(main, options.stopTimeoutMs ?? STOP_TIMEOUT_MS);
      if (admin) await drained(admin, 0);
    },
  };
}

export type HealthDependencies = Pick<
  ApiDependencies,
  'health' | 'metrics' | 'log' | 'requestLog' | 'clock' | 'isOutOfReach'
>;

/** Health and metrics of a process that serves no API. */
export function createHealthServer(
  deps: HealthDependencies,
  { host, port }: Readonly<{ host: string; port: number }>,
): Readonly<{ listen(): Promise<string>; close(): Promise<void> }> {
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const metrics = createHttpMetrics(deps.metrics, deps.health);
  // No route here takes a key, so no call is counted or recorded.
  const answeringDeps = {
    ...deps,
    metrics,
    isStopping,
    perMinute: 0,
    callLog: { record: () => undefined },
  };
  const open = healthRoutes(deps.health, deps.metrics, isStopping);
  const handler = handlerOf(answeringDeps, open, [], () => () => Promise.resolve());
  const server = createHttpServer(handler, serverLimits, serverEvents(deps, metrics));
  return {
    listen: () => listening(server, host, port),
    async close() {
      stopping = true;
      await drained(server, 0);
    },
  };
}

/** Every route behind a key, in the order of the contract. */
export function routesOf(deps: ApiDependencies): readonly Route[] {
  const lists = createListAnswers();
  return [
    ...importRoutes(deps),
    ...importFileRoutes(deps),
    ...trialBalanceRoutes(deps, lists),
    ...companyRoutes(deps, lists),
    ...chartRoutes(deps, lists),
    ...reconciliationRoutes(deps, lists),
    ...graphqlRoutes(deps),
    ...webhookRoutes(deps, lists),
    ...deliveryRoutes(deps, lists),
  ];
}

function serverEvents({ requestLog }: Pick<ApiDependencies, 'requestLog'>, metrics: HttpMetrics): ServerEvents {
  return {
    refused(requestId, status) {
      metrics.refusedByServer(status);
      requestLog({ requestId, key: null, route: 'unmatched', status, ms: 0 });
    },
    dropped: () => metrics.connectionDropped(),
  };
}

/** @param behindKey the handler of a route that needs a key */
function handlerOf(
  answeringDeps: AnsweringDependencies,
  openRoutes: readonly OpenRoute[],
  routes: readonly Route[],
  behindKey: (route: Route) => (context: CallContext) => Promise<void>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Koa<Call>();
  const router = new Router<Call>({ strict: true, sensitive: true });
  for (const route of openRoutes)
    router.get(route.path, async (context) => {
      const { state } = context;
      state.route = `${route.method} ${route.path}`;
      state.answer = await route.handle(context);
    });
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], behindKey(route));
  }
  const answer = answering(answeringDeps, routing(router));
  // Koa makes the context. Its own answering, which sets headers one by one and watches for the end of each response,
  // is left out: the outermost step answers everything, errors included.
  return (request, response) => answer(app.createContext(request, response) as CallContext);
}

async function listening(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${shown}:${address.port}`;
}

async function drained(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return;
  let gone = false;
  const closed = stopListening(server).then(() => {
    gone = true;
  });
  const startedMs = performance.now();
  while (!gone && performance.now() - startedMs < timeoutMs) {
    await pause(STOP_LOOK_EVERY_MS);
    if (performance.now() - startedMs > STOP_GRACE_MS) server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}
