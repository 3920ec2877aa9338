// The service: opens the stores, starts the configured roles in order, and stops them in reverse order.
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, type ServiceLogger } from '../api/http/logger.js';
import { overriddenSentence } from '../messages/stores.js';
import { type CommandSide, type Hooks } from './commandSide.js';
import type { Config } from './config.js';
import { watchLogServers } from './logServers.js';
import { certificateGauge, diskGauges } from './metrics.js';
import { startApi, startHealth } from './roles/api.js';
import { startMail } from './roles/mail.js';
import { startProjector } from './roles/projector.js';
import { openRoleDependencies, type OnStop, type WebhooksRole } from './roles/roleDependencies.js';
import { startWebhooks } from './roles/webhooks.js';
import { inWords, startFailureOf } from './startFailure.js';

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
  const parts = await openRoleDependencies(config, hooks, logger, onStop, () => webhooks);
  const { commandSide, mongo, metrics } = parts;
  if (mongo !== null && mongo.overridden.length > 0) log.warn(overriddenSentence(mongo.overridden));
  diskGauges(metrics, config.dataDir);
  certificateGauge(metrics, commandSide.rawLog);
  const unwatch = watchLogServers(commandSide, log);
  onStop(async () => unwatch());
  await waitForLog(commandSide, config, log);
  if (config.roles.includes('projector')) startProjector(parts);
  if (config.roles.includes('webhooks')) webhooks = startWebhooks(parts);
  if (config.roles.includes('webhooks')) startMail(parts);
  const urls = await (config.roles.includes('api') ? startApi(parts) : startHealth(parts));
  onStop(async () => void webhooks?.stop()); // stops first: its last attempts end while requests do
  return urls;
}

/** How long startup waits for an unreachable log; after that the process serves without it and keeps trying. */
const START_WAIT_MS = 3_000;

/** @throws WrongDeployment, Refused; when it is found after START_WAIT_MS, the process exits */
async function waitForLog(commandSide: CommandSide, config: Config, log: ServiceLogger['log']): Promise<void> {
  const waiting = new AbortController();
  const late = pause(START_WAIT_MS, 'late', { signal: waiting.signal }).catch(() => 'late');
  const reached = commandSide.deployment.then(
    () => commandSide.follower.ready(),
    (error: unknown) => {
      throw inWords(error, config);
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
