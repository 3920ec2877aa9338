// The service as it scales out: the event store's protocol, a MongoDB server and Redis, and a process for each role.
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStoreServer, type EventStoreServer } from './eventStoreServer/server.js';
import { startServer, type RunningServer } from './servers.js';
import { startService, type Service } from './service.js';
import { until } from './until.js';

export type ScaledOut = Readonly<{
  folder: string;
  env: Readonly<Record<string, string>>;
  mongo: RunningServer;
  redis: RunningServer;
  /** Stops the event store; `startEventStore` brings it back on the same port with its events. */
  stopEventStore(): Promise<void>;
  startEventStore(): Promise<void>;
  start(roles: string, env?: Readonly<Record<string, string>>): Promise<Service>;
  /** A process of its own, killed with all others at the end. */
  close(): Promise<void>;
}>;

/** @param options `eventStoreAway`: it is first started by `startEventStore` */
export async function openScaledOut(options: Readonly<{ eventStoreAway?: boolean }> = {}): Promise<ScaledOut> {
  const folder = await mkdtemp(join(tmpdir(), 'scaled-out-'));
  const logFolder = join(folder, 'event-store');
  await mkdir(logFolder);
  let eventStore: EventStoreServer | null = await startEventStoreServer({ folder: logFolder });
  const { port, url } = eventStore;
  const stopEventStore = async (): Promise<void> => {
    await eventStore?.stop();
    eventStore = null;
  };
  if (options.eventStoreAway === true) await stopEventStore();
  const [mongo, redis] = await Promise.all([startServer('ferretdb'), startServer('redis')]);
  const env = {
    EVENTSTORE_URL: url,
    MONGODB_URL: mongo.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  };
  const services: Service[] = [];
  return {
    folder,
    env,
    mongo,
    redis,
    stopEventStore,
    async startEventStore() {
      eventStore = await startEventStoreServer({ folder: logFolder, port });
    },
    async start(roles, more = {}) {
      // Nothing that matters is kept there: every process has a folder of its own, as on machines of their own.
      const dataDir = join(folder, `process-${services.length}`);
      const service = await startService({ dataDir, env: { ...env, ROLES: roles, ...more } });
      services.push(service);
      return service;
    },
    async close() {
      for (const service of services) {
        service.process.kill('SIGCONT');
        await service.kill();
      }
      await stopEventStore();
      await Promise.all([mongo.remove(), redis.remove()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
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
