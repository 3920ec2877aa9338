// One connection to one file of read models, and its prepared statements. Statements are made once per text; values
// are always bound, so their number is that of the shapes of queries.
import Database from 'libsql';

type Bound = string | number | null | Uint8Array;

/** How long a writer waits for another one. libsql's default is not to wait. */
const BUSY_TIMEOUT_MS = 5_000;
/** Blocks of rows are around 24 kB: two or three pages each. */
const PAGE_BYTES = 16_384;
/** Kept in memory of pages written and read; the system's own cache does the rest. */
const CACHE_KIB = 16_384;

export class Connection {
  readonly path: string;
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Bound[]>>();
  #dataVersion: Database.Statement<Bound[]> | null = null;

  constructor(path: string) {
    this.path = path;
    this.#db = new Database(path, { timeout: BUSY_TIMEOUT_MS });
    this.#db.pragma(`page_size = ${PAGE_BYTES}`);
    this.#db.pragma(`cache_size = -${CACHE_KIB}`);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** First value of the first row of a pragma. */
  pragma(source: string): unknown {
    const [row] = this.#db.pragma(source) as Record<string, unknown>[];
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** Another number once another connection has changed the file. */
  dataVersion(): unknown {
    this.#dataVersion ??= this.#db.prepare<Bound[]>('PRAGMA data_version').raw();
    return (this.#dataVersion.get() as unknown[])[0];
  }

  run(sql: string, values: readonly Bound[]): void {
    this.#statement(sql).run(...values);
  }

  /** The first row, its values in the order asked for; blobs are a copy of their own. */
  first(sql: string, values: readonly Bound[]): readonly unknown[] | undefined {
    return this.#statement(sql).get(...values) as unknown[] | undefined;
  }

  all(sql: string, values: readonly Bound[]): readonly (readonly unknown[])[] {
    return this.#statement(sql).all(...values) as unknown[][];
  }

  /** All or nothing; the writer's lock is taken at once, so that it cannot fail half way for another writer. */
  transaction(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#dataVersion = null;
    if (this.#db.open) this.#db.close();
  }

  #statement(sql: string): Database.Statement<Bound[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare<Bound[]>(sql);
      if (/^SELECT/.test(sql)) statement.raw();
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
