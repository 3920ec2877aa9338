// Copies the data that cannot be rebuilt, while the service runs. The order keeps references in the copy valid:
// the queue before the log, which then has every event of the queue; after the log the data that is stored before
// the event that names it: people, evidence, the key. Source: docs/spec/operator.md#backup.
import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lastEvent } from '../../../commands/kernel/events.js';
import { eventsAfter } from '../../../commands/log/copyLog.js';
import { findMismatch } from '../../../commands/log/compareStores.js';
import { readDeployment } from '../../../commands/log/deployment.js';
import { namedEvidence, type NamedEvidence } from '../../../commands/reconciliations/evidence.js';
import type { EventLog } from '../../../domain/kernel/log.js';
import { SEALS, sealOf } from '../../../domain/seal.js';
import { isFull, progress, sentences } from '../../../messages/operator/backups.js';
import { logUnreadable } from '../../../messages/operator/log.js';
import { Refused } from '../../../operator/refusalText.js';
import { filesIn } from '../../../stores/files/folderFiles.js';
import { unlessGone } from '../../../stores/files/paths.js';
import { withCodec } from '../../../stores/log/codec.js';
import { openReadOnlyLog } from '../../../stores/log/sqlite/embeddedLog.js';
import { copyLogFile } from '../../../stores/log/sqlite/logFile.js';
import { openReadOnlyDeliveryQueue } from '../../../stores/openDeliveryQueue.js';
import { copySqlite, isDamage } from '../../../stores/sqlite/sqliteFile.js';
import type { Config } from '../../config.js';
import { openDataDir } from '../../folder/dataDir.js';
import { SEAL_KEY_FILE } from '../../keyFile.js';
import { dataPaths } from '../../stores.js';
import { deployedVersion } from '../../../runtime/program.js';
import {
  MANIFEST,
  claimTarget,
  copyAndSum,
  flushFolder,
  makeFolder,
  sumFile,
  type BackupFile,
  type BackupManifest,
} from './files.js';

export type BackupConfig = Pick<
  Config,
  'dataDir' | 'eventStoreUrl' | 'mongodbUrl' | 'secretsKey' | 'sealKey' | 'environment' | 'readOnly'
>;
export type PrintLine = (line: string) => void;

export const LOG = 'log/log.db';
export const QUEUE = 'queue.db';
/** Files that are derived from the log, belong to running processes, or are left out with a message. */
const LEFT_OUT =
  /^(?:log|read|folds|leaves|uploads|staged|evidence|made|secrets\.key|seal\.key|manifest\.json|(?:queue|people|sessions|mail|transient|calls)\.db.*|.*\.lock.*|\..*)$/;

/** @throws Refused without data to copy or a possible target; StoreError for the data folder */
export async function makeBackup(
  config: BackupConfig,
  dir: string,
  printLine: PrintLine,
): Promise<BackupManifest> {
  const opened = await openDataDir(config, false);
  try {
    return await copyInto(config, dir, printLine);
  } finally {
    opened.close();
  }
}

async function copyInto(config: BackupConfig, dir: string, printLine: PrintLine): Promise<BackupManifest> {
  const { dataDir } = config;
  const contents = await contentsOf(config);
  const target = await claimTarget(dir, dataDir, contents.bytes);
  try {
    const files: BackupFile[] = [];
    for (const path of contents.paths) {
      const from = join(dataDir, path);
      const to = join(target.staging, path);
      const copy = await copyOf(path, from, to, config.readOnly === true);
      files.push({ path, ...copy });
      printLine(progress.copied(path, copy.bytes));
    }
    if (contents.hasEvidence) files.push(...(await copyEvidence(dataDir, target.staging, printLine)));
    const manifest = await describe(config, target.staging, files);
    await writeFile(join(target.staging, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await flushFolder(target.staging);
    await target.publish();
    for (const line of await notices(config, manifest)) printLine(line);
    return manifest;
  } catch (error) {
    await target.discard();
    throw isFull(error) ? new Refused(sentences.diskFull(dir)) : error;
  }
}

/** The files of the configured service in `DATA_DIR`, in the order of the copy; evidence follows them. */
async function contentsOf({ dataDir, eventStoreUrl, mongodbUrl, secretsKey, sealKey }: BackupConfig) {
  const has = (path: string): boolean => existsSync(join(dataDir, path));
  if (eventStoreUrl === null && !has(LOG)) throw new Refused(sentences.noLog(dataDir));
  const paths = [
    ...(mongodbUrl === null ? [QUEUE] : []),
    ...(eventStoreUrl === null ? [LOG] : []),
    ...(mongodbUrl === null ? ['people.db', 'calls.db'] : []),
    ...(secretsKey === null ? ['secrets.key'] : []),
    ...(sealKey === null ? [SEAL_KEY_FILE] : []),
  ].filter(has);
  const evidence = mongodbUrl === null ? await filesIn(dataPaths(dataDir).evidence) : [];
  if (paths.length === 0 && evidence.length === 0) throw new Refused(sentences.nothingHere(dataDir));
  let bytes = 0;
  for (const path of [...paths, ...evidence.map((name) => join('evidence', name))])
    bytes += (await stat(join(dataDir, path)).catch(() => null))?.size ?? 0;
  return { paths, hasEvidence: mongodbUrl === null, bytes };
}

/** @param isUnchanged whether no process writes the files */
async function copyOf(path: string, from: string, to: string, isUnchanged: boolean) {
  if (!path.endsWith('.db') || (path === LOG && isUnchanged)) return copyAndSum(from, to);
  try {
    await makeFolder(dirname(to));
    if (path === LOG) await copyLogFile(from, to);
    else copySqlite(from, to);
  } catch (error) {
    throw isDamage(error) ? new Refused(sentences.databaseDamaged(from)) : error;
  }
  return sumFile(to);
}

async function copyEvidence(dataDir: string, to: string, printLine: PrintLine): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const name of await filesIn(dataPaths(dataDir).evidence)) {
    const path = `evidence/${name}`;
    // Evidence may be deleted at any moment, at a person's request.
    const copy = await unlessGone(copyAndSum(join(dataDir, path), join(to, path)));
    if (copy !== null) files.push({ path, ...copy });
  }
  if (files.length > 0) printLine(progress.evidence(files.length));
  return files;
}

async function describe(
  config: BackupConfig,
  staging: string,
  files: readonly BackupFile[],
): Promise<BackupManifest> {
  const about = {
    format: 'backup-2',
    createdAt: new Date().toISOString(),
    serviceVersion: deployedVersion(),
    environment: config.environment,
    hasEvidence: config.mongodbUrl === null,
  } as const;
  const paths = new Set(files.map(({ path }) => path));
  if (!paths.has(LOG)) return { ...about, log: null, files: [...files], missingEvidence: [] };
  const log = await openReadOnlyLog(join(staging, LOG));
  try {
    await readWhole(log);
    if (paths.has(QUEUE) && !(await isQueueOfLog(staging, log)))
      throw new Refused(sentences.queueNotOfLog(config.dataDir));
    const missing = about.hasEvidence ? await findMissingEvidence(log, (path) => paths.has(path)) : [];
    return { ...about, log: await logState(log), files: [...files], missingEvidence: [...missing] };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(logUnreadable);
  } finally {
    await log.close();
  }
}

/** One line for each part that is not in the backup. */
async function notices(
  config: BackupConfig,
  { files, missingEvidence }: BackupManifest,
): Promise<readonly string[]> {
  const { dataDir, eventStoreUrl, mongodbUrl, secretsKey, sealKey } = config;
  const paths = new Set(files.map(({ path }) => path));
  const foreign = (await readdir(dataDir)).filter((name) => !paths.has(name) && !LEFT_OUT.test(name));
  return [
    ...(eventStoreUrl === null ? [] : [sentences.logElsewhere]),
    ...(mongodbUrl === null ? [] : [sentences.restElsewhere]),
    ...(secretsKey === null ? [] : [sentences.keyElsewhere]),
    ...(sealKey === null ? [] : [sentences.sealKeyElsewhere]),
    ...(missingEvidence.length === 0 ? [] : [sentences.evidenceGone(missingEvidence.length)]),
    ...(foreign.length === 0 ? [] : [sentences.foreign(foreign)]),
  ];
}

/** @param log the raw log */
export async function logState(log: EventLog): Promise<NonNullable<BackupManifest['log']>> {
  const deployment = await readDeployment(log);
  const sealed = await lastEvent(log, SEALS);
  const seal = sealed && sealOf(sealed);
  return {
    id: deployment?.logId ?? null,
    events: await log.head(),
    seal: seal && sealed && { count: seal.count, hash: seal.root, at: sealed.metadata.at },
  };
}

/** Whether the queue in the folder of a backup comes from this log. @param log the raw log */
export async function isQueueOfLog(dir: string, log: EventLog): Promise<boolean> {
  const queue = openReadOnlyDeliveryQueue(join(dir, QUEUE));
  try {
    const fanOut = queue && (await queue.fanOutCheckpoint());
    return fanOut === null || (await findMismatch(withCodec(log), { readModels: [], queue: [fanOut] })) === null;
  } finally {
    await queue?.close();
  }
}

/** Reads every event, as only that detects a truncated file. @throws when one cannot be read */
async function readWhole(log: EventLog): Promise<void> {
  let lastPosition = 0;
  for await (const { position } of eventsAfter(log, 0)) lastPosition = position;
  if (lastPosition !== (await log.head())) throw new Error(`the log ends at ${lastPosition}`);
}

/** The evidence named by the log for which `has` is false. @param has takes a path below the data folder */
export async function findMissingEvidence(
  log: EventLog,
  has: (path: string) => boolean,
): Promise<readonly NamedEvidence[]> {
  const missing: NamedEvidence[] = [];
  for await (const evidence of namedEvidence(withCodec(log)))
    if (!has(`evidence/${evidence.clientId}/${evidence.sha256}`)) missing.push(evidence);
  return missing;
}
