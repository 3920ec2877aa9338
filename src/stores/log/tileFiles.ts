// Tiles of the log's tree as files, laid out as transparency logs do (C2SP tlog-tiles): `tile/<level>/<index>`, and beside them
// `tile/positions/<index>`. Not flushed: readers verify tiles. Source: docs/spec/log.md#tiles.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TileKind, TileStore } from '../../commands/seals/tileStore.js';

/** @param folder made with the first tile */
export function openTileFiles(folder: string): TileStore {
  const fileOf = (kind: TileKind, index: number): string => join(folder, 'tile', String(kind), pathOf(index));
  return {
    // At once: a tile has 8 kB at most, and proofs of a month read thousands, where four turns of the thread pool for each
    // take longer than the rest.
    async read(kind, index) {
      try {
        return readFileSync(fileOf(kind, index));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(kind, index, tile) {
      const file = fileOf(kind, index);
      const made = `${file}.${process.pid}`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(made, tile, { mode: 0o600 });
      await rename(made, file);
    },
    count(kind) {
      const isThere = (count: number): boolean => existsSync(fileOf(kind, count - 1));
      let [known, missing] = [0, 1];
      while (isThere(missing)) [known, missing] = [missing, missing * 2];
      while (missing - known > 1) {
        const middle = Math.floor((known + missing) / 2);
        if (isThere(middle)) known = middle;
        else missing = middle;
      }
      return Promise.resolve(known);
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}

/** By groups of three digits, all but the last after an x: 1234067 is `x001/x234/067`. */
function pathOf(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/');
}
