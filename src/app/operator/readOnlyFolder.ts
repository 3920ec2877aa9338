// A DATA_DIR that can only be read, such as an auditor's copy. Commands work on a temporary folder instead: the
// log and the evidence are read in place, the other databases are copied, as SQLite writes files beside the ones
// it reads, and the read models are rebuilt from the log. A log with changes in its write-ahead log is copied too.
// Source: docs/spec/operator.md#read-only-folders.
import { constants, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { folderInUse } from '../../messages/operator/log.js';
import { Refused } from '../../operator/refusalText.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import { isAllowed } from '../../stores/files/paths.js';
import { closeLogFile, hasChangesBeside, openLogFile } from '../../stores/log/sqlite/logFile.js';
import { isLocked } from '../../stores/sqlite/kernelLock.js';
import type { Config } from '../config.js';
import { dataPaths } from '../stores.js';

/** `config`: the given one with the temporary data folder, which `close` deletes. */
type ReadOnlyFolder<Given> = Readonly<{ config: Given & { readOnly: true }; close(): Promise<void> }>;

/** Whether this process may read the embedded log and not write it. */
export function isReadOnly({ dataDir, eventStoreUrl }: Pick<Config, 'dataDir' | 'eventStoreUrl'>): boolean {
  const { log } = dataPaths(dataDir);
  if (eventStoreUrl !== null || !existsSync(log)) return false;
  return [dataDir, dirname(log), log].some((path) => !isAllowed(path, constants.W_OK));
}

/** The log is read without locks. @throws Refused when a process of this machine projects this folder */
function mustBeUnused(dataDir: string): void {
  const { read } = dataPaths(dataDir);
  if (isLocked(join(read, 'projector.lock'))) throw new Refused(folderInUse(dataDir));
}

/** @throws Refused when the folder is in use */
export async function openReadOnlyFolder<Given extends Pick<Config, 'dataDir'>>(
  config: Given,
): Promise<ReadOnlyFolder<Given>> {
  mustBeUnused(config.dataDir);
  const folder = await mkdtemp(join(tmpdir(), 'operator-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await linkFiles(resolve(config.dataDir), folder);
    return { config: { ...config, dataDir: folder, readOnly: true }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the temporary folder, which `close` deletes too. @throws Refused when the folder is in use */
export async function openReadOnly<
  Given extends Pick<Config, 'dataDir'>,
  Opened extends Readonly<{ close(): Promise<void> }>,
>(config: Given, open: (config: Given & { readOnly: true }) => Promise<Opened>): Promise<Opened> {
  const folder = await openReadOnlyFolder(config);
  const opened = await open(folder.config).catch(async (error: unknown) => {
    await folder.close();
    throw error;
  });
  return {
    ...opened,
    async close() {
      try {
        await opened.close();
      } finally {
        await folder.close();
      }
    },
  };
}

async function linkFiles(dataDir: string, folder: string): Promise<void> {
  const from = dataPaths(dataDir);
  const to = dataPaths(folder);
  await mkdir(dirname(to.log));
  const isInPlace = !hasChangesBeside(from.log);
  if (isInPlace) await symlink(from.log, to.log);
  if (existsSync(from.evidence)) await symlink(from.evidence, to.evidence);
  for (const name of ['people', 'queue', 'calls', ...(isInPlace ? [] : (['log'] as const))] as const)
    for (const suffix of ['', '-wal', '-journal'])
      if (existsSync(from[name] + suffix)) await copyWritable(from[name] + suffix, to[name] + suffix);
  if (!isInPlace) closeLogFile(await openLogFile(to.log).catch(inPlaceOf(to.log, from.log)));
  const key = join(dataDir, 'secrets.key');
  if (isAllowed(key, constants.R_OK)) await copyWritable(key, join(folder, 'secrets.key'));
}

/** The error names the file in the folder, not its copy. */
function inPlaceOf(copy: string, path: string): (error: unknown) => never {
  return (error) => {
    const isTorn = error instanceof StoreError && error.problem.is === 'LogTorn' && error.problem.path === copy;
    throw isTorn ? new StoreError({ is: 'LogTorn', path }) : error;
  };
}

/** A copy has the permissions of its source. */
async function copyWritable(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await chmod(to, 0o600);
}
