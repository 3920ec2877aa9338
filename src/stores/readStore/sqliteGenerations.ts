// Generations as files. `read.current`, replaced by rename, names the live one; every process polls it.
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
import { FillInProgress, type Lease } from '../../projections/engine/readStore.js';
import type { Collection, Documents } from '../../commands/kernel/documents.js';
import type { DocumentFileOptions } from '../sqlite/documentFile.js';
import { tryKernelLock, waitForKernelLock } from '../sqlite/kernelLock.js';
import { openSqliteDocuments, openThreadedDocuments } from '../sqlite/sqliteDocuments.js';
import { KEEP_MS, shapes, shapesIn, type Generations, type Making, type Reading } from './layout.js';

const CURRENT = 'read.current';
const NAME = /^read-(\d{6,})\.db$/;

type FileOptions = Omit<DocumentFileOptions, 'collections'>;
const MADE: FileOptions = { areMade: true, mode: 'mode=rw' };
/** Options for files that are written: their indexes are written all over. */
const WRITTEN: FileOptions = { cacheKib: 16_384 };
/** Read models are rebuilt from the log, so a commit need not wait for the disk. */
const LIVE: FileOptions = { ...MADE, ...WRITTEN, journal: 'WAL', synchronous: 'NORMAL' };
/** Without readers, and unprotected until complete. A hundred lines are two or three pages. */
const FILLED: FileOptions = { ...WRITTEN, pageBytes: 16_384, journal: 'MEMORY', synchronous: 'OFF' };
/** One flushed commit makes all earlier writes durable. */
const COMPLETE: FileOptions = { ...MADE, journal: 'DELETE', synchronous: 'FULL' };

function nameOfLive(folder: string): string | null {
  try {
    const name = readFileSync(join(folder, CURRENT), 'utf8').trim();
    return NAME.test(name) ? name : null;
  } catch {
    return null;
  }
}

/** The path of the live generation, which may be gone; null before there was one. */
export function liveFile(folder: string): string | null {
  const name = nameOfLive(folder);
  return name && join(folder, name);
}

/** Generations in a folder of their own, which is made. */
export class SqliteGenerations implements Generations {
  /** @param readsHere whether the calling thread waits for questions on any number of documents */
  constructor(
    private readonly folder: string,
    private readonly collections: readonly Collection[],
    private readonly readsHere: boolean,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  async current(): Promise<string | null> {
    const name = nameOfLive(this.folder);
    return name !== null && existsSync(this.#pathOf(name)) ? name : null;
  }

  async read(name: string): Promise<Reading | null> {
    const near = this.#open(name, MADE);
    try {
      const options = { ...MADE, collections: this.collections };
      const far = this.readsHere ? near : openThreadedDocuments(this.#pathOf(name), options);
      return { near, far, shapes: await shapesIn(near) };
    } catch {
      await near.close();
      return null;
    }
  }

  write(name: string): Documents {
    return this.#open(name, LIVE);
  }

  async make(): Promise<Making> {
    const lock = this.#tryLock();
    if (lock === null) throw new FillInProgress('the read models are being rebuilt by another process');
    try {
      const name = this.#nextName();
      const documents = this.#open(name, FILLED);
      return {
        name,
        documents,
        goLive: () => this.#goLive(name, documents),
        drop: async () => {
          await documents.close();
          this.#drop(name);
        },
        release: async () => lock.release(),
      };
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async lease(signal: AbortSignal): Promise<Lease | null> {
    const lock = await waitForKernelLock(this.#pathOf('projector.lock'), signal);
    return lock && { lost: new AbortController().signal, release: async () => lock.release() };
  }

  async tidy(): Promise<void> {
    const lock = this.#tryLock();
    if (lock === null) return;
    try {
      const live = await this.current();
      if (live === null || Date.now() - statSync(this.#pathOf(CURRENT)).mtimeMs < KEEP_MS) return;
      for (const name of this.#names()) if (name !== live) this.#drop(name);
    } finally {
      lock.release();
    }
  }

  async #goLive(name: string, documents: Documents): Promise<Documents> {
    await documents.close();
    const complete = this.#open(name, COMPLETE);
    await complete.write([{ into: shapes, documents: [{ _id: '_whole' }] }]);
    await complete.close();
    const live = this.write(name);
    await live.write([]);
    writeFileSync(this.#pathOf(`${CURRENT}.next`), `${name}\n`);
    renameSync(this.#pathOf(`${CURRENT}.next`), this.#pathOf(CURRENT));
    return live;
  }

  /** Never used before, not even by a deleted file that a reader may still have open. */
  #nextName(): string {
    const names = [nameOfLive(this.folder) ?? '', ...this.#names()];
    const numbers = names.map((name) => Number(NAME.exec(name)?.[1] ?? 0));
    return `read-${String(Math.max(...numbers) + 1).padStart(6, '0')}.db`;
  }

  #names(): string[] {
    return readdirSync(this.folder).filter((name) => NAME.test(name));
  }

  #drop(name: string): void {
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      rmSync(`${this.#pathOf(name)}${suffix}`, { force: true });
  }

  #open(name: string, options: FileOptions): Documents {
    return openSqliteDocuments(this.#pathOf(name), { ...options, collections: this.collections });
  }

  #tryLock() {
    return tryKernelLock(this.#pathOf('rebuild.lock'));
  }

  #pathOf(name: string): string {
    return join(this.folder, name);
  }
}
