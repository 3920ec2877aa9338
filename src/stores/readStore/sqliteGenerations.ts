// Generations as files of documents. `read.current`, replaced by rename, names the live one; every process polls it.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FillInProgress } from '../../projections/engine/readStore.js';
import type { Collection, Documents } from '../documents/documents.js';
import type { DocumentFileOptions } from '../sqlite/documentFile.js';
import { tryKernelLock, waitForKernelLock } from '../sqlite/kernelLock.js';
import { openSqliteDocuments, openThreadedDocuments } from '../sqlite/sqliteDocuments.js';
import { KEEP_MS, shapes, shapesIn, type Generations, type Making } from './layout.js';

const CURRENT = 'read.current';
const NAME = /^read-(\d{6,})\.db$/;

type Kept = Omit<DocumentFileOptions, 'collections'>;
const MADE: Kept = { areMade: true, mode: 'mode=rw' };
/** For indexes, which are written all over. */
const WRITTEN: Kept = { cacheKib: 16_384 };
/** Read models are rebuilt from the log, so a commit need not wait for the disk. */
const LIVE: Kept = { ...MADE, ...WRITTEN, journal: 'WAL', synchronous: 'NORMAL' };
/** Without readers, and not protected against crashes until it is complete. A hundred lines are two or three pages. */
const FILLED: Kept = { ...WRITTEN, pageBytes: 16_384, journal: 'MEMORY', synchronous: 'OFF' };
/** One flushed commit makes all earlier writes durable. */
const COMPLETE: Kept = { ...MADE, journal: 'DELETE', synchronous: 'FULL' };

function namedIn(folder: string): string | null {
  try {
    const name = readFileSync(join(folder, CURRENT), 'utf8').trim();
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
}

/** The path of the live generation, which may be gone; null before there was one. */
export function liveFile(folder: string): string | null {
  const name = namedIn(folder);
  return name && join(folder, name);
}

/** In a folder of their own, which is made. */
export function sqliteGenerations(folder: string, collections: readonly Collection[]): Generations {
  mkdirSync(folder, { recursive: true });
  const pathOf = (name: string): string => join(folder, name);
  const open = (name: string, kept: Kept): Documents =>
    openSqliteDocuments(pathOf(name), { ...kept, collections });
  const tryLock = () => tryKernelLock(pathOf('rebuild.lock'));
  const names = (): string[] => readdirSync(folder).filter((name) => NAME.test(name));

  const named = (): string | null => namedIn(folder);

  /** Never used before, not even by a deleted file that a reader may still have open. */
  function nextName(): string {
    const numbers = [named(), ...names()].map((name) => Number(NAME.exec(name ?? '')?.[1] ?? 0));
    return `read-${String(Math.max(...numbers) + 1).padStart(6, '0')}.db`;
  }

  function current(): string | null {
    const name = named();
    return name !== null && existsSync(pathOf(name)) ? name : null;
  }

  function drop(name: string): void {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${pathOf(name)}${suffix}`, { force: true });
  }

  function made(release: () => void): Making {
    const name = nextName();
    const documents = open(name, FILLED);
    return {
      name,
      documents,
      async goLive() {
        await documents.close();
        const complete = open(name, COMPLETE);
        await complete.write([{ into: shapes, documents: [{ _id: '_whole' }] }]);
        await complete.close();
        const live = open(name, LIVE);
        await live.write([]);
        writeFileSync(pathOf(`${CURRENT}.next`), `${name}\n`);
        renameSync(pathOf(`${CURRENT}.next`), pathOf(CURRENT));
        return live;
      },
      async drop() {
        await documents.close();
        drop(name);
      },
      release: async () => release(),
    };
  }

  return {
    current: async () => current(),
    async read(name) {
      const near = open(name, MADE);
      try {
        const far = openThreadedDocuments(pathOf(name), { ...MADE, collections });
        return { near, far, shapes: await shapesIn(near) };
      } catch {
        await near.close();
        return null;
      }
    },
    write: (name) => open(name, LIVE),
    async make() {
      const lock = tryLock();
      if (lock === null) throw new FillInProgress('the read models are being rebuilt by another process');
      try {
        return made(lock.release);
      } catch (error) {
        lock.release();
        throw error;
      }
    },
    async lease(signal) {
      const lock = await waitForKernelLock(pathOf('projector.lock'), signal);
      return lock && { lost: new AbortController().signal, release: async () => lock.release() };
    },
    async tidy() {
      const lock = tryLock();
      if (lock === null) return;
      try {
        const live = current();
        if (live === null || Date.now() - statSync(pathOf(CURRENT)).mtimeMs < KEEP_MS) return;
        for (const name of names()) if (name !== live) drop(name);
      } finally {
        lock.release();
      }
    },
  };
}
