// Restores a verified backup into an empty DATA_DIR. Everything is copied into a folder inside it first and renamed from
// there, the log last: a restore that is killed leaves no log, so nothing that a service would start on, and is repeated.
// No process uses the staged log: the events that a restored log needs are appended to it before it is renamed.
import { mkdirSync } from 'node:fs';
import { readdir, realpath, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { isFull, progress, sentences } from '../../../messages/operator/backups.js';
import { Refused } from '../../../operator/refused.js';
import { tryKernelLock } from '../../../stores/sqlite/kernelLock.js';
import { prepareDataDir } from '../../folder/dataDir.js';
import { RESTORING } from '../../stores.js';
import { acceptStaged } from './acceptStaged.js';
import { copied, flush, flushFolder } from './files.js';
import type { BackupConfig, PrintLine } from './makeBackup.js';
import { bytesOf, type BackupManifest } from './manifest.js';
import { mustHaveSpace } from './target.js';

const LOG_FOLDER = 'log';
const LOCK = `${RESTORING}.lock`;
/** Entries in the root of a file system. */
const ALWAYS_THERE = new Set(['lost+found']);

/**
 * @param manifest of a verified backup
 * @throws Refused unless `DATA_DIR` is empty or holds only files of an interrupted restore
 */
export async function restore(
  config: BackupConfig,
  dir: string,
  manifest: BackupManifest,
  printLine: PrintLine,
): Promise<void> {
  mustBeConfigured(config, manifest);
  const { dataDir } = config;
  await mustBeOutside(dataDir, dir);
  await mustBeEmpty(dataDir);
  prepareDataDir(config);
  mustHaveSpace(dataDir, bytesOf(manifest));
  const lock = tryKernelLock(join(dataDir, LOCK));
  if (lock === null) throw new Refused(sentences.restoreRunning(dataDir));
  try {
    await mustBeEmpty(dataDir);
    await clear(dataDir);
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
    const found = await copied(join(from, path), join(staging, path));
    if (found.sha256 !== sha256) throw new Refused(sentences.changedMeanwhile(path));
    if (!path.startsWith('evidence/')) printLine(progress.copied(path, found.bytes));
  }
  await acceptStaged(staging, manifest, printLine);
  await flushFolder(staging);
}

/** Renames the log last: without it the folder has no store. */
async function publish(dataDir: string): Promise<void> {
  const staging = join(dataDir, RESTORING);
  const names = (await readdir(staging)).sort((a, b) => Number(a === LOG_FOLDER) - Number(b === LOG_FOLDER));
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

/** @throws Refused unless the folder is empty, or holds an interrupted restore without a log: it was empty before that. */
async function mustBeEmpty(dataDir: string): Promise<void> {
  const names = (await namesIn(dataDir)).filter((name) => !ALWAYS_THERE.has(name) && !name.startsWith(LOCK));
  if (names.length > 0 && (!names.includes(RESTORING) || names.includes(LOG_FOLDER)))
    throw new Refused(sentences.dataDirNotEmpty(dataDir));
}

async function clear(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir))
    if (!ALWAYS_THERE.has(name) && !name.startsWith(LOCK))
      await rm(join(dataDir, name), { recursive: true, force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error.code === 'ENOTDIR' ? new Refused(sentences.isNotAFolder(folder)) : error;
  });
}
