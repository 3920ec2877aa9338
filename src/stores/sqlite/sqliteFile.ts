// One connection to a SQLite file (libsql), with the method names of better-sqlite3.
import Database from 'libsql';
import { chmodSync } from 'node:fs';
import { StoreError } from '../../domain/kernel/storeError.js';
import { OpenedFile } from '../openedFile.js';
import { fileUri, isBusy, type FileMode } from './kernelLock.js';

export type Bound = string | number | null | Uint8Array;

/** libsql's own default is not to wait. */
const BUSY_TIMEOUT_MS = 5_000;
const JOURNAL_RETRY_MS = 5;

export type SqliteOptions = Readonly<{
  journal?: 'WAL' | 'DELETE' | 'MEMORY';
  synchronous?: 'OFF' | 'NORMAL' | 'FULL' | 'EXTRA';
  /** The file must exist; without a mode it is created. */
  mode?: FileMode;
  pageBytes?: number;
  /** How much of the file the connection keeps in memory. */
  cacheKib?: number;
}>;

type Statement = Database.Statement<Bound[]>;

export class SqliteFile {
  readonly #db: Database.Database;
  readonly #opened: OpenedFile;
  /** One per SQL text, for changes and for rows; values are always bound, so the number is bounded. */
  readonly #statements = new Map<string, Statement>();
  readonly #rawStatements = new Map<string, Statement>();

  /** What is not named stays as it is. */
  constructor(
    readonly path: string,
    { journal, synchronous, mode, pageBytes, cacheKib }: SqliteOptions = {},
  ) {
    this.#db = new Database(mode === undefined ? path : fileUri(path, mode), { timeout: BUSY_TIMEOUT_MS });
    if (pageBytes !== undefined) this.pragma(`page_size = ${pageBytes}`);
    if (cacheKib !== undefined) this.pragma(`cache_size = -${cacheKib}`);
    if (journal !== undefined) this.setJournal(journal);
    if (synchronous !== undefined) this.pragma(`synchronous = ${synchronous}`);
    this.#opened = new OpenedFile(path);
  }

  /** After a durable write. @throws StoreError when the path no longer names this file: the write is lost */
  mustBeSame(): void {
    if (!this.#opened.isSame()) throw new StoreError({ is: 'StoreTakenAway', path: this.path });
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** @returns the first value of the first row */
  pragma(source: string): unknown {
    const [row] = this.#db.pragma(source) as Record<string, unknown>[];
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** @returns the number of rows changed */
  run(sql: string, ...values: Bound[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** The first row as an array of values in column order; blobs are `Buffer`s of their own. */
  getRaw(sql: string, ...values: Bound[]): readonly unknown[] | undefined {
    return this.#rawStatement(sql).get(...values) as unknown[] | undefined;
  }

  allRaw(sql: string, ...values: Bound[]): readonly (readonly unknown[])[] {
    return this.#rawStatement(sql).all(...values) as unknown[][];
  }

  /** All or nothing. Takes the write lock at once (`BEGIN IMMEDIATE`), so that it cannot fail half-way for it. */
  transaction<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    for (const statements of [this.#statements, this.#rawStatements]) statements.clear();
    if (this.#db.open) this.#db.close();
  }

  /**
   * Waits for other connections. SQLite itself does not when several change the mode of a new file at once: each
   * holds a lock that another needs, and all but one are refused immediately. Blocks the thread.
   */
  setJournal(journal: string): void {
    const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
    for (;;)
      try {
        this.pragma(`journal_mode = ${journal}`);
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, JOURNAL_RETRY_MS);
      }
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#db.prepare<Bound[]>(sql)));
    return statement;
  }

  #rawStatement(sql: string): Statement {
    let statement = this.#rawStatements.get(sql);
    if (statement === undefined) this.#rawStatements.set(sql, (statement = this.#db.prepare<Bound[]>(sql).raw()));
    return statement;
  }
}

/**
 * Copies one committed state, without free pages, while other processes write. The copy has no write-ahead log and
 * needs no other file.
 * @param to a file that does not exist
 */
export function copySqlite(from: string, to: string): void {
  const db = new Database(from, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  chmodSync(to, 0o600);
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: string }).code));
}

/** Checks a file that no process writes, without creating files beside it. @returns whether it is intact */
export function isWholeSqlite(path: string): boolean {
  try {
    const db = new Database(fileUri(path, 'immutable=1'));
    try {
      const [row] = db.pragma('integrity_check') as { integrity_check?: string }[];
      return row?.integrity_check === 'ok';
    } finally {
      db.close();
    }
  } catch {
    return false;
  }
}
