// The composition root: picks adapters by configuration and joins the parts that service, thread and command line
// share. No rules here.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock } from './commands/context.js';
import { ensureDeployment, type Deployment } from './commands/deployment.js';
import { DocumentWorkerLost } from './commands/importDocument/documentWorker.js';
import { createFolds, type Folds } from './commands/folds.js';
import { createIdAllocator, type IdAllocator } from './commands/idAllocator.js';
import { followRegisters, type RegisterFollower } from './commands/registerFollower.js';
import type { WordRefusal } from './commands/refusals.js';
import type { Config } from './config.js';
import { noFailPoints, type FailPoints } from './domain/kernel/failPoints.js';
import type { EventLog } from './domain/kernel/log.js';
import { refusalWords } from './messages/refusalWords.js';
import type { ReadStore } from './projections/engine/readStore.js';
import { declared } from './projections/views/catalogue.js';
import type { ProjectorThreadData } from './projectorThread.js';
import { loadSecretsKey } from './secretsKey.js';
import { openEmbeddedCallLog } from './stores/callLog/embedded.js';
import type { CallLog } from './api/http/callLog.js';
import { StoreUnavailable } from './domain/kernel/storeUnavailable.js';
import { withCodec } from './stores/log/codec.js';
import { AppendFailed } from './stores/log/appendQueue.js';
import { openEmbeddedLog } from './stores/log/embedded.js';
import { LogClosed } from './stores/log/logClosed.js';
import { openSnapshots } from './stores/log/snapshots.js';
import { openEmbeddedReadStore } from './stores/readStore/embedded.js';

/** What a test puts in place of the real world; nothing in production. */
export type Hooks = Readonly<{ clock?: Clock; failPoints?: FailPoints }>;

/** Told of what goes wrong beside any request. */
export type OnTrouble = (part: string, error: unknown) => void;

/** Where the embedded stores keep their files. */
export function dataPaths(dataDir: string) {
  return {
    log: join(dataDir, 'log'),
    read: join(dataDir, 'read'),
    folds: join(dataDir, 'folds'),
    calls: join(dataDir, 'calls.db'),
    uploads: join(dataDir, 'uploads'),
  } as const;
}

/** The log as it is stored, and as everyone but seals and verification sees it. */
export async function openLog(config: Config): Promise<Readonly<{ rawLog: EventLog; log: EventLog }>> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const rawLog = await openEmbeddedLog(dataPaths(config.dataDir).log);
  return { rawLog, log: withCodec(rawLog) };
}

export function projectorThreadData({ dataDir }: Config, logId: string): ProjectorThreadData {
  const { log: logFolder, read: readFolder } = dataPaths(dataDir);
  return { logFolder, readFolder, logId };
}

export function openReadStore(config: Config): ReadStore {
  return openEmbeddedReadStore(dataPaths(config.dataDir).read, declared);
}

export function openCallLog(config: Config, onTrouble: OnTrouble): CallLog {
  const path = dataPaths(config.dataDir).calls;
  return openEmbeddedCallLog({
    path,
    onTrouble: (error, givenUp) =>
      onTrouble(givenUp > 0 ? `call log, ${givenUp} calls given up` : 'call log', error),
  });
}

/** What commands work with, in the service and on the command line. */
export type CommandWorld = Readonly<{
  rawLog: EventLog;
  log: EventLog;
  deployment: Deployment;
  folds: Folds;
  ids: IdAllocator;
  clock: Clock;
  failPoints: FailPoints;
  follower: RegisterFollower;
  wordRefusal: WordRefusal;
  close(): Promise<void>;
}>;

/** @throws WrongDeployment when the log belongs to another environment or was made with another secrets key */
export async function openCommandWorld(config: Config, onTrouble: OnTrouble, hooks: Hooks): Promise<CommandWorld> {
  const { clock = systemClock, failPoints = noFailPoints } = hooks;
  const { rawLog, log } = await openLog(config);
  try {
    const { fingerprint } = await loadSecretsKey(config.secretsKey, config.dataDir);
    const deployment = await ensureDeployment(log, clock, {
      environment: config.environment,
      secretsKeyFingerprint: fingerprint,
    });
    const snapshots = openSnapshots(dataPaths(config.dataDir).folds, deployment.logId);
    const folds = createFolds(log, snapshots);
    const follower = followRegisters(log, (error) => onTrouble('registers', error));
    return {
      rawLog,
      log,
      deployment,
      folds,
      ids: createIdAllocator(log, folds, clock),
      clock,
      failPoints,
      follower,
      wordRefusal: refusalWords,
      async close() {
        await follower.stop();
        await snapshots.close();
        await rawLog.close();
      },
    };
  } catch (error) {
    await rawLog.close();
    throw error;
  }
}

/** Codes with which SQLite says that a file cannot be read or written now, whatever was asked of it. */
const SQLITE_AWAY = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;

/** What the system says of a disk that is full or fails, and of a process that may open no more files. */
const DISK_AWAY = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);

/** Whether an error means that a store or a worker could not do its part (503), rather than a defect (500). */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof StoreUnavailable || error instanceof AppendFailed || error instanceof LogClosed)
    return true;
  if (error instanceof DocumentWorkerLost) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return SQLITE_AWAY.test(code) || DISK_AWAY.has(code);
}

/** Whether only a new process can use the log again: lmdb says so for good once a commit's own page failed to be written. */
export function isBeyondRepair(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.includes('MDB_PANIC')) return true;
  return false;
}
