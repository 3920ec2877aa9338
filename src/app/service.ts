// The service: opens the stores, starts the configured roles in order, and stops them in reverse order.
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type ServiceLogger } from '../api/http/logger.js';
import { createMetrics } from '../api/http/metrics.js';
import { startApi, startHealth } from './roles/api.js';
import { WrongDeployment } from '../commands/log/deployment.js';
import type { Config } from './config.js';
import { EXIT_BAD_CONFIG } from './configError.js';
import type { EventLog } from '../domain/kernel/log.js';
import { withTimeout, createHealth } from './health.js';
import { openDeliveryQueue, openPeople, openReadStore, openSharedMongo, type OnError } from './stores.js';
import { createHealthOfProjections } from '../projections/engine/projectionHealth.js';
import { createPositionWaiter } from '../projections/engine/waitFor.js';
import { projections } from '../projections/views/allProjections.js';
import { startProjector } from './roles/projector.js';
import type { OnStop, RoleDependencies } from './roles/roleDependencies.js';
import type { DeliveryQueue } from '../webhooks/delivery/deliveryQueue.js';
import { queueGauges } from './roles/webhookMetrics.js';
import { startWebhooks, type WebhooksRole } from './roles/webhooks.js';
import { needsNewProcess, createNames, openCommandSide, type CommandSide, type Hooks } from './commandSide.js';

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
  const stop = async (): Promise<void> => {
    log.info('stopping');
    for (const one of stops.reverse())
      await one().catch((error: unknown) => log.error({ err: error }, 'stopping'));
    logger.flushRequests();
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
    await stop();
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
  const onError: OnError = (part, error) => log.error({ err: error, part }, 'background error');
  const commandSide = await openCommandSide(config, onError, hooks);
  onStop(() => commandSide.close());
  const watching = exitWhenLogBreaks(commandSide.rawLog, log);
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
  const parts: RoleDependencies = {
    config,
    logger,
    onError,
    onStop,
    commandSide,
    mongo,
    store,
    queue,
    people,
    names: createNames(commandSide, people),
    waiter: createPositionWaiter(store),
    states,
    health: createHealth(commandSide, store, states, async (head) =>
      webhooks ? healthOfWebhooks(queue, webhooks, head) : [],
    ),
    metrics: createMetrics(),
    webhooks: () => webhooks,
  };
  await waitForLog(commandSide, log);
  if (config.roles.includes('projector')) startProjector(parts);
  if (config.roles.includes('webhooks')) webhooks = startWebhooksRole(parts);
  const urls = await (config.roles.includes('api') ? startApi(parts) : startHealth(parts));
  onStop(async () => void webhooks?.stop()); // stops first: its last attempts end while requests do
  return urls;
}

/** How long startup waits for an unreachable log; after that the process serves without it and keeps trying. */
const START_WAIT_MS = 3_000;

/** @throws WrongDeployment; when it is found after START_WAIT_MS, the process exits */
async function waitForLog(commandSide: CommandSide, log: ServiceLogger['log']): Promise<void> {
  const waiting = new AbortController();
  const late = pause(START_WAIT_MS, 'late', { signal: waiting.signal }).catch(() => 'late');
  const reached = commandSide.deployment.then(() => commandSide.follower.ready());
  const first = await Promise.race([reached, late]).finally(() => waiting.abort());
  if (first !== 'late') return;
  log.warn('the log is out of reach: ready once it answers');
  commandSide.deployment.catch((error: Error) => {
    if (error.name === 'AbortError') return; // stopped before the log was reached
    log.fatal({ err: error }, error.message);
    log.flush(() => process.exit(error instanceof WrongDeployment ? EXIT_BAD_CONFIG : 1));
  });
}

function startWebhooksRole({
  config,
  commandSide,
  names,
  queue,
  metrics,
  onError,
  onStop,
}: RoleDependencies): WebhooksRole {
  queueGauges(metrics, queue, () => commandSide.clock.now().getTime());
  const role = startWebhooks({ config, commandSide, queue, names, metrics, onError });
  onStop(() => role.stop());
  return role;
}

async function healthOfWebhooks(queue: DeliveryQueue, role: WebhooksRole, head: number | null) {
  const reached = await withTimeout(() => queue.fanOutCheckpoint().then(() => true));
  return [{ part: 'delivery queue', ready: reached === true }, role.health(head)];
}

const WATCH_EVERY_MS = 1_000;

/** Exits when only a new process can use the log again. */
function exitWhenLogBreaks(rawLog: EventLog, log: ServiceLogger['log']): NodeJS.Timeout {
  const look = (): void =>
    void rawLog.head().catch((error: unknown) => {
      if (!needsNewProcess(error)) return;
      log.fatal({ err: error }, 'the log can only be used again by a new process');
      log.flush(() => process.exit(1));
    });
  return setInterval(look, WATCH_EVERY_MS).unref();
}
