// Watches the files that exist only in DATA_DIR. While open, the path of each must name the same file. A file in
// `made/` records each store that was created, so that a later start does not replace a lost store by an empty
// one.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { dataPaths, type StoreAddresses } from '../stores.js';
import { StoreError } from '../../domain/kernel/storeError.js';
import { OpenedFile } from '../../stores/openedFile.js';
import { liveFile } from '../../stores/readStore/sqliteGenerations.js';

export type StoreFiles = ReturnType<typeof openStoreFiles>;

/** Some stores are created at their first use: each check adds the new ones. @throws StoreError StoreMissing */
export function openStoreFiles({ dataDir, eventStoreUrl, mongodbUrl }: StoreAddresses) {
  const { log, read, queue, people, calls, evidence, sessions, mail, transient, staged } = dataPaths(dataDir);
  const lasting = [...(eventStoreUrl === null ? [log] : []), ...(mongodbUrl === null ? [queue, people] : [])];
  const remade = [read, sessions, transient, staged];
  const watched = [...lasting, ...(mongodbUrl === null ? [...remade, calls, evidence, mail] : [])];
  const opened = new Map<string, OpenedFile>();
  const watchedLater = new Set<string>();
  let missingPath: string | null = null;
  const markerOf = (path: string): string => markerIn(dataDir, path);

  for (const path of lasting)
    if (!existsSync(path) && existsSync(markerOf(path)))
      throw new StoreError({ is: 'StoreMissing', path, marker: path === log ? null : markerOf(path) });

  function note(path: string): void {
    if (!existsSync(path)) return;
    opened.set(path, new OpenedFile(path));
    if (lasting.includes(path)) mark(markerOf(path));
  }

  /** The first file that was removed or replaced, also once its store is closed; null: none. Takes some µs. */
  function takenAway(): string | null {
    return (missingPath ??= firstGone());
  }

  function firstGone(): string | null {
    const live = mongodbUrl === null ? liveFile(read) : null;
    for (const path of [...watched, ...(live === null ? [] : [live]), ...watchedLater]) {
      const file = opened.get(path);
      if (file === undefined) note(path);
      else if (!file.isSame()) return path;
      if (watchedLater.has(path) && !opened.has(path)) return path;
    }
    return null;
  }

  /** Watches a file that a store has open; a missing one was taken away. @returns what ends the watch */
  function watch(path: string): () => void {
    watchedLater.add(path);
    note(path);
    return () => {
      watchedLater.delete(path);
      opened.delete(path);
    };
  }

  takenAway();
  return {
    takenAway,
    /** Whether a start makes the file at the path again, without losing what cannot be lost. */
    isRebuilt: (path: string): boolean => remade.includes(path) || dirname(path) === read,
    watch,
    close: () => void takenAway(),
  };
}

/** The file that records that the store at the path was created. */
export function markerIn(dataDir: string, path: string): string {
  return join(dataPaths(dataDir).made, basename(path));
}

/** On a full or read-only disk, the next process tries again. */
function mark(marker: string): void {
  try {
    mkdirSync(join(marker, '..'), { recursive: true, mode: 0o700 });
    closeSync(openSync(marker, 'a', 0o600));
  } catch {
    return;
  }
}
