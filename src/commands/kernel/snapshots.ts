// Snapshots of folds in plain files, so that a restart need not read long streams from their beginning. A cache, never flushed:
// a file that is missing, truncated, changed or of another log counts as absent. Files are replaced by rename, so any number of
// processes may use them at once.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** `lastId` is the id of the event at `revision`. */
export type Snapshot = Readonly<{ state: unknown; revision: number; lastId: string; at: string | null }>;
type Stored = Snapshot & Readonly<{ stream: string; foldVersion: number }>;

const CHECKSUM_CHARS = 64;

export type SnapshotStore = ReturnType<typeof openSnapshots>;

/** @param logId id of the log; null while it is not known, and there are no snapshots. Those of another log are removed */
export function openSnapshots(folder: string, logId: () => string | null) {
  let ownFolder: string | null = null;
  const fileOf = (stream: string): string | null => {
    const id = logId();
    if (id === null) return null;
    if (ownFolder === null) prepare(folder, id);
    ownFolder ??= join(folder, id);
    return join(ownFolder, `${hash('sha256', stream).slice(0, 40)}.json`);
  };
  return {
    /** @returns a new copy; null when there is none or it cannot be read */
    get(stream: string, foldVersion: number): Snapshot | null {
      const file = fileOf(stream);
      try {
        return file === null ? null : parse(readFileSync(file, 'utf8'), stream, foldVersion);
      } catch {
        return null;
      }
    },
    /** Copies the state before it returns. */
    put(stream: string, foldVersion: number, snapshot: Snapshot): void {
      const file = fileOf(stream);
      if (file === null) return;
      const draft = `${file}.${process.pid}-${threadId}`;
      try {
        const stored: Stored = { stream, foldVersion, ...snapshot };
        const text = JSON.stringify(stored);
        writeFileSync(draft, hash('sha256', text) + text);
        renameSync(draft, file);
      } catch {
        rmSync(draft, { force: true }); // a full disk or a state that is not JSON costs a later start time, no more
      }
    },
  };
}

/** The folder is a cache: a start must not fail because it cannot be cleaned or created. */
function prepare(folder: string, logId: string): void {
  try {
    mkdirSync(join(folder, logId), { recursive: true });
    for (const other of readdirSync(folder))
      if (other !== logId) rmSync(join(folder, other), { recursive: true, force: true });
    for (const file of readdirSync(join(folder, logId)))
      if (!file.endsWith('.json')) rmSync(join(folder, logId, file), { force: true }); // a draft of a killed process
  } catch {
    // without the folder `get` finds no snapshot and `put` stores none
  }
}

function parse(content: string, stream: string, foldVersion: number): Snapshot | null {
  const text = content.slice(CHECKSUM_CHARS);
  if (hash('sha256', text) !== content.slice(0, CHECKSUM_CHARS)) return null;
  const { stream: ofStream, foldVersion: version, ...snapshot } = JSON.parse(text) as Stored;
  return ofStream === stream && version === foldVersion ? snapshot : null;
}
