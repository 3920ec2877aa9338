// Files below a folder of this machine, shared by its processes: `{folder}/{name}`. A file gets its name only when it is
// completely on disk.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
    const written = at(folder, `${name}.${randomUUID()}${INCOMPLETE}`);
    try {
      await write(written);
      await rename(written, at(folder, name));
    } catch (error) {
      await rm(written, { force: true });
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
    take: (folder, name, path) => writeNew(folder, name, (written) => moved(path, written)),
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
async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
  }
}

// The port of content that is no document: files in folders. Both names are one segment of a path.
// Adapters: folderFiles.ts, mongoFiles.ts.

export type Files = Readonly<{
  /** Durable once resolved. Others see a file when it is complete; one with this content is kept. @returns whether it wrote */
  put(folder: string, name: string, content: Uint8Array): Promise<boolean>;
  /** As `put`, for the file at a path, which may be moved; a power loss may take it. */
  take(folder: string, name: string, path: string): Promise<void>;
  /** Null without such a file. */
  read(folder: string, name: string): Promise<Uint8Array | null>;
  /**
   * Runs with the path of the file, valid until `work` ends; `dir` takes a copy where the store has none on this machine.
   * @returns null without such a file
   */
  withFile<Result>(
    folder: string,
    name: string,
    dir: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null>;
  /** Bytes of each file of the folder, by name. */
  sizes(folder: string): Promise<ReadonlyMap<string, number>>;
  /** Ignores unknown folders. */
  remove(folder: string): Promise<void>;
  /** Removes folders that were written before a time, and what interrupted runs left. */
  purge(beforeMs: number): Promise<void>;
}>;
