// The role `api`: the HTTP server and its dependencies. A process without it serves health and metrics only.
import { createNewestCheckpoint } from '../../commands/seals/checkpoint.js';
import { checkpointRoutes } from '../../api/rest/checkpoint.js';
import { Counter } from 'prom-client';
import { createApi, createHealthServer, type Api } from '../../api/servers.js';
import { serverLimits, type PlaceLimits } from '../../api/http/connections/connection.js';
import type { ApiDependencies, WebhookDependencies } from '../../api/dependencies.js';
import type { WrittenPositions } from '../../api/readYourWrites.js';
import { TrustedProxies } from '../../api/http/connections/clientAddress.js';
import { bodyTimes } from '../../api/http/request/arrival.js';
import { PERSON_TIMES } from '../../api/http/rateLimit.js';
import { BodyBudget } from '../../api/http/request/bodyBudget.js';
import { previewComposition } from '../../commands/reconciliations/composeFromFiles.js';
import { createFileImporter } from '../../commands/imports/importFile.js';
import { createFileTasks } from '../../workers/fileTasks.js';
import { openWorkerPool, type WorkerPool } from '../../workers/workerPool.js';
import { createImporter, createJsonImporter } from '../../commands/imports/importTrialBalance.js';
import { sweepStagedFiles } from '../../commands/imports/stagedFiles.js';
import { createStoredInputs } from '../../commands/imports/storedInputs.js';
import { MB, type Config } from '../config.js';
import { limitRepeats } from '../limitRepeats.js';
import { countImports, bodyGauges, fileGauges } from '../metrics.js';
import { dataPaths, openCallLog, openRateLimit, openStagedFiles, openTransient } from '../stores.js';
import { Spool } from '../../api/http/request/spool.js';
import { NO_ADMINISTRATOR_YET, PEOPLE_ELSEWHERE } from '../../messages/console.js';
import { fewPlacesSentence } from '../../messages/startFailures.js';
import { openFilesLimit, placesWithin } from '../fileLimit.js';
import { Pages } from '../../projections/engine/pages.js';
import type { Projection } from '../../projections/engine/projection.js';
import { projections } from '../../projections/views/allProjections.js';
import { trialBalancesProjection } from '../../projections/views/trialBalances/trialBalances.js';
import { deployedVersion } from '../../runtime/program.js';
import type { RoleDependencies } from './roleDependencies.js';
import type { Documents } from '../../commands/kernel/documents.js';
import { openWrittenPositions } from '../../api/readYourWrites.js';
import { prepareUploads, removeUploads } from '../folder/dataDir.js';
import { createPublicIds, type CommandSide } from '../commandSide.js';
import { isUnavailable } from '../unavailable.js';
import { createRouter } from '../../api/app.js';
import type { OpenRoute } from '../../api/call.js';
import { requireAssets } from '../../console/assets/assets.js';
import type { ConsoleParts } from './console.js';
import { createWebhookDirectory } from '../../commands/webhooks/webhookDirectory.js';
import { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { createAddressGuard } from '../../webhooks/sending/addressGuard.js';
import type { DeliveryDependencies } from '../../api/webhooks/deliveries.js';
import type { DeliveryQueue } from '../../webhooks/delivery/deliveryQueue.js';
import { createRequestedDeliveries } from '../../webhooks/delivery/newDeliveries.js';

/** Files that still wait this long after the stop began are refused, so that their answer can be sent. */
const STOP_WAIT_MS = 15_000;

/** Resolves once the server listens. */
export async function startApi(parts: RoleDependencies): Promise<{ url: string; adminUrl: string }> {
  const { config, onStop, onStopThread, commandSide, mongo } = parts;
  const { onError } = commandSide;
  const uploadsDir = prepareUploads(dataPaths(config.dataDir).uploads);
  onStop(async () => removeUploads(uploadsDir));
  const workers = openWorkerPool();
  onStop(() => workers.close());
  const callLog = openCallLog(config, mongo, onError, (path) => commandSide.files.watch(path));
  onStopThread(() => callLog.close());
  const transient = openTransient(config, mongo);
  onStop(() => transient.close());
  const { rateLimit, ofPeople } = await openRateLimits(parts);
  onStop(() => rateLimit.close());
  onStop(() => ofPeople.close());
  // The one it listens on is added once it does.
  const ownUrls = config.publicUrl === null ? [] : [config.publicUrl];
  const fileTasks = createFileTasks();
  const apiDeps: ApiDependencies = {
    ...readingDependencies(parts),
    ...importDependencies(parts, workers, uploadsDir),
    ...webhookRouteDependencies(config, commandSide, parts.queue, () => parts.webhooks()?.wake(), ownUrls),
    previewComposition: (...call) =>
      previewComposition({ ...commandSide, readStatements: fileTasks.readStatements }, ...call),
    proxies: new TrustedProxies(config.trustedProxies),
    written: writtenBy(parts, transient, [trialBalancesProjection]),
    rateLimit,
    callLog,
  };
  const stagedFiles = openStagedFiles(config, mongo, transient);
  onStop(sweepStagedFiles({ stagedFiles, clock: commandSide.clock }, (error) => onError('staged files', error)));
  const forConsole = { ...apiDeps, rateLimit: ofPeople, written: writtenBy(parts, transient, projections) };
  const moreRoutes = [
    ...checkpointRoutes(createNewestCheckpoint(commandSide.rawLog, commandSide.clock)),
    ...lazyConsole({ role: parts, api: forConsole, stagedFiles, callLog, fileTasks, folder: uploadsDir }),
  ];
  const { host, port, adminPort } = config;
  const api: Api = createApi(apiDeps, { host, port, adminPort, limits: placesOf(parts), moreRoutes });
  onStop(() => api.close());
  onStop(async () => void setTimeout(() => workers.refuseWaitingFiles(), STOP_WAIT_MS).unref());
  const addresses = await api.listen();
  ownUrls.push(addresses.url);
  void reportAdministrators(parts).catch(() => undefined); // a hint: nothing waits for the store
  workers.start();
  return addresses;
}

function readingDependencies({ config, logger, commandSide, store, names, health, metrics }: RoleDependencies) {
  const { registers } = commandSide.follower;
  return {
    registers,
    pages: new Pages(store),
    names,
    clock: commandSide.clock,
    health,
    metrics,
    isUnavailable,
    log: logger.log,
    requestLog: logger.requestLog,
    publicIds: createPublicIds(commandSide),
    failPoints: commandSide.failPoints,
    environment: config.environment,
    version: deployedVersion(),
    keys: {
      keyByHash: (hash: string) => registers.keyByHash(hash),
      refresh: () => commandSide.follower.refresh(),
    },
  };
}

/** What takes imports, within the bytes of bodies and of spooled files. */
function importDependencies({ config, commandSide, metrics }: RoleDependencies, workers: WorkerPool, dir: string) {
  const spoolBytesMax = config.uploadsMaxMb * MB;
  const spool = new Spool(dir, spoolBytesMax);
  fileGauges(metrics, workers, spool, spoolBytesMax);
  const stored = createStoredInputs(commandSide.log);
  const bytesMax = config.bodiesMaxMb * MB;
  const onShort = (): void => {
    stored.clear();
    workers.forgetInputs();
  };
  const budget = new BodyBudget({ bytesMax, onShort });
  bodyGauges(metrics, budget, bytesMax);
  const importing = { ...commandSide, registers: commandSide.follower.registers, stored };
  const importTrialBalance = createImporter(importing);
  const imports = countImports(metrics, {
    importJson: createJsonImporter(workers, importTrialBalance, commandSide.clock),
    importFile: createFileImporter({ ...importing, files: workers, importTrialBalance }),
  });
  return { ...imports, bodies: { budget, times: bodyTimes }, spool };
}

/** Places for connections of each server; says in the log when they are fewer for want of open files. */
function placesOf({ config: { connectionsPerAddress, adminPort, roles }, logger }: RoleDependencies): PlaceLimits {
  const files = openFilesLimit();
  const servers = roles.includes('api') && adminPort !== null ? 2 : 1;
  const places = placesWithin(files, servers, { ...serverLimits, connectionsPerAddress });
  const { connectionsMax } = places;
  if (files !== null && connectionsMax < serverLimits.connectionsMax)
    logger.log.warn(fewPlacesSentence(files, connectionsMax, places.connectionsPerAddress));
  return places;
}

/** Limits of keys and of people; counts the calls limited by this process alone, and says why in the log. */
async function openRateLimits({ config, commandSide, metrics, logger: { log } }: RoleDependencies) {
  const fallbacks = new Counter({
    name: 'rate_limit_fallback',
    help: 'Calls counted by this process alone, Redis being away',
    registers: [metrics],
  });
  const onError = limitRepeats((reason) =>
    log.warn({ reason }, 'Redis is away: this process limits calls by itself'),
  );
  const reports = { onFallback: () => fallbacks.inc(), onError };
  const open = (perMinute: number) =>
    openRateLimit({ ...config, rateLimitPerMinute: perMinute }, () => commandSide.logId(), reports);
  const { rateLimitPerMinute } = config;
  return { rateLimit: await open(rateLimitPerMinute), ofPeople: await open(rateLimitPerMinute * PERSON_TIMES) };
}

/**
 * The positions of writes, for read-your-writes, shared with other processes.
 * @param views what shows the writes: keys import, people also act on reconciliations
 */
function writtenBy(
  { waiter, commandSide }: RoleDependencies,
  documents: Documents,
  views: readonly Projection[],
): WrittenPositions {
  return openWrittenPositions({
    documents,
    logId: () => commandSide.logId(),
    waitFor: (position: number, timeoutMs: number) => waiter.waitForAll(views, position, timeoutMs),
    onError: (error) => commandSide.onError('written positions', error),
  });
}

export async function startHealth(parts: RoleDependencies) {
  const { config, logger, onStop, commandSide, health, metrics } = parts;
  const server = createHealthServer(
    {
      health,
      metrics,
      log: logger.log,
      requestLog: logger.requestLog,
      clock: commandSide.clock,
      isUnavailable,
      proxies: new TrustedProxies(config.trustedProxies),
    },
    { host: config.host, port: config.adminPort ?? config.port, limits: placesOf(parts) },
  );
  onStop(() => server.close());
  return { url: null, adminUrl: await server.listen() };
}

/** Says in the log when nobody could work in the console and invite others. */
async function reportAdministrators({ commandSide, access, logger: { log } }: RoleDependencies): Promise<void> {
  const { registers } = commandSide.follower;
  const administrators = registers
    .clients()
    .flatMap(({ clientId }) => [...registers.workflowOf(clientId).users])
    .filter(([, held]) => held.some(({ role }) => role === 'MODULE_ADMIN'));
  if (administrators.length === 0) log.info(NO_ADMINISTRATOR_YET);
  else if ((await access.people.byId(administrators.map(([id]) => id))).length === 0) log.warn(PEOPLE_ELSEWHERE);
}

/** Every address of the console, a route for each method. @throws ProgramFileMissing without one of its files */
function lazyConsole(parts: ConsoleParts): readonly OpenRoute[] {
  requireAssets();
  // What it opens ends after the server, which begins now: the last answers need it.
  const ends: (() => Promise<unknown>)[] = [];
  parts.role.onStopThread(() => Promise.all(ends.map((end) => end())));
  const role = { ...parts.role, onStopThread: (end: () => Promise<unknown>) => void ends.push(end) };
  let loading: ReturnType<typeof load> | null = null;
  const load = async () => {
    const [{ consoleRoutes }, { consoleDependencies }] = await Promise.all([
      import('../../console/app.js'),
      import('./console.js'),
    ]);
    return createRouter(consoleRoutes(consoleDependencies({ ...parts, role }))).routes();
  };
  const handle: OpenRoute['handle'] = async (context) => {
    const serve = await (loading ??= load());
    await serve(context, async () => undefined);
  };
  return [
    { method: 'GET', path: '/console', handle },
    { method: 'GET', path: '/console/{*rest}', handle },
    { method: 'POST', path: '/console/{*rest}', handle },
  ];
}

/**
 * @param wake called after deliveries were stored; does nothing where this process does not deliver
 * @param ownUrls of this service, which no webhook may have
 */
function webhookRouteDependencies(
  config: Config,
  commandSide: CommandSide,
  queue: DeliveryQueue,
  wake: () => void,
  ownUrls: readonly string[],
): WebhookDependencies & DeliveryDependencies {
  // Only checks addresses: routes make no connection.
  const addresses = createAddressGuard({ allowedNetworks: config.webhookAllowedNetworks, ownUrls });
  return {
    webhooks: new WebhookCommands({ ...commandSide, addresses }),
    webhookDirectory: createWebhookDirectory(commandSide.folds, isUnavailable, commandSide.follower),
    webhookAddresses: addresses,
    deliveries: queue,
    requestedDeliveries: createRequestedDeliveries({
      queue,
      clock: commandSide.clock,
      retrySeconds: config.webhookRetrySeconds,
      wake,
    }),
  };
}
