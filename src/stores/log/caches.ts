// Local caches of the log: snapshots of folds, and the leaves of its tree.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Snapshot, SnapshotStore } from '../../commands/kernel/snapshots.js';
import { LEAF_BYTES, type LeafStore } from '../../commands/seals/leafStore.js';

// Snapshots of folds in plain files, so that a restart need not read long streams from their beginning. A cache, never flushed:
// a file that is missing, truncated, changed or of another log counts as absent. Files are replaced by rename, so any number of
// processes may use them at once.

type Stored = Snapshot & Readonly<{ stream: string; foldVersion: number }>;

const CHECKSUM_CHARS = 64;

/** @param logId id of the log; snapshots of another log are removed from the folder */
export function openSnapshots(folder: string, logId: string): SnapshotStore {
  const ownFolder = join(folder, logId);
  prepare(folder, logId);
  return {
    get(stream, foldVersion) {
      try {
        return parse(readFileSync(fileOf(ownFolder, stream), 'utf8'), stream, foldVersion);
      } catch {
        return null;
      }
    },
    put(stream, foldVersion, { state, revision, lastId, at }) {
      const file = fileOf(ownFolder, stream);
      const draft = `${file}.${process.pid}-${threadId}`;
      try {
        const stored: Stored = { stream, foldVersion, revision, lastId, at, state };
        const text = JSON.stringify(stored);
        writeFileSync(draft, checksum(text) + text);
        renameSync(draft, file);
      } catch {
        rmSync(draft, { force: true }); // a full disk or a state that is not JSON costs a later start time, no more
      }
    },
    async close() {
      // no open files
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
  if (checksum(text) !== content.slice(0, CHECKSUM_CHARS)) return null;
  const { state, revision, lastId, at, ...stored } = JSON.parse(text) as Partial<Stored>;
  if (stored.stream !== stream || stored.foldVersion !== foldVersion) return null;
  // Version 0.1.0 stored no id.
  if (revision === undefined || lastId === undefined) return null;
  return { state, revision, lastId, at: at ?? null };
}

function fileOf(folder: string, stream: string): string {
  return join(folder, `${createHash('sha256').update(stream).digest('hex').slice(0, 40)}.json`);
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

// The leaves of the log's tree in one file, after a line with the id of the log. Processes that write at the same time write
// the same bytes to the same places. Not flushed: readers verify leaves. Source: docs/spec/log.md#leaves.

/** @param logId leaves under another id are not read: a copy has other positions */
export function openLeafFile(file: string, logId: string): LeafStore {
  const head = Buffer.from(`${logId}\n`);
  return {
    async read() {
      const bytes = await readFile(file).catch(unlessMissing);
      if (bytes?.subarray(0, head.length).equals(head) !== true) return Buffer.alloc(0);
      const whole = Math.floor((bytes.length - head.length) / LEAF_BYTES);
      return bytes.subarray(head.length, head.length + whole * LEAF_BYTES);
    },
    async write(first, leaves) {
      if (first === 0) return writeFile(file, Buffer.concat([head, leaves]), { mode: 0o600 });
      const handle = await open(file, 'r+');
      try {
        await handle.write(leaves, 0, leaves.length, head.length + first * LEAF_BYTES);
      } finally {
        await handle.close();
      }
    },
    clear: () => rm(file, { force: true }),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
