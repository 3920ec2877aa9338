// What the roles of one process share: opened once, and watched. The process ends when its stores break.
import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import type { Registry } from 'prom-client';
import { createMetrics } from '../../api/http/metrics.js';
import type { ServiceLogger } from '../../api/http/logger.js';
import { systemClock } from '../../commands/kernel/context.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import { storeProblemFailure } from '../../messages/startFailures.js';
import { INDEX_MISSING, wentBackSentence, type StorePlaces } from '../../messages/stores.js';
import { PositionWaiter, type ProjectionProgress } from '../../projections/engine/progress.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { createNames, openCommandSide, type CommandSide, type Hooks } from '../commandSide.js';
import type { Config } from '../config.js';
import { answerOrNull, createHealth, type LagBehind } from '../health.js';
import { derivedOnceOpened, placesOf } from '../logChecks.js';
import { isReportedOnce } from '../logServers.js';
import { measureAppends } from '../metrics.js';
import { openDeliveryQueue, openPeopleStores, openReadStore, openSharedMongo, type OnError } from '../stores.js';
import type { PartHealth } from '../../api/http/health.js';

/** Registers a function that `stop` calls, in reverse order. */
export type OnStop = (stop: () => Promise<unknown>) => void;

export type WebhooksRole = Readonly<{
  /** To be called when deliveries were added to the queue. */
  wake(): void;
  health(lagBehind: LagBehind): PartHealth;
  /** Waits for the deliveries in flight. */
  stop(): Promise<void>;
}>;

export type RoleDependencies = Awaited<ReturnType<typeof openRoleDependencies>>;

/** @param webhooks null when this process does not have the role */
export async function openRoleDependencies(
  config: Config,
  hooks: Hooks,
  logger: ServiceLogger,
  onStop: OnStop,
  webhooks: () => WebhooksRole | null,
) {
  const metrics = createMetrics();
  const { commandSide, provide } = await openWatchedLog(config, hooks, logger.log, metrics);
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
  provide({ store, queue });
  const access = openPeopleStores(config, mongo);
  onStop(() => access.people.close());
  const states = new Map<string, ProjectionProgress>();
  const health = createHealth(commandSide, store, states, async (lagBehind) => [
    ...healthOfFiles(commandSide),
    // The lists that need it answer 503, everything else works.
    ...(mongo?.isIndexMissing() ? [{ part: 'indexes', ready: true, reason: INDEX_MISSING }] : []),
    ...(await healthOfWebhooks(queue, webhooks(), lagBehind)),
  ]);
  return {
    config,
    logger,
    onStop,
    /** Registers what ends a thread with open stores; also called before an exit because of broken stores. */
    onStopThread,
    commandSide,
    mongo,
    store,
    queue,
    access,
    names: createNames(commandSide, access.people),
    waiter: new PositionWaiter(store),
    /** The last progress of each projection that this process runs. */
    states,
    health,
    metrics,
    webhooks,
  };
}

/** The command side; its errors are logged and checked for a log that went back. `provide` gets its stores. */
async function openWatchedLog(config: Config, hooks: Hooks, log: ServiceLogger['log'], metrics: Registry) {
  let side: CommandSide | null = null;
  const { readDerived, provide } = derivedOnceOpened(config);
  const reportError: OnError = (part, error) => {
    // The process's last sentence tells of a file that was taken away.
    if ((side?.files.takenAway() ?? null) !== null || isReportedOnce(side?.rawLog ?? null, error)) return;
    log.error({ err: error, part }, 'background error');
  };
  const measureAppend = measureAppends(metrics, hooks.clock ?? systemClock);
  const commandSide = await openCommandSide(config, reportError, hooks, { readDerived, measureAppend });
  side = commandSide;
  return { commandSide, provide };
}

function healthOfFiles({ files }: CommandSide) {
  const path = files.takenAway();
  return path === null ? [] : [{ part: basename(path), ready: false }];
}

async function healthOfWebhooks(queue: DeliveryQueue, role: WebhooksRole | null, lagBehind: LagBehind) {
  if (role === null) return [];
  const reached = await answerOrNull(() => queue.fanOutCheckpoint().then(() => true));
  return [{ part: 'delivery queue', ready: reached === true }, role.health(lagBehind)];
}

// Ends the process when only a new one can use the stores again: their files were taken away, or the log went
// back.
// Source: docs/spec/stores.md#files-taken-away, docs/spec/log.md#a-log-that-went-back.

const WATCH_EVERY_MS = 250;
/** How long requests in progress may take to end; `/health/ready` names the part meanwhile. */
const LAST_ANSWERS_MS = 1_000;
/** How long the threads of the stores and the last append may take to end. */
const THREADS_END_MS = 3_500;

/** @param storeThreads functions that end a thread each; the list grows while the service starts */
function exitWhenStoresBreak(
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
