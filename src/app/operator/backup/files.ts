// Files of a backup: copied with their SHA-256, readable by their owner only, and flushed.
import { createHash } from 'node:crypto';
import { constants, createReadStream, statfsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import * as z from 'zod';
import { sentences } from '../../../messages/operator/backups.js';
import { Refused } from '../../../operator/refusalText.js';
import { flush, unlessGone } from '../../../stores/files/paths.js';
import { tryKernelLock, type KernelLock } from '../../../stores/sqlite/kernelLock.js';

// manifest.json: contents and time. Written last: no backup without. Source: docs/spec/operator.md#backup.

export const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
/** Valid paths: a restore writes them below `DATA_DIR`, so they must not lead elsewhere. */
const path = z
  .string()
  .regex(
    /^(?:log\/log\.db|(?:queue|people|calls)\.db|secrets\.key|seal\.key|evidence\/[0-9]+\/(?:[0-9a-f]{64}|[0-9a-f-]{36}\.name))$/,
  );

const manifest = z.object({
  format: z.literal('backup-2'),
  createdAt: z.iso.datetime(),
  serviceVersion: z.string(),
  environment: z.string(),
  /** Null when the log is on another server. `events` is the position of the last event. */
  log: z
    .object({
      id: z.string().nullable(),
      events: count,
      seal: z.object({ count, hash: sha256, at: z.string() }).nullable(),
    })
    .nullable(),
  files: z.array(z.object({ path, bytes: count, sha256 })),
  /** False when people, queue, calls and evidence are in MongoDB. */
  hasEvidence: z.boolean(),
  /** Evidence named by the log that was missing in `DATA_DIR` when the backup was made. */
  missingEvidence: z.array(z.object({ clientId: count, evidenceId: z.string(), sha256 })),
});

export type BackupManifest = Readonly<z.infer<typeof manifest>>;
export type BackupFile = BackupManifest['files'][number];

export function bytesOf({ files }: Pick<BackupManifest, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @throws Refused when the folder holds no backup that this version reads */
export async function readManifest(dir: string): Promise<BackupManifest> {
  const file = join(dir, MANIFEST);
  const text = await unlessGone(readFile(file, 'utf8'));
  if (text === null) throw new Refused(sentences.notABackup(dir));
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Refused(sentences.manifestUnreadable(file));
  }
}

type Summed = Pick<BackupFile, 'bytes' | 'sha256'>;

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export async function sumFile(path: string): Promise<Summed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @param to must not exist; its folder is created. @returns what the copy holds */
export async function copyAndSum(from: string, to: string): Promise<Summed> {
  await makeFolder(dirname(to));
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await chmod(to, FILE_MODE);
  return sumFile(to);
}

/** Creates the folder and its parents; its mode does not depend on the umask. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (firstMade !== undefined) await chmod(path, FOLDER_MODE);
}

export async function flushFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? flushFolder(path) : flush(path));
  }
  await flush(folder);
}

// The target of a backup: a temporary folder beside the requested one, renamed when it is complete. So an
// interrupted backup never has the requested name; the next backup to that name removes its files.

const LOCK = '.lock';

/**
 * @param bytes expected size of the backup
 * @throws Refused unless the folder does not exist or is empty, is outside of `DATA_DIR`, and has space
 */
export async function claimTarget(dir: string, dataDir: string, bytes: number) {
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
    /** Mode 0700, empty. */
    staging,
    /** Renames the folder and flushes only that. @throws Refused when the name exists by now */
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
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return false;
  if (!stats.isDirectory()) throw new Refused(sentences.isNotAFolder(dir));
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
