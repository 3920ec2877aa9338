// The command side: log, folds, ids, registers and keys, as the service and the command line share them.
import { existsSync, realpathSync } from 'node:fs';
import pRetry from 'p-retry';
import { systemClock, type Clock } from '../commands/kernel/context.js';
import { Folds } from '../commands/kernel/folds.js';
import { IdAllocator } from '../commands/kernel/idAllocator.js';
import type { ReadDerivedPositions } from '../commands/log/compareStores.js';
import {
  ensureDeployment,
  readDeployment,
  readDeploymentState,
  type Deployment,
  type DeploymentConfig,
} from '../commands/log/deployment.js';
import type { PeopleStore } from '../commands/people/peopleStore.js';
import { createPersonNames, type PersonNames } from '../commands/people/personNames.js';
import { RegisterFollower } from '../commands/registers/registerFollower.js';
import type { NoteKey, Signer } from '../commands/seals/checkpoint.js';
import { ensureSealKey } from '../commands/seals/sealKey.js';
import { noFailPoints, type FailPoints } from '../domain/kernel/failPoints.js';
import { withAppend, type EventLog } from '../domain/kernel/log.js';
import { StoreError, StoreUnavailable } from '../domain/kernel/storeError.js';
import { describeRefusal } from '../messages/problems.js';
import { warningSentence } from '../messages/imports/warnings.js';
import { PERSON_REMOVED } from '../messages/people.js';
import { withCodec } from '../stores/log/codec.js';
import { publicReconciliationId } from '../webhooks/publicEvents.js';
import type { Config } from './config.js';
import { openDataDir, type DataDir } from './folder/dataDir.js';
import type { StoreFiles } from './folder/storeFiles.js';
import { loadSealKey, loadSecretsKey } from './keyFile.js';
import { createAskReopenedLog, LogGuard, mustMatchLog, settledAfterMs } from './logChecks.js';
import { dataPaths, openRawLog, type OnError, type RawLogOptions } from './stores.js';
import { isUnavailable } from './unavailable.js';

/** Replacements for tests; empty in production. */
export type Hooks = Readonly<{ clock?: Clock; failPoints?: FailPoints }>;

export type CommandSide = Readonly<Awaited<ReturnType<typeof openCommandSide>>>;

/**
 * `creates`: whether a store may be created. `readDerived`: positions of the stores to compare with the log first;
 * none in tests. `measureAppend`: measures the time of appends. `writesHere`: as of the embedded log.
 */
type CommandSideOptions = Readonly<{
  creates?: boolean;
  readDerived?: ReadDerivedPositions;
  measureAppend?: (append: EventLog['append']) => EventLog['append'];
  writesHere?: boolean;
}>;

const NO_STORES: ReadDerivedPositions = async () => ({ readModels: [], queue: [] });

/** Does not wait for the log: it may be unreachable at the start. @throws StoreError */
export async function openCommandSide(
  config: Config,
  reportError: OnError,
  { clock = systemClock, failPoints = noFailPoints }: Hooks,
  { readDerived = NO_STORES, measureAppend = (append) => append, ...options }: CommandSideOptions = {},
) {
  const { dataDir, secretsKey, deploymentConfig, rawLog } = await openFolder(config, options);
  const openedLog = withCodec(rawLog);
  const closing = new AbortController();
  const guard = new LogGuard(createAskReopenedLog(config, rawLog), settledAfterMs(config));
  const onError: OnError = (part, error) => {
    guard.note(error);
    reportError(part, error);
  };
  const identified = identify(openedLog, clock, {
    config: deploymentConfig,
    check: () => mustMatchLog(config, rawLog, readDerived, closing.signal),
    onError: (error) => onError('log', error),
    signal: closing.signal,
  });
  const isWritable = () => identified.logId() !== null && guard.state === 'sound';
  const folds = new Folds(openedLog, guard.note);
  const { files } = dataDir;
  const log = guardAppends(openedLog, { isWritable, files, folds }, measureAppend);
  const follower = new RegisterFollower(log, (error) => onError('registers', error));
  return {
    files,
    rawLog,
    /**
     * Rejects appends with StoreUnavailable until the deployment is known and while it is unclear whether the log
     * went back, with StoreError once a store was taken away.
     */
    log,
    guard,
    ...identified,
    folds,
    ids: new IdAllocator(log, folds, clock),
    clock,
    /** 32 bytes: encrypts webhook secrets in the log. Empty for a log that is only read, without its key. */
    secretsKey,
    failPoints,
    follower,
    describeRefusal,
    describeWarning: warningSentence,
    /** Reports an error of background work; one of a log that may have gone back is checked first. */
    onError,
    async close(): Promise<void> {
      closing.abort();
      guard.close();
      await follower.stop();
      await rawLog.close();
      dataDir.close();
    },
  };
}

async function openFolder(config: Config, { creates = true, writesHere = false }: Partial<RawLogOptions>) {
  const dataDir = await openDataDir(config, creates);
  try {
    return { dataDir, ...(await openKeysAndLog(config, dataDir, { creates, writesHere })) };
  } catch (error) {
    dataDir.close();
    throw error;
  }
}

async function openKeysAndLog(config: Config, { files, lockFile }: DataDir, options: RawLogOptions) {
  const { log } = dataPaths(config.dataDir);
  const isNew = !existsSync(log);
  const secretsKey = await loadSecretsKey(config, isNew);
  const rawLog = await openRawLog(config, { ...options, beside: lockFile === null ? [] : [lockFile] });
  files.takenAway(); // notes a log just made
  if (config.eventStoreUrl === null) await mustKnowItsDeployment(rawLog, log);
  const deploymentConfig = {
    environment: config.environment,
    secretsKeyFingerprint: secretsKey?.fingerprint ?? null,
    creates: options.creates,
    sealKey: await sealKeyOf(config, rawLog),
  };
  return { secretsKey: secretsKey?.key ?? Buffer.alloc(0), deploymentConfig, rawLog };
}

/** @throws StoreError SealKeyMissing, with the log closed */
async function sealKeyOf(config: Config, rawLog: EventLog): Promise<NoteKey | null> {
  try {
    const isRecorded =
      config.sealKey === null && (await readDeploymentState(withCodec(rawLog))).state.sealKey !== null;
    return await loadSealKey(config, !isRecorded);
  } catch (error) {
    await rawLog.close();
    throw error;
  }
}

/** Its first event is of its deployment. @throws StoreError LogTorn for a log that has events but not this one */
async function mustKnowItsDeployment(rawLog: EventLog, path: string): Promise<void> {
  if ((await rawLog.head()) === 0 || (await readDeployment(withCodec(rawLog))) !== null) return;
  await rawLog.close();
  // A folder that is only read is reached by a link.
  throw new StoreError({ is: 'LogTorn', path: realpathSync(path) });
}

export function createNames({ follower }: CommandSide, people: PeopleStore): PersonNames {
  return createPersonNames(people, follower.registers, PERSON_REMOVED);
}

const RETRY = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 100,
  maxTimeout: 4_000,
  factor: 2,
  randomize: true,
};

type Identifying = Readonly<{
  config: DeploymentConfig & Readonly<{ sealKey: NoteKey | null }>;
  /** Must pass before anything is written. */
  check(): Promise<void>;
  onError(error: unknown): void;
  signal: AbortSignal;
}>;

/** Reads or records the deployment; retries while log or stores are unreachable. */
function identify(log: EventLog, clock: Clock, { config, check, onError, signal }: Identifying) {
  let identity: (Deployment & Readonly<{ signer: Signer | null }>) | null = null;
  const { sealKey } = config;
  /** A StoreError is passed to the caller. */
  const mayPass = (error: unknown): boolean => isUnavailable(error) && !(error instanceof StoreError);
  const ask = async () => {
    await check();
    const deployed = await ensureDeployment(log, clock, config);
    return { ...deployed, signer: sealKey && (await ensureSealKey(log, clock, sealKey)) };
  };
  const deployment = pRetry(ask, {
    ...RETRY,
    signal,
    shouldRetry: ({ error }) => mayPass(error),
    onFailedAttempt: ({ error }) => {
      if (mayPass(error) && !signal.aborted) onError(error);
    },
  }).then((deployed) => (identity = deployed));
  deployment.catch(() => undefined); // callers handle the rejection
  return {
    /**
     * Resolves once the log was reached and compared with the stores derived from it; retries until then. Rejects
     * with WrongDeployment or StoreNotOfLog, or when closed.
     */
    deployment: deployment as Promise<Deployment>,
    /** Null until the log is reached. */
    logId: (): string | null => identity?.logId ?? null,
    /** Signs checkpoints; null until the log is reached, and for a log that is only read. */
    signer: (): Signer | null => identity?.signer ?? null,
  };
}

/**
 * Rejects appends until the deployment is known: the log may belong to another deployment, or have gone back.
 * Acknowledges none once a store was taken away (docs/spec/stores.md#files-taken-away).
 * Tells `folds` each entry of an append before it acknowledges it.
 */
function guardAppends(
  log: EventLog,
  { isWritable, files, folds }: Readonly<{ isWritable: () => boolean; files: StoreFiles; folds: Folds }>,
  measureAppend: (append: EventLog['append']) => EventLog['append'],
): EventLog {
  const append = measureAppend(async (appends) => {
    if (!isWritable()) throw new StoreUnavailable('It is not certain yet that this is the log');
    const appended = await log.append(appends);
    if (appended.ok) appends.forEach(folds.noteAppend);
    const path = files.takenAway();
    if (path !== null) throw new StoreError({ is: 'StoreTakenAway', path });
    return appended;
  });
  return withAppend(log, append);
}

/** The public ids derive from the deployment, once it is known (docs/spec/workflow.md#ids). */
export function createPublicIds({
  deployment,
}: Pick<CommandSide, 'deployment'>): () => Promise<(id: number) => string> {
  return async () => {
    const { namespace } = await deployment;
    return (id) => publicReconciliationId(namespace, id);
  };
}
