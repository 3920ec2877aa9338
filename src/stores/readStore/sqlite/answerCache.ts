// Caches rows and times read from one file of read models until any process writes to it (SQLite's `data_version`).
// Buys: a quarter of the CPU time of a page of 100 lines, 154 instead of 210 µs (at least 0.5 of bare http).
import { LRUCache } from 'lru-cache';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';

const ANSWERS_MAX = 5_000;

export class AnswerCache {
  readonly #db: SqliteFile;
  readonly #answers = new LRUCache<string, object>({ max: ANSWERS_MAX });
  #version: unknown = null;
  #isCurrent = false;

  constructor(db: SqliteFile) {
    this.#db = db;
  }

  /** Answers that are null are read again. */
  answer<Answer extends object | null>(key: string, read: () => Answer): Answer {
    this.#checkVersion();
    const cached = this.#answers.get(key);
    if (cached !== undefined) return cached as Answer;
    const answer = read();
    if (answer !== null) this.#answers.set(key, answer);
    return answer;
  }

  /** The next answer checks the version, also within the same turn of the event loop. */
  expire(): void {
    this.#isCurrent = false;
  }

  /** Checks the version once per turn of the event loop. */
  #checkVersion(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    setImmediate(() => this.expire());
    const version = this.#db.getRaw('PRAGMA data_version')?.[0];
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
  }
}
