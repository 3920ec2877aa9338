// What one file of read models answered lately. Rows of lists never change once they can be seen; everything else
// holds until some process writes to the file, which SQLite tells by its data version.
import { LRUCache } from 'lru-cache';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';

const PAGES_BYTES_MAX = 16 * 1024 * 1024;
const ANSWERS_MAX = 5_000;
/** Answers of more rows are not kept: the bound above is of answers, not of bytes. */
const ANSWER_ROWS_MAX = 100;

export class ReadCache {
  readonly #db: SqliteFile;
  readonly #pages = new LRUCache<string, Uint8Array>({
    maxSize: PAGES_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength + 100,
  });
  readonly #answers = new LRUCache<string, object>({ max: ANSWERS_MAX });
  #version: unknown = null;
  #hasLooked = false;

  constructor(db: SqliteFile) {
    this.#db = db;
  }

  /** Bytes of rows that never change. Nobody may write into them. */
  page(key: string, read: () => Uint8Array): Uint8Array {
    const kept = this.#pages.get(key);
    if (kept !== undefined) return kept;
    const bytes = read();
    this.#pages.set(key, bytes);
    return bytes;
  }

  /** An answer as of this turn of the event loop: requests of one turn share one look at the file's version. */
  answer<Answer extends object | null>(key: string, read: () => Answer): Answer {
    this.#look();
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept as Answer;
    const answer = read();
    const isLarge = Array.isArray(answer) && answer.length > ANSWER_ROWS_MAX;
    if (answer !== null && !isLarge) this.#answers.set(key, answer);
    return answer;
  }

  /** Something may have been written in this very turn. */
  lookAgain(): void {
    this.#hasLooked = false;
  }

  #look(): void {
    if (this.#hasLooked) return;
    this.#hasLooked = true;
    setImmediate(() => (this.#hasLooked = false));
    const version = this.#db.getRaw('PRAGMA data_version')?.[0];
    if (version !== this.#version) this.#answers.clear();
    this.#version = version;
  }
}
