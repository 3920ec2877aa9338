// Files of this machine, shared by its processes: `{folder}/{name}`, named when completely on disk.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '../../commands/kernel/files.js';
import { flush, unlessGone } from './paths.js';

const INCOMPLETE = '.tmp';

/** Creates the folder, readable by its owner only, at the first file. */
export function openFolderFiles(root: string): Files {
  const at = (...names: string[]): string => join(root, ...names);

  const remove = (folder: string): Promise<void> =>
    rm(at(folder), { recursive: true, force: true, maxRetries: 3 });

  /** @param write makes the file at the path */
  async function writeNew(folder: string, name: string, write: (path: string) => Promise<void>): Promise<void> {
    await mkdir(at(folder), { recursive: true, mode: 0o700 });
    const temporaryPath = at(folder, `${name}.${randomUUID()}${INCOMPLETE}`);
    try {
      await write(temporaryPath);
      await rename(temporaryPath, at(folder, name));
    } catch (error) {
      await rm(temporaryPath, { force: true });
      throw error;
    }
  }

  return {
    async put(folder, name, content) {
      const bytes = await unlessGone(readFile(at(folder, name)));
      if (bytes?.equals(content) === true) return false;
      await writeNew(folder, name, async (path) => {
        await writeFile(path, content, { flag: 'wx', mode: 0o600 });
        await flush(path);
      });
      for (const changed of [at(folder), root, dirname(root)]) await flush(changed);
      return true;
    },
    take: (folder, name, path) => writeNew(folder, name, (written) => moveFile(path, written)),
    read: (folder, name) => unlessGone(readFile(at(folder, name))),
    async withFile(folder, name, _dir, work) {
      return (await unlessGone(stat(at(folder, name)))) === null ? null : work(at(folder, name));
    },
    async sizes(folder) {
      const names = (await unlessGone(readdir(at(folder)))) ?? [];
      const sizes = new Map<string, number>();
      for (const name of names) sizes.set(name, (await unlessGone(stat(at(folder, name))))?.size ?? 0);
      return sizes;
    },
    remove,
    async purge(beforeMs) {
      for (const folder of (await unlessGone(readdir(root))) ?? []) {
        const folderStat = await unlessGone(stat(at(folder)));
        if (folderStat !== null && folderStat.mtimeMs < beforeMs) await remove(folder);
      }
    },
  };
}

/** Paths below the folder, of complete files. Empty when there is no folder. */
export async function filesIn(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const folder of ((await unlessGone(readdir(root))) ?? []).sort())
    for (const name of ((await unlessGone(readdir(join(root, folder)))) ?? []).sort())
      if (!name.endsWith(INCOMPLETE)) files.push(join(folder, name));
  return files;
}

/** Copies where the folders are on different disks. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}
