// Nobody commits while a process opens the folder. lmdb up to ITS#9496, which lmdb-js 3.5.6 is, notes the newest commit
// anew whenever it is opened: one made at that very moment would be forgotten, and written over by the next.
import Database from 'libsql';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from '../../sqlite/kernelLock.js';

const FILE = 'openings.lock';
/**
 * How long a process that opens keeps new commits away while it waits for those under way, before it lets others on: twice
 * as long each time, as their disk may be slow.
 */
const INSIST_MS = 50;
const INSIST_MS_MAX = 1_000;
const LOOK_AGAIN_MS = 2;
/** A commit waits for its disk, an opening for commits; what takes longer belongs to a process that was stopped. */
const WAIT_MS_MAX = 60_000;

/** A lock of the kernel's, freed when its process ends: committing shares it, opening has it alone. */
export class Openings {
  readonly #db: InstanceType<typeof Database>;
  #isGivenUp = false;

  /** @param folder exists */
  constructor(folder: string) {
    this.#db = new Database(join(folder, FILE), { timeout: 0 });
  }

  /** @param open runs while no process commits */
  async alone<Opened>(open: () => Opened): Promise<Opened> {
    let insistMs = INSIST_MS;
    await this.#begin(() => {
      this.#db.exec(`PRAGMA busy_timeout = ${insistMs}`);
      insistMs = Math.min(insistMs * 2, INSIST_MS_MAX);
      this.#db.exec('BEGIN EXCLUSIVE');
    });
    try {
      return open();
    } finally {
      this.#db.exec('ROLLBACK; PRAGMA busy_timeout = 0');
    }
  }

  /** @param commit starts when no process opens, and none does until it ended; one at a time */
  async shared<Result>(commit: () => Promise<Result>): Promise<Result> {
    // Only what is read takes the lock.
    await this.#begin(() => this.#db.exec('BEGIN; SELECT 1 FROM sqlite_schema'));
    try {
      return await commit();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  /** Whoever waits still waits no more. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  close(): void {
    this.#db.close();
  }

  async #begin(begin: () => void): Promise<void> {
    const untilMs = performance.now() + WAIT_MS_MAX;
    for (;;) {
      try {
        begin();
        return;
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
        if (!isBusy(error)) throw error;
        if (this.#isGivenUp || performance.now() > untilMs)
          throw new Error('The log is held by a process that does not go on, or by too many', { cause: error });
      }
      await pause(LOOK_AGAIN_MS);
    }
  }
}
