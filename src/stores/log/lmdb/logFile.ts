// Creates the log's file atomically, and checks its length before lmdb maps it into memory: the system kills a process that
// reads a mapped page beyond the end of the file.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { openTables } from './tables.js';

export function logFileOf(folder: string): string {
  return join(folder, 'data.mdb');
}

/** Creates an empty log in a temporary folder and links it into place: a process that dies leaves no partial file. */
export async function makeLogFile(folder: string): Promise<void> {
  const file = logFileOf(folder);
  const made = mkdtempSync(join(folder, 'new-'));
  try {
    await openTables(made).root.close();
    linkSync(logFileOf(made), file);
    syncFolder(folder);
  } catch (error) {
    if (!existsSync(file)) throw error; // otherwise another process created it
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** @throws StoreError LogTorn */
export function checkLogFile(folder: string): void {
  const file = logFileOf(folder);
  const neededBytes = bytesOfNewestCommit(file);
  if (neededBytes === null) throw new StoreError({ is: 'LogTorn', path: file });
  // Free pages may be missing at the end, so only reading every page shows whether the log is complete.
  if (statSync(file).size < neededBytes && !isReadable(folder))
    throw new StoreError({ is: 'LogTorn', path: file });
}

/** Two meta pages begin the file, each with a header of 24 bytes (`MDB_page_header`, `MDB_meta` of lmdb's mdb.c). */
const META = {
  header: 24,
  magic: 0,
  version: 4,
  pageBytes: 24,
  lastPage: 120,
  transaction: 128,
  bytes: 136,
} as const;
const MAGIC = 0xbeef_c0de;
const PAGE_BYTES_MAX = 65_536;

/** @returns the end of the last page that the newest commit may use; null when the meta pages cannot be read */
function bytesOfNewestCommit(file: string): number | null {
  const first = metaAt(file, 0);
  const second = first && metaAt(file, first.pageBytes);
  if (!first || !second) return null;
  const newest = second.transaction > first.transaction ? second : first;
  return (newest.lastPage + 1) * newest.pageBytes;
}

function metaAt(file: string, offset: number) {
  const bytes = Buffer.alloc(META.bytes);
  const opened = openSync(file, 'r');
  try {
    if (readSync(opened, bytes, 0, META.bytes, offset + META.header) < META.bytes) return null;
  } finally {
    closeSync(opened);
  }
  const pageBytes = bytes.readUInt32LE(META.pageBytes);
  if (bytes.readUInt32LE(META.magic) !== MAGIC || pageBytes === 0 || pageBytes > PAGE_BYTES_MAX) return null;
  return {
    pageBytes,
    lastPage: Number(bytes.readBigUInt64LE(META.lastPage)),
    transaction: bytes.readBigUInt64LE(META.transaction),
  };
}

/** Reads the whole log in a child process, which the system kills at a page beyond the end. */
function isReadable(folder: string): boolean {
  const script = fileURLToPath(new URL('./readWholeLog.js', import.meta.url));
  return spawnSync(process.execPath, [script, folder], { stdio: 'ignore' }).status === 0;
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
