// The HTTP servers of a process: their ports, and how they start and stop.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp, createRouter, routesOf } from './app.js';
import type { OpenRoute } from './call.js';
import type { ApiDependencies } from './dependencies.js';
import { healthRoutes } from './http/health.js';
import { createHttpMetrics } from './http/metrics.js';
import { createHttpServer, stopListening, type ServerEvents } from './http/server.js';
import { serverLimits, type ServerLimits } from './http/connections/connection.js';
import { contractRoutes } from './openapi/routes.js';
import { pageRoutes } from './pages/routes.js';

type ApiOptions = Readonly<{
  host: string;
  /** 0: any free port. */
  port: number;
  /** The port of health and metrics; null: `port`. */
  adminPort: number | null;
  limits?: Partial<ServerLimits>;
  /** Served beside the API's own, without a key. */
  moreRoutes?: readonly OpenRoute[];
}>;

export type Api = Readonly<ReturnType<typeof createApi>>;

/** How long requests in progress may take once the service stops. */
const STOP_TIMEOUT_MS = 25_000;
/** How long idle connections stay open during a stop, so that requests on their way are still answered. */
const STOP_GRACE_MS = 500;
const STOP_LOOK_EVERY_MS = 50;

export function createApi(deps: ApiDependencies, options: ApiOptions) {
  const { health, serverOf, stop } = createServers(deps, options.limits);
  const routes = routesOf(deps);
  const { environment, version } = deps;
  const ownAdminPort = options.adminPort !== null;
  const pages = pageRoutes({ environment, version, hasHealth: !ownAdminPort });
  const contract = [...contractRoutes(routes, version), ...pages, ...(options.moreRoutes ?? [])];
  const main = serverOf(createRouter(ownAdminPort ? contract : [...health, ...contract], routes, deps));
  const admin = ownAdminPort ? serverOf(createRouter(health)) : null;
  return {
    /** @returns `http://host:port` of both servers; equal when they share a port */
    async listen() {
      const url = await listen(main, options.host, options.port);
      return { url, adminUrl: admin ? await listen(admin, options.host, options.adminPort ?? 0) : url };
    },
    /** Readiness becomes 503, no connection is accepted; resolves once the requests in progress were answered. */
    async close() {
      stop();
      await drain(main, STOP_TIMEOUT_MS);
      if (admin) await drain(admin, 0);
    },
  };
}

type HealthDependencies = Pick<
  ApiDependencies,
  'health' | 'metrics' | 'log' | 'requestLog' | 'clock' | 'isUnavailable' | 'proxies'
>;

/** Health and metrics of a process that serves no API. */
export function createHealthServer(
  deps: HealthDependencies,
  { host, port, limits }: Pick<ApiOptions, 'host' | 'port' | 'limits'>,
): Readonly<{ listen(): Promise<string>; close(): Promise<void> }> {
  // No route here has a key, so no call is recorded.
  const { health, serverOf, stop } = createServers({ ...deps, callLog: { record: () => undefined } }, limits);
  const server = serverOf(createRouter(health));
  return {
    listen: () => listen(server, host, port),
    async close() {
      stop();
      await drain(server, 0);
    },
  };
}

/** What the servers of a process share: its metrics, its routes of health, and whether it stops. */
function createServers(
  deps: HealthDependencies & Pick<ApiDependencies, 'callLog'>,
  limits: Partial<ServerLimits> = {},
) {
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const metrics = createHttpMetrics(deps.metrics, deps.health);
  const events: ServerEvents = {
    onRefused(requestId, status) {
      metrics.countRefusedByServer(status);
      deps.requestLog({ requestId, traceparent: undefined, key: null, route: 'unmatched', status, ms: 0 });
    },
    onDropped: () => metrics.countDropped(),
  };
  return {
    health: healthRoutes(deps.health, deps.metrics, isStopping),
    serverOf(router: ReturnType<typeof createRouter>): Server {
      const app = createApp({ ...deps, metrics, isStopping }, router);
      return createHttpServer(app.callback(), { ...serverLimits, ...limits }, events, deps.proxies);
    },
    stop: () => void (stopping = true),
  };
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The kernel makes who finds its queue full wait for seconds: with room for all, those delay nobody.
    server.listen({ host, port, backlog: serverLimits.connectionsMax }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const hostText = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${hostText}:${address.port}`;
}

async function drain(server: Server, timeoutMs: number): Promise<void> {
  if (!server.listening) return;
  let isGone = false;
  const closed = stopListening(server).then(() => {
    isGone = true;
  });
  const startedMs = performance.now();
  while (!isGone && performance.now() - startedMs < timeoutMs) {
    await pause(STOP_LOOK_EVERY_MS);
    if (performance.now() - startedMs > STOP_GRACE_MS) server.closeIdleConnections();
  }
  server.closeAllConnections();
  await closed;
}
