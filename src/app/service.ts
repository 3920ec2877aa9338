// The service: the parts that its roles ask for, started in order and stopped in reverse, work in hand finished.
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type ServiceLogger } from '../api/http/logger.js';
import { createMetrics } from '../api/http/metrics.js';
import { startApi, startHealth } from './roles/api.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import type { Config } from './config.js';
import { EXIT_BAD_CONFIG } from './configError.js';
import type { EventLog } from '../domain/kernel/log.js';
import { answered, healthOf } from './health.js';
import { openDeliveryQueue, openPeople, openReadStore, openSharedMongo, type OnTrouble } from './stores.js';
import { createHealthOfProjections } from '../projections/engine/projectionHealth.js';
import { createPositionWaiter } from '../projections/engine/waitFor.js';
import { projections } from '../projections/views/allProjections.js';
import { startProjector } from './roles/projector.js';
import type { OnStop, Parts } from './roles/roleDependencies.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import { countQueue, startWebhooks, type WebhooksRole } from './roles/webhooks.js';
import { isBeyondRepair, namesOf, openCommandWorld, type CommandWorld, type Hooks } from './commandSide.js';

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

/** @throws WrongDeployment, or what else keeps us from this log for good; found out later, it ends the process */
async function reachedOrAway(world: CommandWorld, log: ServiceLogger['log']): Promise<void> {
  const waiting = new AbortController();
  const late = pause(START_WAIT_MS, 'late', { signal: waiting.signal }).catch(() => 'late');
  const reached = world.deployment.then(() => world.follower.ready());
  const first = await Promise.race([reached, late]).finally(() => waiting.abort());
  if (first !== 'late') return;
  log.warn('the log is out of reach: ready once it answers');
  world.deployment.catch((error: Error) => {
    if (error.name === 'AbortError') return; // stopped before it was known
    log.fatal({ err: error }, error.message);
    log.flush(() => process.exit(error instanceof WrongDeployment ? EXIT_BAD_CONFIG : 1));
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
