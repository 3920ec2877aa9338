// The command side: log, folds, ids, registers and keys, as the service and the command line share them.
import pRetry from 'p-retry';
import { systemClock, type Clock } from '../commands/kernel/context.js';
import { ensureDeployment, type Deployment } from '../commands/log/deployment.js';
import { WorkerLost } from '../workers/workerThread.js';
import { createFolds, type Folds } from '../commands/kernel/folds.js';
import { createIdAllocator, type IdAllocator } from '../commands/kernel/idAllocator.js';
import { followRegisters, type RegisterFollower } from '../commands/registers/registerFollower.js';
import { createPersonNames, type PersonNames } from '../commands/people/personNames.js';
import type { PeopleStore } from '../commands/people/peopleStore.js';
import type { WordRefusal } from '../commands/imports/recordRefusal.js';
import type { SnapshotStore } from '../commands/kernel/snapshots.js';
import type { Config } from './config.js';
import { noFailPoints, type FailPoints } from '../domain/kernel/failPoints.js';
import type { EventLog } from '../domain/kernel/log.js';
import { StoreUnavailable } from '../domain/kernel/storeUnavailable.js';
import { PERSON_REMOVED } from '../messages/people.js';
import { refusalWords } from '../messages/imports/refusalWords.js';
import { dataPaths, openRawLog, prepareDataDir, type OnError, type StoreAddresses } from './stores.js';
import { loadSecretsKey } from './secretsKey.js';
import { withCodec } from '../stores/log/codec.js';
import { AppendFailed } from '../stores/log/lmdb/appendQueue.js';
import { LogClosed } from '../stores/log/logClosed.js';
import { openSnapshots } from '../stores/log/snapshots.js';

/** Replacements for tests; empty in production. */
export type Hooks = Readonly<{ clock?: Clock; failPoints?: FailPoints }>;

/** `rawLog` returns events as stored (for seals and verification); `log` upcasts them. */
export async function openLog(config: StoreAddresses): Promise<Readonly<{ rawLog: EventLog; log: EventLog }>> {
  const rawLog = await openRawLog(config);
  return { rawLog, log: withCodec(rawLog) };
}

export type CommandSide = Readonly<{
  rawLog: EventLog;
  /** Rejects appends with StoreUnavailable until the deployment is known. */
  log: EventLog;
  /** Resolves once the log is reached; retries until then. Rejects with WrongDeployment, or when closed. */
  deployment: Promise<Deployment>;
  /** Null until the log is reached. */
  logId(): string | null;
  folds: Folds;
  ids: IdAllocator;
  clock: Clock;
  /** 32 bytes: encrypts webhook secrets in the log. */
  secretsKey: Buffer;
  failPoints: FailPoints;
  follower: RegisterFollower;
  wordRefusal: WordRefusal;
  close(): Promise<void>;
}>;

/** Does not wait for the log: it may be unreachable at the start. */
export async function openCommandSide(config: Config, onError: OnError, hooks: Hooks): Promise<CommandSide> {
  const { clock = systemClock, failPoints = noFailPoints } = hooks;
  prepareDataDir(config);
  const secretsKey = await loadSecretsKey(config.secretsKey, config.dataDir);
  const { rawLog, log: openedLog } = await openLog(config);
  const closing = new AbortController();
  const identified = identify(
    openedLog,
    clock,
    config.environment,
    secretsKey.fingerprint,
    onError,
    closing.signal,
  );
  const log = writableWhen(openedLog, () => identified.known() !== null);
  const snapshots = openSnapshotsLater(dataPaths(config.dataDir).folds, () => identified.known()?.logId ?? null);
  const folds = createFolds(log, snapshots);
  const follower = followRegisters(log, (error) => onError('registers', error));
  return {
    rawLog,
    log,
    deployment: identified.deployment,
    logId: () => identified.known()?.logId ?? null,
    folds,
    ids: createIdAllocator(log, folds, clock),
    clock,
    secretsKey: secretsKey.key,
    failPoints,
    follower,
    wordRefusal: refusalWords,
    async close() {
      closing.abort();
      await follower.stop();
      await snapshots.close();
      await rawLog.close();
    },
  };
}

/** Looks up people's current names for rows and history. */
export function createNames({ follower, clock }: CommandSide, people: PeopleStore): PersonNames {
  return createPersonNames(people, follower.registers, {
    removed: PERSON_REMOVED,
    monotonicMs: () => clock.monotonicMs(),
  });
}

const RETRY = {
  retries: Number.POSITIVE_INFINITY,
  minTimeout: 100,
  maxTimeout: 4_000,
  factor: 2,
  randomize: true,
};

/** Reads or records the deployment; retries while the log is unreachable. */
function identify(
  log: EventLog,
  clock: Clock,
  environment: Config['environment'],
  secretsKeyFingerprint: string,
  onError: OnError,
  signal: AbortSignal,
) {
  let known: Deployment | null = null;
  const ask = () => ensureDeployment(log, clock, { environment, secretsKeyFingerprint });
  const deployment = pRetry(ask, {
    ...RETRY,
    signal,
    shouldRetry: ({ error }) => isUnavailable(error),
    onFailedAttempt: ({ error }) => {
      if (isUnavailable(error)) onError('log', error);
    },
  }).then((found) => (known = found));
  deployment.catch(() => undefined); // callers handle the rejection
  return { deployment, known: () => known };
}

/** Rejects appends until the deployment is known: the log may be another deployment's. */
function writableWhen(log: EventLog, isKnown: () => boolean): EventLog {
  return {
    append: async (...call) => {
      if (!isKnown()) throw new StoreUnavailable('The log has not been reached since the start');
      return log.append(...call);
    },
    read: (...call) => log.read(...call),
    subscribe: (...call) => log.subscribe(...call),
    head: () => log.head(),
    close: () => log.close(),
  };
}

/** Opens the snapshots of this log once its id is known; until then there are none. */
function openSnapshotsLater(folder: string, logId: () => string | null): SnapshotStore {
  let opened: SnapshotStore | null = null;
  const store = (): SnapshotStore | null => {
    const id = logId();
    if (id !== null) opened ??= openSnapshots(folder, id);
    return opened;
  };
  return {
    get: (stream, foldVersion) => store()?.get(stream, foldVersion) ?? null,
    put: (stream, foldVersion, snapshot) => store()?.put(stream, foldVersion, snapshot),
    close: async () => opened?.close(),
  };
}

/** SQLite error codes of a file that cannot be read or written at the moment. */
const SQLITE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** System error codes of a full or failing disk, and of too many open files. */
const DISK_UNAVAILABLE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** Whether the error is an unavailable store or worker (503) and not a defect (500). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof AppendFailed || error instanceof LogClosed)
    return true;
  if (error instanceof WorkerLost) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SQLITE_UNAVAILABLE.test(code) || DISK_UNAVAILABLE.has(code);
}

/** Whether lmdb can be used again only by a new process: after it failed to write a commit's meta page. */
export function needsNewProcess(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.includes('MDB_PANIC')) return true;
  return false;
}
