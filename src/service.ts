// The service: the parts that its roles ask for, started in order and stopped in reverse, work in hand finished.
import { createApi, type Api } from './api/app.js';
import { createLogger, type ServiceLogger } from './api/http/logger.js';
import { createMetrics } from './api/http/metrics.js';
import { openDocumentPool } from './commands/importDocument/documentPool.js';
import { createFileImporter } from './commands/importFile.js';
import { openFilePool } from './commands/importFile/filePool.js';
import { createJsonImporter } from './commands/importJson.js';
import { createImporter } from './commands/importTrialBalance.js';
import { createResendMemo } from './commands/resendMemo.js';
import type { Config } from './config.js';
import type { EventLog } from './domain/kernel/log.js';
import { healthOf } from './health.js';
import { createPages } from './projections/engine/pages.js';
import { createHealthOfProjections } from './projections/engine/projectionHealth.js';
import { startProjectorThread } from './projections/engine/projectorThread.js';
import { createPositionWaiter } from './projections/engine/waitFor.js';
import { projections } from './projections/views/catalogue.js';
import { trialBalancesProjection } from './projections/views/trialBalances.js';
import { createMemoryRateLimit } from './stores/rateLimit/memory.js';
import { prepareUploads, removeUploads } from './uploads.js';
import {
  dataPaths,
  isBeyondRepair,
  isOutOfReach,
  projectorThreadData,
  openCallLog,
  openCommandWorld,
  openReadStore,
  type Hooks,
  type OnTrouble,
} from './wiring.js';
import { rememberWritten } from './writtenPositions.js';

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
  { log, requestLog }: ServiceLogger,
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<{ url: string | null; adminUrl: string | null }> {
  const onTrouble: OnTrouble = (part, error) => log.error({ err: error, part }, 'trouble');
  const world = await openCommandWorld(config, onTrouble, hooks);
  onStop(() => world.close());
  const watching = watchLog(world.rawLog, log);
  onStop(async () => clearInterval(watching));
  const store = openReadStore(config);
  onStop(() => store.close());
  const waiter = createPositionWaiter(store);
  const states = createHealthOfProjections(projections.map(({ name }) => name));

  if (config.roles.includes('projector')) {
    const thread = startProjectorThread({
      entry: new URL('./projectorThread.js', import.meta.url),
      data: projectorThreadData(config, world.deployment.logId),
      onProgress(progress) {
        states.note(progress);
        waiter.note(progress);
      },
      onFailure: ({ projection, message }) => log.error({ projection }, message),
    });
    onStop(() => thread.stop());
  }
  if (!config.roles.includes('api')) return { url: null, adminUrl: null };

  const uploadsDir = prepareUploads(dataPaths(config.dataDir).uploads);
  onStop(async () => removeUploads(uploadsDir));
  const filePool = openFilePool();
  onStop(() => filePool.close());
  const documents = openDocumentPool();
  onStop(() => documents.close());
  const callLog = openCallLog(config, onTrouble);
  onStop(() => callLog.close());
  const { registers } = world.follower;
  const importing = { ...world, registers };
  const importTrialBalance = createImporter(importing);
  const api: Api = createApi(
    {
      registers,
      pages: createPages(store),
      personName: () => '',
      clock: world.clock,
      importJson: createJsonImporter(documents, importTrialBalance, createResendMemo(importing)),
      importFile: createFileImporter({ ...importing, pool: filePool, importTrialBalance }),
      uploadsDir,
      failPoints: world.failPoints,
      environment: config.environment,
      keys: { keyByHash: (hash) => registers.keyByHash(hash), refresh: () => world.follower.refresh() },
      written: rememberWritten(waiter, trialBalancesProjection.name),
      rateLimit: createMemoryRateLimit(config.rateLimitPerMinute),
      callLog,
      health: healthOf(world, store, states),
      metrics: createMetrics(),
      log,
      requestLog,
      isOutOfReach,
    },
    { host: config.host, port: config.port, adminPort: config.adminPort },
  );
  await Promise.all([world.follower.ready(), documents.warmUp()]);
  onStop(() => api.close());
  return api.listen();
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
