// A reader-writer lock between processes, on a SQLite file: any number share it, or one has it alone. The kernel frees it
// when its process ends.
import Database from 'libsql';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../domain/kernel/storeUnavailable.js';
import { isBusy } from './kernelLock.js';

/**
 * How long an exclusive request blocks new shared ones while it waits for the current ones, before it lets others proceed.
 * Doubled at each try, as the disk of the current ones may be slow.
 */
const EXCLUDE_MS = 50;
const EXCLUDE_MS_MAX = 1_000;
const RETRY_MS = 2;
/** After this time the holder counts as stopped. */
const WAIT_MS_MAX = 60_000;

export class ReaderWriterLock {
  readonly #db: InstanceType<typeof Database>;
  #isAbandoned = false;

  /** @param path of a file that nothing else opens, in a folder that exists */
  constructor(path: string) {
    this.#db = new Database(path, { timeout: 0 });
  }

  /**
   * @param work runs while no process holds the lock
   * @throws StoreUnavailable when a process holds it for so long
   */
  async exclusive<Result>(work: () => Result, waitMs = WAIT_MS_MAX): Promise<Result> {
    let excludeMs = EXCLUDE_MS;
    await this.#begin(waitMs, () => {
      this.#db.exec(`PRAGMA busy_timeout = ${excludeMs}`);
      excludeMs = Math.min(excludeMs * 2, EXCLUDE_MS_MAX);
      this.#db.exec('BEGIN EXCLUSIVE');
    });
    try {
      return work();
    } finally {
      this.#db.exec('ROLLBACK; PRAGMA busy_timeout = 0');
    }
  }

  /** @param work runs while no process has the lock alone; one at a time on each instance */
  async shared<Result>(work: () => Promise<Result>): Promise<Result> {
    // SQLite takes the lock with the first read of a transaction.
    await this.#begin(WAIT_MS_MAX, () => this.#db.exec('BEGIN; SELECT 1 FROM sqlite_schema'));
    try {
      return await work();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  /** Makes pending requests fail at their next try. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  close(): void {
    this.#db.close();
  }

  async #begin(waitMs: number, begin: () => void): Promise<void> {
    const untilMs = performance.now() + waitMs;
    for (;;) {
      try {
        begin();
        return;
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
        if (!isBusy(error)) throw error;
        if (this.#isAbandoned || performance.now() > untilMs)
          throw new StoreUnavailable('The lock is held by a stopped process, or by too many', { cause: error });
      }
      await pause(RETRY_MS);
    }
  }
}
