// The composition root: joins the parts that service and command line share. No rules here.
import pRetry from 'p-retry';
import { systemClock, type Clock } from '../commands/kernel/context.js';
import { ensureDeployment, type Deployment } from '../commands/log/deployment.js';
import { DocumentWorkerLost } from '../workers/documents/documentWorker.js';
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

/** What a test puts in place of the real commandSide; nothing in production. */
export type Hooks = Readonly<{ clock?: Clock; failPoints?: FailPoints }>;

/** The log as it is stored, and as everyone but seals and verification sees it. */
export async function openLog(config: StoreAddresses): Promise<Readonly<{ rawLog: EventLog; log: EventLog }>> {
  const rawLog = await openRawLog(config);
  return { rawLog, log: withCodec(rawLog) };
}

/** What commands work with, in the service and on the command line. */
export type CommandSide = Readonly<{
  rawLog: EventLog;
  /** Takes no event before it is known whose log this is. */
  log: EventLog;
  /** Once the log was reached; a log that is away is tried again and again. Rejects with WrongDeployment, or when closed. */
  deployment: Promise<Deployment>;
  /** Null while the log has not been reached. */
  logId(): string | null;
  folds: Folds;
  ids: IdAllocator;
  clock: Clock;
  /** 32 bytes: encrypts what may not be read in the log. */
  secretsKey: Buffer;
  failPoints: FailPoints;
  follower: RegisterFollower;
  wordRefusal: WordRefusal;
  close(): Promise<void>;
}>;

/** Resolves without waiting for the log: it may be away when we start. */
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

/** Names of people as of now, joined to whatever is read. */
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

/** Whose log this is, asked until it answers. */
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
  deployment.catch(() => undefined); // whoever waits for it is told
  return { deployment, known: () => known };
}

/** Nothing is written before it is known whose log it is: it may be another deployment's. */
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

/** Snapshots are of one log: there are none until it is known which. */
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

/** Codes with which SQLite says that a file cannot be read or written now, whatever was asked of it. */
const SQLITE_AWAY = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** What the system says of a disk that is full or fails, and of a process that may open no more files. */
const DISK_AWAY = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** Whether an error means that a store or a worker could not do its part (503), rather than a defect (500). */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof AppendFailed || error instanceof LogClosed)
    return true;
  if (error instanceof DocumentWorkerLost) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SQLITE_AWAY.test(code) || DISK_AWAY.has(code);
}

/** Whether only a new process can use the log again: lmdb says so for good once a commit's own page failed to be written. */
export function needsNewProcess(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.includes('MDB_PANIC')) return true;
  return false;
}
