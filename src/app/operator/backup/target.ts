// The target of a backup: a temporary folder beside the requested one, renamed when it is complete. So an interrupted backup
// never has the requested name; the next backup to that name removes its files.
import { statfsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { sentences } from '../../../messages/operator/backups.js';
import { Refused } from '../../../operator/refused.js';
import { tryKernelLock, type KernelLock } from '../../../stores/sqlite/kernelLock.js';
import { flush } from './files.js';

export type BackupTarget = Readonly<{
  /** Mode 0700, empty. */
  staging: string;
  /** Renames the folder and flushes only that. @throws Refused when the name exists by now */
  publish(): Promise<void>;
  discard(): Promise<void>;
}>;

const LOCK = '.lock';

/**
 * @param bytes expected size of the backup
 * @throws Refused unless the folder does not exist or is empty, is outside of `DATA_DIR`, and has space
 */
export async function claimTarget(dir: string, dataDir: string, bytes: number): Promise<BackupTarget> {
  const path = await realPathOf(dir);
  const isEmptyFolder = await mustBeFree(path, dir);
  const inside = await realpath(dataDir);
  if (path === inside || path.startsWith(inside + sep)) throw new Refused(sentences.insideDataDir(dir, dataDir));
  mustHaveSpace(dirname(path), bytes);
  const prefix = join(dirname(path), `.${basename(path)}.partial-`);
  await removeRests(prefix);
  if (isEmptyFolder) await removeEmpty(path, dir);
  const staging = await mkdtemp(prefix).catch((error: NodeJS.ErrnoException) => {
    throw ['EACCES', 'EROFS', 'EPERM'].includes(error.code ?? '')
      ? new Refused(sentences.notWritable(dir))
      : error;
  });
  const lock = tryKernelLock(staging + LOCK);
  const release = async (): Promise<void> => {
    await removeLock(staging);
    lock?.release();
  };
  return {
    staging,
    async publish() {
      await rename(staging, path).catch((error: NodeJS.ErrnoException) => {
        throw ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code ?? '')
          ? new Refused(sentences.notEmpty(dir))
          : error;
      });
      await flush(dirname(path));
      await release();
    },
    async discard() {
      await rm(staging, { recursive: true, force: true });
      await release();
    },
  };
}

/** @throws Refused when there is too little space */
export function mustHaveSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes) throw new Refused(sentences.noSpace(folder, bytes, bavail * bsize));
}

/** Resolves links, also for a name that does not exist yet. */
async function realPathOf(dir: string): Promise<string> {
  const path = resolve(dir);
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new Refused(sentences.isNotAFolder(dir));
    if (code !== 'ENOENT') throw error;
  }
  const isDanglingLink = (await lstat(path).catch(() => null)) !== null;
  const parent = await realpath(dirname(path)).catch(() => null);
  if (isDanglingLink || parent === null)
    throw new Refused(sentences.parentMissing(isDanglingLink ? path : dirname(path)));
  return join(parent, basename(path));
}

/** @returns whether the folder exists */
async function mustBeFree(path: string, dir: string): Promise<boolean> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return false;
  if (!found.isDirectory()) throw new Refused(sentences.isNotAFolder(dir));
  if ((await readdir(path)).length > 0) throw new Refused(sentences.notEmpty(dir));
  return true;
}

/** An empty folder is replaced by the backup; a mount point cannot be. */
async function removeEmpty(path: string, dir: string): Promise<void> {
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EBUSY' ? new Refused(sentences.isMountPoint(dir)) : error;
  });
}

/** Removes the folders of killed backups; running ones hold their lock. */
async function removeRests(prefix: string): Promise<void> {
  const parent = dirname(prefix);
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!path.startsWith(prefix) || name.includes(LOCK)) continue;
    const lock: KernelLock | null = tryKernelLock(path + LOCK);
    if (lock === null) continue;
    await rm(path, { recursive: true, force: true });
    await removeLock(path);
    lock.release();
  }
}

async function removeLock(staging: string): Promise<void> {
  for (const suffix of ['', '-journal']) await rm(staging + LOCK + suffix, { force: true });
}
