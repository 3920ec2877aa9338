// The service: the parts that its roles ask for, started in order and stopped in reverse, work in hand finished.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter, type Registry } from 'prom-client';
import { createApi, createHealthServer, type Api } from './api/app.js';
import type { ApiDependencies } from './api/dependencies.js';
import type { Health } from './api/http/health.js';
import { createLogger, type ServiceLogger } from './api/http/logger.js';
import { createMetrics } from './api/http/metrics.js';
import { openDocumentPool } from './commands/importDocument/documentPool.js';
import { createFileImporter } from './commands/importFile.js';
import { openFilePool } from './commands/importFile/filePool.js';
import { createJsonImporter } from './commands/importJson.js';
import { createImporter } from './commands/importTrialBalance.js';
import { createResendMemo } from './commands/resendMemo.js';
import { WrongDeployment } from './commands/deployment.js';
import { EXIT_BAD_CONFIG, type Config } from './config.js';
import type { EventLog } from './domain/kernel/log.js';
import { answered, healthOf } from './health.js';
import { createPages } from './projections/engine/pages.js';
import { createHealthOfProjections, type HealthOfProjections } from './projections/engine/projectionHealth.js';
import { startProjectorThread, type ProjectorThread } from './projections/engine/projectorThread.js';
import type { ReadStore } from './projections/engine/readStore.js';
import { createPositionWaiter, type PositionWaiter } from './projections/engine/waitFor.js';
import { projections } from './projections/views/catalogue.js';
import { trialBalancesProjection } from './projections/views/trialBalances.js';
import {
  dataPaths,
  openCallLog,
  openRateLimit,
  openReadStore,
  openSharedMongo,
  type OnTrouble,
  openDeliveryQueue,
  openPeople,
} from './openStores.js';
import { rehearse } from './rehearsal.js';
import { prepareUploads, removeUploads } from './uploads.js';
import type { PeopleStore } from './commands/people.js';
import type { PersonNames } from './commands/personNames.js';
import type { WrittenPositions } from './api/writtenPositions.js';
import type { ProjectorThreadData } from './projectorThread.js';
import type { Mongo } from './stores/mongo/connection.js';
import type { DeliveryQueue } from './webhooks/deliveryQueue.js';
import { countQueue, startWebhooks, type WebhooksRole } from './webhooksRole.js';
import { openWrittenPositions } from './stores/writtenPositions/embedded.js';
import { shareWritten } from './stores/writtenPositions/mongo.js';
import { webhookRouteDependencies } from './webhookRoutes.js';
import {
  isBeyondRepair,
  isOutOfReach,
  namesOf,
  openCommandWorld,
  type CommandWorld,
  type Hooks,
} from './wiring.js';

export type Service = Readonly<{
  /** Where the API answers, and where health and metrics do; null without the role `api`. */
  url: string | null;
  adminUrl: string | null;
  /** Ready turns 503, nothing new is accepted, what runs is finished, everything is written. */
  stop(): Promise<void>;
}>;

/**
 * Resolves once requests are answered (readiness may come later: `/health/ready`).
 * @throws WrongDeployment for another environment's store or another secrets key
 */
export async function startService(config: Config, hooks: Hooks = {}): Promise<Service> {
  const logger = createLogger(config.logLevel);
  const { log, flush } = logger;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    log.info('stopping');
    for (const one of stops.reverse())
      await one().catch((error: unknown) => log.error({ err: error }, 'stopping'));
    logger.flushRequests();
    log.info('stopped');
    await flush();
  };
  try {
    const urls = await startParts(config, hooks, logger, (one) => stops.push(one));
    log.info(
      { started: true, address: urls.url, adminAddress: urls.adminUrl, roles: config.roles },
      'service started',
    );
    return { ...urls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OnStop = (stop: () => Promise<unknown>) => void;

/** What every role works with. */
type Parts = Readonly<{
  config: Config;
  logger: ServiceLogger;
  onTrouble: OnTrouble;
  onStop: OnStop;
  world: CommandWorld;
  mongo: Mongo | null;
  store: ReadStore;
  queue: DeliveryQueue;
  people: PeopleStore;
  names: PersonNames;
  waiter: PositionWaiter;
  states: HealthOfProjections;
  health: Health;
  metrics: Registry;
  /** Null where this process does not have the role. */
  webhooks(): WebhooksRole | null;
}>;

async function startParts(
  config: Config,
  hooks: Hooks,
  logger: ServiceLogger,
  onStop: OnStop,
): Promise<{ url: string | null; adminUrl: string | null }> {
  const { log } = logger;
  const onTrouble: OnTrouble = (part, error) => log.error({ err: error, part }, 'trouble');
  const world = await openCommandWorld(config, onTrouble, hooks);
  onStop(() => world.close());
  const watching = watchLog(world.rawLog, log);
  onStop(async () => clearInterval(watching));
  const mongo = await openSharedMongo(config);
  onStop(async () => mongo?.close());
  const store = openReadStore(config, mongo);
  onStop(() => store.close());
  const queue = openDeliveryQueue(config, mongo);
  onStop(() => queue.close());
  let webhooks: WebhooksRole | null = null;
  const people = openPeople(config, mongo);
  onStop(() => people.close());
  const states = createHealthOfProjections(projections.map(({ name }) => name));
  const parts: Parts = {
    config,
    logger,
    onTrouble,
    onStop,
    world,
    mongo,
    store,
    queue,
    people,
    names: namesOf(world, people),
    waiter: createPositionWaiter(store),
    states,
    health: healthOf(world, store, states, async (head) =>
      webhooks ? healthOfWebhooks(queue, webhooks, head) : [],
    ),
    metrics: createMetrics(),
    webhooks: () => webhooks,
  };
  await reachedOrAway(world, log);
  if (config.roles.includes('projector')) startProjector(parts);
  if (config.roles.includes('webhooks')) webhooks = startWebhooksRole(parts);
  const urls = await (config.roles.includes('api') ? startApi(parts) : startHealth(parts));
  onStop(async () => void webhooks?.stop()); // the first to stop: its last attempts end while requests do
  return urls;
}

/** A log that is away holds a start up for so long; then the process waits for it while it already answers. */
const START_WAIT_MS = 3_000;

/** @throws WrongDeployment; found out later, it ends the process */
async function reachedOrAway(world: CommandWorld, log: ServiceLogger['log']): Promise<void> {
  const waiting = new AbortController();
  const late = pause(START_WAIT_MS, 'late', { signal: waiting.signal }).catch(() => 'late');
  const reached = world.deployment.then(() => world.follower.ready());
  const first = await Promise.race([reached, late]).finally(() => waiting.abort());
  if (first !== 'late') return;
  log.warn('the log is out of reach: ready once it answers');
  world.deployment.catch((error: unknown) => {
    if (!(error instanceof WrongDeployment)) return;
    log.fatal({ err: error }, error.message);
    log.flush(() => process.exit(EXIT_BAD_CONFIG));
  });
}

/** Once it is known whose log it is. */
function startProjector({ config, logger, onTrouble, onStop, world, waiter, states }: Parts): void {
  const { dataDir, eventStoreUrl, mongodbUrl } = config;
  let thread: ProjectorThread | null = null;
  let stopped = false;
  world.deployment.then(
    ({ logId }) => {
      if (stopped) return;
      const data: ProjectorThreadData = { dataDir, eventStoreUrl, mongodbUrl, logId };
      thread = startProjectorThread({
        entry: new URL('./projectorThread.js', import.meta.url),
        data,
        onProgress(progress) {
          states.note(progress);
          waiter.note(progress);
        },
        onFailure: ({ projection, message }) => logger.log.error({ projection }, message),
      });
    },
    (error: unknown) => onTrouble('projector', error),
  );
  onStop(async () => {
    stopped = true;
    await thread?.stop();
  });
}

function startWebhooksRole({ config, world, names, queue, metrics, onTrouble, onStop }: Parts): WebhooksRole {
  countQueue(metrics, queue, () => world.clock.now().getTime());
  const role = startWebhooks({ config, world, queue, names, metrics, onTrouble });
  onStop(() => role.stop());
  return role;
}

async function healthOfWebhooks(queue: DeliveryQueue, role: WebhooksRole, head: number | null) {
  const reached = await answered(() => queue.fanOutCheckpoint().then(() => true));
  return [{ part: 'delivery queue', ready: reached === true }, role.health(head)];
}

async function startApi(parts: Parts): Promise<{ url: string; adminUrl: string }> {
  const { config, logger, onTrouble, onStop, world, mongo, store, names, health, metrics } = parts;
  const uploadsDir = prepareUploads(dataPaths(config.dataDir).uploads);
  onStop(async () => removeUploads(uploadsDir));
  const filePool = openFilePool();
  onStop(() => filePool.close());
  const documents = openDocumentPool();
  onStop(() => documents.close());
  const callLog = openCallLog(config, mongo, onTrouble);
  onStop(() => callLog.close());
  const fallbacks = new Counter({
    name: 'rate_limit_fallback',
    help: 'Calls counted by this process alone, Redis being away',
    registers: [metrics],
  });
  const rateLimit = await openRateLimit(config, () => fallbacks.inc());
  onStop(() => rateLimit.close());
  const { registers } = world.follower;
  const importing = { ...world, registers };
  const importTrialBalance = createImporter(importing);
  const apiDeps: ApiDependencies = {
    registers,
    pages: createPages(store),
    names,
    clock: world.clock,
    importJson: createJsonImporter(documents, importTrialBalance, createResendMemo(importing)),
    importFile: createFileImporter({ ...importing, pool: filePool, importTrialBalance }),
    uploadsDir,
    ...webhookRouteDependencies(config, world, parts.queue, () => parts.webhooks()?.wake()),
    failPoints: world.failPoints,
    environment: config.environment,
    version: deployedVersion(),
    keys: { keyByHash: (hash) => registers.keyByHash(hash), refresh: () => world.follower.refresh() },
    written: writtenBy(parts),
    rateLimit,
    callLog,
    health,
    metrics,
    log: logger.log,
    requestLog: logger.requestLog,
    isOutOfReach,
  };
  await documents.warmUp();
  await rehearse(config, apiDeps, uploadsDir).catch((error: unknown) => onTrouble('rehearsal', error));
  const { host, port, adminPort } = config;
  const api: Api = createApi(apiDeps, { host, port, adminPort });
  onStop(() => api.close());
  return api.listen();
}

/** Shared by all processes where the read models are. */
function writtenBy({ config, mongo, waiter, world, onStop, onTrouble }: Parts): WrittenPositions {
  const shared = {
    logId: () => world.logId(),
    waitFor: (position: number) => waiter.waitFor(trialBalancesProjection.name, position),
  };
  if (mongo === null) {
    const written = openWrittenPositions({ ...shared, folder: dataPaths(config.dataDir).written });
    onStop(async () => written.close());
    return written;
  }
  return shareWritten({
    ...shared,
    mongo,
    onTrouble: (error) => onTrouble('written positions', error),
  });
}

/** A process without the API still tells how it is. */
async function startHealth({ config, logger, onStop, world, health, metrics }: Parts) {
  const server = createHealthServer(
    { health, metrics, log: logger.log, requestLog: logger.requestLog, clock: world.clock, isOutOfReach },
    { host: config.host, port: config.adminPort ?? config.port },
  );
  onStop(() => server.close());
  return { url: null, adminUrl: await server.listen() };
}

const WATCH_EVERY_MS = 1_000;

/** A process that can't use its log any more makes room for one that can. */
function watchLog(rawLog: EventLog, log: ServiceLogger['log']): NodeJS.Timeout {
  const look = (): void =>
    void rawLog.head().catch((error: unknown) => {
      if (!isBeyondRepair(error)) return;
      log.fatal({ err: error }, 'the log can only be used again by a new process');
      log.flush(() => process.exit(1));
    });
  return setInterval(look, WATCH_EVERY_MS).unref();
}

function deployedVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
