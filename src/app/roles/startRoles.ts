// Starts the roles of the process in order, once their stores are open.
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceLogger } from '../../api/http/logger.js';
import type { ProjectorThread } from '../../projections/engine/projectorThread.js';
import { overriddenSentence } from '../../messages/stores.js';
import type { CommandSide, Hooks } from '../commandSide.js';
import type { Config } from '../config.js';
import { watchLogServers } from '../logServers.js';
import { certificateGauge, diskGauges } from '../metrics.js';
import { inWords, startFailureOf } from '../startFailure.js';
import { startApi, startHealth } from './api.js';
import { startMail } from './mail.js';
import { startProjector } from './projector.js';
import { openRoleDependencies, type OnStop, type WebhooksRole } from './roleDependencies.js';
import { startWebhooks } from './webhooks.js';

/** @param projector null without this role */
export async function startRoles(
  config: Config,
  hooks: Hooks,
  logger: ServiceLogger,
  onStop: OnStop,
  projector: ProjectorThread | null,
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
  if (projector !== null) startProjector(projector, parts);
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
  log.warn('the log, or MongoDB, is out of reach: ready once it answers');
  reached.catch((error: Error) => {
    if (error.name === 'AbortError' || commandSide.logId() !== null) return; // stopped before the log was reached
    log.fatal({ err: error }, error.message);
    const { text, status } = startFailureOf(error);
    process.stderr.write(`${text}\n`);
    log.flush(() => process.exit(status));
  });
}
