// The role `api`: the HTTP server and its dependencies. A process without it serves health and metrics only.
import { readFileSync } from 'node:fs';
import { Counter, Gauge, type Registry } from 'prom-client';
import { createApi, createHealthServer, type Api } from '../../api/servers.js';
import type { ApiDependencies } from '../../api/dependencies.js';
import type { WrittenPositions } from '../../api/writtenPositions.js';
import { createFileImporter } from '../../commands/imports/importFile.js';
import { openWorkerPool, type WorkerPool } from '../../workers/workerPool.js';
import { createJsonImporter } from '../../commands/imports/importJson.js';
import { createImporter } from '../../commands/imports/importTrialBalance.js';
import { createResendMemo } from '../../commands/imports/resendMemo.js';
import { dataPaths, openCallLog, openRateLimit } from '../stores.js';
import { createPages } from '../../projections/engine/pages.js';
import { trialBalancesProjection } from '../../projections/views/trialBalances.js';
import type { RoleDependencies } from './roleDependencies.js';
import { openEmbeddedWrittenPositions } from '../../stores/writtenPositions/embeddedWrittenPositions.js';
import { openMongoWrittenPositions } from '../../stores/writtenPositions/mongoWrittenPositions.js';
import { prepareUploads, removeUploads } from '../uploads.js';
import { webhookRouteDependencies } from './webhookRouteDependencies.js';
import { isUnavailable } from '../commandSide.js';

/** Resolves once the server listens. */
export async function startApi(parts: RoleDependencies): Promise<{ url: string; adminUrl: string }> {
  const { config, logger, onError, onStop, commandSide, mongo, store, names, health, metrics } = parts;
  const uploadsDir = prepareUploads(dataPaths(config.dataDir).uploads);
  onStop(async () => removeUploads(uploadsDir));
  const workers = openWorkerPool();
  onStop(() => workers.close());
  registerFileGauges(metrics, workers);
  const callLog = openCallLog(config, mongo, onError);
  onStop(() => callLog.close());
  const fallbacks = new Counter({
    name: 'rate_limit_fallback',
    help: 'Calls counted by this process alone, Redis being away',
    registers: [metrics],
  });
  const rateLimit = await openRateLimit(config, () => fallbacks.inc());
  onStop(() => rateLimit.close());
  const { registers } = commandSide.follower;
  const importing = { ...commandSide, registers };
  const importTrialBalance = createImporter(importing);
  const apiDeps: ApiDependencies = {
    registers,
    pages: createPages(store),
    names,
    clock: commandSide.clock,
    importJson: createJsonImporter(workers, importTrialBalance, createResendMemo(importing), commandSide.clock),
    importFile: createFileImporter({ ...importing, files: workers, importTrialBalance }),
    uploadsDir,
    ...webhookRouteDependencies(config, commandSide, parts.queue, () => parts.webhooks()?.wake()),
    failPoints: commandSide.failPoints,
    environment: config.environment,
    version: deployedVersion(),
    keys: { keyByHash: (hash) => registers.keyByHash(hash), refresh: () => commandSide.follower.refresh() },
    written: writtenBy(parts),
    rateLimit,
    callLog,
    health,
    metrics,
    log: logger.log,
    requestLog: logger.requestLog,
    isOutOfReach: isUnavailable,
  };
  const { host, port, adminPort } = config;
  const api: Api = createApi(apiDeps, { host, port, adminPort });
  onStop(() => api.close());
  const addresses = await api.listen();
  workers.start();
  return addresses;
}

/** The positions of writes, for read-your-writes; shared with other processes through MongoDB. */
function writtenBy({ config, mongo, waiter, commandSide, onStop, onError }: RoleDependencies): WrittenPositions {
  const shared = {
    logId: () => commandSide.logId(),
    waitFor: (position: number, timeoutMs: number) =>
      waiter.waitFor(trialBalancesProjection.name, position, timeoutMs),
  };
  if (mongo === null) {
    const written = openEmbeddedWrittenPositions({ ...shared, folder: dataPaths(config.dataDir).written });
    onStop(async () => written.close());
    return written;
  }
  return openMongoWrittenPositions({
    ...shared,
    mongo,
    onError: (error) => onError('written positions', error),
  });
}

/** Gauges of the files in the worker pool, read when scraped. */
function registerFileGauges(metrics: Registry, workers: Pick<WorkerPool, 'fileCounts'>): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value());
      },
    });
  };
  gauge(
    'report_files_reading',
    'Uploaded files being read, checked or stored',
    () => workers.fileCounts().reading,
  );
  gauge(
    'report_files_waiting',
    'Uploaded files that wait for others to be read',
    () => workers.fileCounts().waiting,
  );
}

/** Health and metrics of a process without the role `api`. */
export async function startHealth({ config, logger, onStop, commandSide, health, metrics }: RoleDependencies) {
  const server = createHealthServer(
    {
      health,
      metrics,
      log: logger.log,
      requestLog: logger.requestLog,
      clock: commandSide.clock,
      isOutOfReach: isUnavailable,
    },
    { host: config.host, port: config.adminPort ?? config.port },
  );
  onStop(() => server.close());
  return { url: null, adminUrl: await server.listen() };
}

function deployedVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
