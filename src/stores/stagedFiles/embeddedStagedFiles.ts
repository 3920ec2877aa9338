// Staged files as folders: `{stagedId}/facts.json` and `{stagedId}/content`, shared by the processes of a machine. A folder
// gets its name when it is complete.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StagedFile, StagedFiles } from '../../commands/imports/stagedFiles.js';

/** An incomplete folder this old was left by an interrupted run. */
const INCOMPLETE_MS_MAX = 3_600_000;
const INCOMPLETE = '.tmp';

/** Creates the folder, readable by its owner only, at the first file. */
export function openEmbeddedStagedFiles(folder: string): StagedFiles {
  const of = (stagedId: string): string => join(folder, stagedId);
  const find = async (stagedId: string): Promise<StagedFile | null> => {
    const facts = await unlessGone(readFile(join(of(stagedId), 'facts.json'), 'utf8'));
    return facts === null ? null : (JSON.parse(facts) as StagedFile);
  };
  const names = async (): Promise<readonly string[]> => (await unlessGone(readdir(folder))) ?? [];
  const all = async (): Promise<readonly StagedFile[]> => {
    const complete = (await names()).filter((name) => !name.endsWith(INCOMPLETE));
    const found = await Promise.all(complete.map(find));
    return found.filter((staged) => staged !== null);
  };
  const remove = (stagedId: string): Promise<void> =>
    rm(of(stagedId), { recursive: true, force: true, maxRetries: 3 });
  return {
    find,
    all,
    remove,
    async put(staged, path) {
      const written = `${of(staged.stagedId)}${INCOMPLETE}`;
      await mkdir(written, { recursive: true, mode: 0o700 });
      try {
        await moved(path, join(written, 'content'));
        await writeFile(join(written, 'facts.json'), JSON.stringify(staged), { mode: 0o600 });
        await rename(written, of(staged.stagedId));
      } catch (error) {
        await rm(written, { recursive: true, force: true });
        throw error;
      }
    },
    async change(stagedId, changes) {
      const staged = await find(stagedId);
      if (staged === null) return;
      const written = join(of(stagedId), `${randomUUID()}${INCOMPLETE}`);
      const writing = writeFile(written, JSON.stringify({ ...staged, ...changes }), { mode: 0o600 });
      await unlessGone(writing.then(() => rename(written, join(of(stagedId), 'facts.json'))));
    },
    async withFile(stagedId, _dir, work) {
      const path = join(of(stagedId), 'content');
      return (await unlessGone(stat(path))) === null ? null : work(path);
    },
    async purge(beforeMs) {
      for (const { stagedId, expiresAtMs } of await all()) if (expiresAtMs < beforeMs) await remove(stagedId);
      for (const name of await names()) {
        if (!name.endsWith(INCOMPLETE)) continue;
        const found = await unlessGone(stat(join(folder, name)));
        if (found !== null && found.mtimeMs < Date.now() - INCOMPLETE_MS_MAX) await remove(name);
      }
    },
  };
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

async function unlessGone<Result>(found: Promise<Result>): Promise<Result | null> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
