// The scaled-out service: servers of the event store's protocol, MongoDB and Redis, each behind a fault proxy, and
// a process for each role.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from '../eventStoreServer/child.js';
import { startFaultProxy, type FaultProxy } from './faultProxy.js';
import { startServer, type ServerName } from './installedServers.js';
import { removeDir, startService, type Service, temporaryDir } from './service.js';
import { until } from './until.js';

/** A store that can be killed, suspended or cut off, and restarted with its data. */
export type Store = Readonly<{
  /** SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  startAgain(): Promise<void>;
  /** The proxy between all processes and the store. */
  link: FaultProxy;
}>;

/** Also injects failures of single calls, as of a cluster and its network. */
export type EventStore = Store & Pick<ServerProcess, 'inject'>;

export type StoreName = 'eventStore' | 'mongo' | 'redis';

export type ScaledOut = Awaited<ReturnType<typeof openScaledOut>>;

/** `build`: another compiled tree than this one. */
export type StartOptions = Readonly<{ env?: Readonly<Record<string, string>>; build?: string }>;

export type ScaledOutOptions = Readonly<{
  /** Killed before anything else is started, until `startAgain`. */
  away?: readonly StoreName[];
  mongo?: Extract<ServerName, 'ferretdb' | 'mongo-java-server'>;
}>;

export async function openScaledOut({ away = [], mongo: kind = 'ferretdb' }: ScaledOutOptions = {}) {
  const folder = await temporaryDir();
  const removals: (() => Promise<void>)[] = [];
  const [eventStore, mongo, redis] = await Promise.all([
    startEventStore(folder, removals),
    startBehindLink(kind, removals),
    startBehindLink('redis', removals),
  ]);
  const stores = { eventStore, mongo, redis };
  for (const name of away) await stores[name].kill();
  const env = {
    EVENTSTORE_URL: eventStore.url,
    MONGODB_URL: mongo.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SEAL_KEY: randomBytes(32).toString('base64'),
  };
  const services: Service[] = [];
  return {
    ...stores,
    folder,
    env,
    /** A process of its own, killed with all others at the end. */
    async start(roles: string, { env: more = {}, ...build }: StartOptions = {}) {
      // Each process has its own folder, as on separate machines; it contains no shared data.
      const dataDir = join(folder, `process-${services.length}`);
      const service = await startService({ dataDir, env: { ...env, ROLES: roles, ...more }, ...build });
      services.push(service);
      return service;
    },
    async close() {
      await Promise.all(services.map((service) => service.kill()));
      await Promise.all(removals.map((remove) => remove()));
      await removeDir(folder);
    },
  };
}

export type Addressed<Of = Store> = Of & Readonly<{ url: string }>;

async function startEventStore(folder: string, removals: (() => Promise<void>)[]): Promise<Addressed<EventStore>> {
  const logFolder = join(folder, 'event-store');
  await mkdir(logFolder);
  const server = new ServerProcess(logFolder);
  await server.start();
  const link = await startFaultProxy(Number(new URL(server.url).port));
  removals.push(async () => {
    await server.kill();
    await link.close();
  });
  return {
    url: throughLink(server.url, link),
    link,
    kill: () => server.kill(),
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    startAgain: () => server.start(),
    inject: (...fault) => server.inject(...fault),
  };
}

/** @param removals gets what removes it all */
export async function startBehindLink(name: ServerName, removals: (() => Promise<void>)[]): Promise<Addressed> {
  const server = await startServer(name);
  const link = await startFaultProxy(Number(new URL(server.url).port));
  removals.push(async () => {
    await server.remove();
    await link.close();
  });
  const { kill, freeze, thaw, startAgain } = server;
  return { url: throughLink(server.url, link), link, kill, freeze, thaw, startAgain };
}

function throughLink(url: string, link: FaultProxy): string {
  const through = new URL(url);
  through.port = String(link.port);
  return through.toString();
}

export async function isReady(service: Service): Promise<boolean> {
  const answer = await fetch(`${service.adminUrl}/health/ready`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

export async function ready(service: Service, atMostMs = 30_000): Promise<void> {
  await until(() => isReady(service), 'readiness', atMostMs);
}

/** A counter without labels, or the sum over its labels. */
export async function metric(service: Service, name: string): Promise<number> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
