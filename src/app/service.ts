// The service: opens the stores, starts the configured roles in order, and stops them in reverse order.
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { createMetrics } from '../api/http/metrics.js';
import { createLogger, type ServiceLogger } from '../api/http/logger.js';
import { systemClock } from '../commands/kernel/context.js';
import { StoreError } from '../domain/kernel/storeError.js';
import { storeProblemFailure } from '../messages/startFailures.js';
import { INDEX_MISSING, overriddenSentence, wentBackSentence, type StorePlaces } from '../messages/stores.js';
import { HealthOfProjections, PositionWaiter } from '../projections/engine/progress.js';
import { projections } from '../projections/views/allProjections.js';
import type { Mongo } from '../stores/mongo/connection.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import { createNames, openCommandSide, type CommandSide, type Hooks } from './commandSide.js';
import type { Config } from './config.js';
import { answered, createHealth, type LagBehind } from './health.js';
import { derivedOnceOpened, placesOf } from './logChecks.js';
import { isReportedOnce, watchLogServers } from './logServers.js';
import { certificateGauge, diskGauges, measuredAppends } from './metrics.js';
import { startApi, startHealth } from './roles/api.js';
import { startMail } from './roles/mail.js';
import { startProjector } from './roles/projector.js';
import type { OnStop, RoleDependencies, WebhooksRole } from './roles/roleDependencies.js';
import { startWebhooks } from './roles/webhooks.js';
import { startFailureOf, withPlaces } from './startFailure.js';
import { openDeliveryQueue, openPeopleStores, openReadStore, openSharedMongo, type OnError } from './stores.js';

export type Service = Readonly<{
  /** `url` of the API, null without the role `api`; `adminUrl` of health and metrics. */
  url: string | null;
  adminUrl: string | null;
  /** Readiness turns 503, no new work is accepted, running work finishes, buffers are flushed. */
  stop(): Promise<void>;
}>;

/**
 * Resolves once the server listens; `/health/ready` may turn ready later.
 * @throws WrongDeployment when the log belongs to another environment or secrets key
 */
export async function startService(config: Config, hooks: Hooks = {}): Promise<Service> {
  const logger = createLogger(config.logLevel);
  const { log, flush } = logger;
  const stops: (() => Promise<unknown>)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const one of stops.reverse())
      await one().catch((error: unknown) => log.error({ err: error }, 'stopping'));
    logger.flushRequests();
  };
  const stop = async (): Promise<void> => {
    log.info('stopping');
    await stopAll();
    log.info('stopped');
    await flush();
  };
  try {
    const urls = await startRoles(config, hooks, logger, (one) => stops.push(one));
    log.info(
      { started: true, address: urls.url, adminAddress: urls.adminUrl, roles: config.roles },
      'service started',
    );
    return { ...urls, stop };
  } catch (error) {
    await stopAll();
    await flush();
    throw error;
  }
}

async function startRoles(
  config: Config,
  hooks: Hooks,
  logger: ServiceLogger,
  onStop: OnStop,
): Promise<{ url: string | null; adminUrl: string | null }> {
  const { log } = logger;
  let webhooks: WebhooksRole | null = null;
  const parts = await openParts(config, hooks, logger, onStop, () => webhooks);
  const { commandSide, mongo, metrics } = parts;
  if (mongo !== null && mongo.overridden.length > 0) log.warn(overriddenSentence(mongo.overridden));
  diskGauges(metrics, config.dataDir);
  certificateGauge(metrics, commandSide.rawLog);
  const unwatch = watchLogServers(commandSide, log);
  onStop(async () => unwatch());
  await waitForLog(commandSide, placesOf(config), log);
  if (config.roles.includes('projector')) startProjector(parts);
  if (config.roles.includes('webhooks')) webhooks = startWebhooks(parts);
  if (config.roles.includes('webhooks')) startMail(parts);
  const urls = await (config.roles.includes('api') ? startApi(parts) : startHealth(parts));
  onStop(async () => void webhooks?.stop()); // stops first: its last attempts end while requests do
  return urls;
}

async function openParts(
  config: Config,
  hooks: Hooks,
  logger: ServiceLogger,
  onStop: OnStop,
  webhooks: RoleDependencies['webhooks'],
): Promise<RoleDependencies> {
  const metrics = createMetrics();
  const { commandSide, opened } = await openWatchedLog(config, hooks, logger.log, metrics);
  onStop(() => commandSide.close());
  const storeThreads: (() => Promise<unknown>)[] = [];
  const onStopThread: OnStop = (stop) => {
    storeThreads.push(stop);
    onStop(stop);
  };
  const watching = exitWhenStoresBreak(commandSide, storeThreads, placesOf(config), logger.log);
  onStop(async () => clearInterval(watching));
  const mongo = await openSharedMongo(config);
  onStop(async () => mongo?.close());
  const store = openReadStore(config, mongo);
  onStop(() => store.close());
  const queue = openDeliveryQueue(config, mongo, (path) => commandSide.files.watch(path));
  onStopThread(() => queue.close());
  opened({ store, queue });
  const access = openPeopleStores(config, mongo);
  onStop(() => access.people.close());
  const states = new HealthOfProjections(projections.map(({ name }) => name));
  const health = createHealth(commandSide, store, states, async (lagBehind) => [
    ...healthOfFiles(commandSide),
    ...healthOfIndexes(mongo),
    ...(await healthOfWebhooks(queue, webhooks(), lagBehind)),
  ]);
  const names = createNames(commandSide, access.people);
  const waiter = new PositionWaiter(store);
  const shared = {
    config,
    logger,
    commandSide,
    mongo,
    store,
    queue,
    access,
    names,
    waiter,
    states,
    health,
    metrics,
  };
  return { ...shared, onStop, onStopThread, webhooks };
}

/** The command side, whose errors are logged and checked for a log that went back. `opened` is called with the stores made of it. */
async function openWatchedLog(config: Config, hooks: Hooks, log: ServiceLogger['log'], metrics: Registry) {
  let side: CommandSide | null = null;
  const { derived, opened } = derivedOnceOpened(config);
  const reportError: OnError = (part, error) => {
    // Of a file that was taken away the process's last sentence tells.
    if ((side?.files.takenAway() ?? null) !== null || isReportedOnce(side?.rawLog ?? null, error)) return;
    log.error({ err: error, part }, 'background error');
  };
  const measured = measuredAppends(metrics, hooks.clock ?? systemClock);
  const commandSide = await openCommandSide(config, reportError, hooks, { derived, measured });
  side = commandSide;
  return { commandSide, opened };
}

/** How long startup waits for an unreachable log; after that the process serves without it and keeps trying. */
const START_WAIT_MS = 3_000;

/** @throws WrongDeployment, StoreMismatch; when it is found after START_WAIT_MS, the process exits */
async function waitForLog(
  commandSide: CommandSide,
  places: StorePlaces,
  log: ServiceLogger['log'],
): Promise<void> {
  const waiting = new AbortController();
  const late = pause(START_WAIT_MS, 'late', { signal: waiting.signal }).catch(() => 'late');
  const reached = commandSide.deployment.then(
    () => commandSide.follower.ready(),
    (error: unknown) => {
      throw withPlaces(error, places);
    },
  );
  const first = await Promise.race([reached, late]).finally(() => waiting.abort());
  if (first !== 'late') return;
  log.warn('the log is out of reach: ready once it answers');
  reached.catch((error: Error) => {
    if (error.name === 'AbortError' || commandSide.logId() !== null) return; // stopped before the log was reached
    log.fatal({ err: error }, error.message);
    const { text, status } = startFailureOf(error);
    process.stderr.write(`${text}\n`);
    log.flush(() => process.exit(status));
  });
}

/** The file that was taken away, if any. */
function healthOfFiles({ files }: CommandSide) {
  const path = files.takenAway();
  return path === null ? [] : [{ part: basename(path), ready: false }];
}

/** The lists that need it answer 503, everything else works. */
function healthOfIndexes(mongo: Mongo | null) {
  return mongo?.isIndexMissing() ? [{ part: 'indexes', ready: true, reason: INDEX_MISSING }] : [];
}

async function healthOfWebhooks(queue: DeliveryQueue, role: WebhooksRole | null, lagBehind: LagBehind) {
  if (role === null) return [];
  const reached = await answered(() => queue.fanOutCheckpoint().then(() => true));
  return [{ part: 'delivery queue', ready: reached === true }, role.health(lagBehind)];
}

// Ends the process when only a new one can use the stores again: their files were taken away, or the log went back.
// Source: docs/spec/stores.md#files-taken-away, docs/spec/log.md#a-log-that-went-back.

const WATCH_EVERY_MS = 250;
/** How long requests in progress may take to end; `/health/ready` names the part meanwhile. */
const LAST_ANSWERS_MS = 1_000;
/** How long the threads of the stores and the last append may take to end. */
const THREADS_END_MS = 3_500;

/** @param storeThreads functions that end a thread each; the list grows while the service starts */
export function exitWhenStoresBreak(
  { files, rawLog, guard }: CommandSide,
  storeThreads: readonly (() => Promise<unknown>)[],
  places: StorePlaces,
  log: ServiceLogger['log'],
): NodeJS.Timeout {
  let leaving = false;
  const leave = (error: Error, message: string): void => {
    if (leaving) return;
    leaving = true;
    log.fatal({ err: error }, message);
    const ends = () => [...storeThreads, () => rawLog.close()].map((end) => end());
    setTimeout(() => log.flush(() => void exitAfter(ends)), LAST_ANSWERS_MS);
  };
  const takenAway = (fault: StoreError): void => {
    if (!leaving) process.stderr.write(`${storeProblemFailure(fault.problem).sentence}\n`);
    const isRebuilt = 'isRebuilt' in fault.problem && fault.problem.isRebuilt === true;
    leave(fault, `${fault.message}: ${isRebuilt ? 'start again to rebuild it' : 'restore it and start again'}`);
  };
  void guard.wentBack.then((error) => {
    const sentence = wentBackSentence(error.lost, places);
    if (!leaving) process.stderr.write(`${sentence}\n`);
    leave(error, sentence);
  });
  const look = (): void => {
    const path = files.takenAway();
    if (path !== null)
      return takenAway(new StoreError({ is: 'StoreTakenAway', path, isRebuilt: files.isRebuilt(path) }));
    rawLog.head().catch((error: unknown) => {
      if (error instanceof StoreError) takenAway(error);
    });
  };
  return setInterval(look, WATCH_EVERY_MS).unref();
}

/** `process.exit` stops threads at any point; within a failing call, libsql aborts the process. */
async function exitAfter(ends: () => Promise<unknown>[]): Promise<void> {
  const ended = Promise.allSettled(ends()).then(() => true);
  if (await Promise.race([ended, pause(THREADS_END_MS, false)])) process.exit(1);
  process.kill(process.pid, 'SIGKILL');
}
