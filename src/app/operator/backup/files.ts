// Files of a backup: copied with their SHA-256, readable by their owner only, and flushed.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupFile } from './manifest.js';

type Summed = Pick<BackupFile, 'bytes' | 'sha256'>;

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** @param onProgress bytes of this file so far */
export async function summed(
  path: string,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Summed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    onProgress(bytes);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @param to must not exist; its folder is created */
export async function copied(from: string, to: string): Promise<Summed> {
  await makeFolder(dirname(to));
  const hash = createHash('sha256');
  let bytes = 0;
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', FILE_MODE);
    try {
      for await (const chunk of source.createReadStream({ highWaterMark: 1_048_576, autoClose: false })) {
        const part = chunk as Buffer;
        hash.update(part);
        bytes += part.length;
        await target.writeFile(part);
      }
      await target.chmod(FILE_MODE);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Creates the folder and its parents; its mode does not depend on the umask. */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (made !== undefined) await chmod(path, FOLDER_MODE);
}

/** Flushes the folder and everything in it to the disk. */
export async function flushFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? flushFolder(path) : flush(path));
  }
  await flush(folder);
}

export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
