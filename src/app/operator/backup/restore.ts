// Restores a verified backup into an empty DATA_DIR. Everything is copied into a folder inside it first and
// renamed from there, the log last: a restore that is killed leaves no log, so nothing that a service would start
// on, and is repeated. No process uses the staged log: the events that a restored log needs are appended to it
// before it is renamed.
import { mkdirSync, existsSync } from 'node:fs';
import { lstat, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isFull, progress, sentences } from '../../../messages/operator/backups.js';
import { Refused } from '../../../operator/refusalText.js';
import { flush, unlessGone } from '../../../stores/files/paths.js';
import { tryKernelLock } from '../../../stores/sqlite/kernelLock.js';
import { prepareDataDir } from '../../folder/dataDir.js';
import { RESTORING } from '../../stores.js';
import { bytesOf, copyAndSum, flushFolder, mustHaveSpace, type BackupManifest } from './files.js';
import type { BackupConfig, PrintLine } from './makeBackup.js';
import { systemClock } from '../../../commands/kernel/context.js';
import { acceptLog } from '../../../commands/log/acceptLog.js';
import { operator } from '../../../operator/session.js';
import { openEmbeddedDeliveryQueue } from '../../../stores/openDeliveryQueue.js';
import { withCodec } from '../../../stores/log/codec.js';
import { openEmbeddedLog } from '../../../stores/log/sqlite/embeddedLog.js';
import { highestIds, resumeCommand } from '../acceptRestoredLog.js';

const LOG_FOLDER = 'log';
const LOCK = `${RESTORING}.lock`;
/** File in the staging folder: what is renamed from there. A restore run again deletes this, and nothing else. */
const PUBLISHED = 'published.json';
const STAGED = /^(?:log|evidence|published\.json|(?:secrets|seal)\.key|(?:queue|people|calls)\.db(?:-\w+)?)$/;
/** Entries in the root of a file system. */
const ALWAYS_THERE = new Set(['lost+found']);

/** Changes nothing. @throws Refused unless `DATA_DIR` is empty or holds only files of an interrupted restore */
export async function mustBeRestorable(
  config: BackupConfig,
  dir: string,
  manifest: BackupManifest,
): Promise<void> {
  mustBeConfigured(config, manifest);
  await mustBeOutside(config.dataDir, dir);
  await leftByRestore(config.dataDir);
}

/** @param manifest of a verified backup; see `mustBeRestorable`. @throws Refused */
export async function restore(
  config: BackupConfig,
  dir: string,
  manifest: BackupManifest,
  printLine: PrintLine,
): Promise<void> {
  const { dataDir } = config;
  prepareDataDir(config);
  mustHaveSpace(dataDir, bytesOf(manifest));
  const lock = tryKernelLock(join(dataDir, LOCK));
  if (lock === null) throw new Refused(sentences.restoreRunning(dataDir));
  try {
    for (const name of await leftByRestore(dataDir)) await rm(join(dataDir, name), { recursive: true });
    await stage(dir, join(dataDir, RESTORING), manifest, printLine);
    await publish(dataDir);
  } catch (error) {
    throw isFull(error) ? new Refused(sentences.diskFull(dataDir)) : error;
  } finally {
    for (const suffix of ['', '-journal']) await rm(join(dataDir, LOCK + suffix), { force: true });
    lock.release();
  }
}

async function stage(
  from: string,
  staging: string,
  manifest: BackupManifest,
  printLine: PrintLine,
): Promise<void> {
  const { files } = manifest;
  mkdirSync(staging, { mode: 0o700 });
  for (const { path, sha256 } of files) {
    const copy = await copyAndSum(join(from, path), join(staging, path));
    if (copy.sha256 !== sha256) throw new Refused(sentences.changedMeanwhile(path));
    if (!path.startsWith('evidence/')) printLine(progress.copied(path, copy.bytes));
  }
  await acceptStaged(staging, manifest, printLine);
  await flushFolder(staging);
}

/** Renames the log last: without it the folder has no store. */
async function publish(dataDir: string): Promise<void> {
  const staging = join(dataDir, RESTORING);
  const names = (await readdir(staging)).sort((a, b) => Number(a === LOG_FOLDER) - Number(b === LOG_FOLDER));
  const inodes = await Promise.all(names.map(async (name) => [name, await inodeOf(join(staging, name))]));
  await writeFile(join(staging, PUBLISHED), JSON.stringify(Object.fromEntries(inodes)));
  await flushFolder(staging);
  for (const name of names) {
    if (name === LOG_FOLDER) await flush(dataDir);
    await rename(join(staging, name), join(dataDir, name));
  }
  await flush(dataDir);
  await rm(staging, { recursive: true });
}

/** @throws Refused for a part that the configuration places on a server */
function mustBeConfigured(
  { eventStoreUrl, mongodbUrl }: BackupConfig,
  { log, hasEvidence }: BackupManifest,
): void {
  if (eventStoreUrl !== null && log !== null) throw new Refused(sentences.configuredElsewhere('EVENTSTORE_URL'));
  if (mongodbUrl !== null && hasEvidence) throw new Refused(sentences.configuredElsewhere('MONGODB_URL'));
}

async function mustBeOutside(dataDir: string, dir: string): Promise<void> {
  if (`${resolve(dataDir)}${sep}`.startsWith(`${await realpath(dir)}${sep}`))
    throw new Refused(sentences.dataDirInsideBackup(dataDir, dir));
}

/** What an interrupted restore left, to be deleted. @throws Refused where the folder holds anything else */
async function leftByRestore(dataDir: string): Promise<readonly string[]> {
  const names = (await namesIn(dataDir)).filter((name) => !ALWAYS_THERE.has(name) && !name.startsWith(LOCK));
  if (names.length === 0) return [];
  const staging = join(dataDir, RESTORING);
  const inodes = await publishedBy(staging);
  const staged = names.includes(RESTORING) ? await namesIn(staging) : [''];
  for (const name of names) {
    const isOwn =
      name === RESTORING || (name !== LOG_FOLDER && (await inodeOf(join(dataDir, name))) === inodes[name]);
    if (!isOwn) throw new Refused(sentences.dataDirNotEmpty(dataDir));
  }
  if (!staged.every((name) => STAGED.test(name))) throw new Refused(sentences.dataDirNotEmpty(dataDir));
  return names;
}

/** The inodes by name of what an interrupted restore renamed, or was about to. */
async function publishedBy(staging: string): Promise<Readonly<Record<string, string>>> {
  const text = (await unlessGone(readFile(join(staging, PUBLISHED), 'utf8'))) ?? '{}';
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {}; // cut short: nothing was renamed yet
  }
}

async function inodeOf(path: string): Promise<string> {
  const { dev, ino } = await lstat(path, { bigint: true });
  return `${dev} ${ino}`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new Refused(sentences.isNotAFolder(folder)) : error;
  });
}

/**
 * `log accept` for the staged log: ids that may have been assigned after the backup are not assigned again. Does
 * not change a log without a deployment.
 */
async function acceptStaged(
  staging: string,
  { log: state, createdAt }: BackupManifest,
  printLine: PrintLine,
): Promise<void> {
  if (state === null || state.id === null) return;
  const path = join(staging, 'log', 'log.db');
  const file = join(staging, 'queue.db');
  // In threads, whose end closes the file: here libsql keeps it open until garbage is collected.
  const queue = existsSync(file) ? openEmbeddedDeliveryQueue(file, () => () => undefined) : null;
  const rawLog = await openEmbeddedLog(path, { creates: false });
  try {
    const extent = queue && (await queue.extent());
    const fanOut = queue && (await queue.fanOutCheckpoint());
    await acceptLog({
      log: withCodec(rawLog),
      clock: systemClock,
      actor: operator,
      idsFrom: null,
      reason: sentences.restoreReason(createdAt),
      highest: highestIds([], extent),
    });
    printLine(sentences.restoredResume(resumeCommand(fanOut, extent)));
  } finally {
    await rawLog.close();
    await queue?.close();
  }
}
