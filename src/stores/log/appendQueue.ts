// Appends wait here for the write transaction and share it, and with it one flush to disk (group commit). Waiting for
// the lock and for the disk happens off the main thread.
import type { Appended, NewEvent } from '../../domain/kernel/log.js';
import { prepareAppend } from './appendChecks.js';
import { AppendTransaction, type PendingAppend } from './appendTransaction.js';
import type { Tables } from './layout.js';

type Job = PendingAppend &
  Readonly<{ sizeBytes: number; resolve(result: Appended): void; reject(error: Error): void }>;

/** What one transaction takes at most; the rest waits for the next. */
const TRANSACTION_BYTES_MAX = 16 * 1_048_576;
/** Streams whose number is remembered; it never changes. */
const NUMBERS_MAX = 20_000;

/** The store could not tell whether the append was made: out of space, an error of the disk, closed meanwhile. */
export class AppendFailed extends Error {
  override readonly name = 'AppendFailed';
}

export class AppendQueue {
  readonly #tables: Tables;
  readonly #onCommit: () => void;
  readonly #numbers = new Map<string, number>();
  #waiting: Job[] = [];
  #running: Promise<void> | null = null;

  /** @param onCommit called after each commit, when its events can be read */
  constructor(tables: Tables, onCommit: () => void) {
    this.#tables = tables;
    this.#onCommit = onCommit;
  }

  append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended> {
    const prepared = prepareAppend(stream, events, expectedRevision);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expectedRevision, ...prepared, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything accepted so far has been answered. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitOnce();
    this.#running = null;
  }

  /**
   * The whole batch is one nested transaction: should any write in it fail, none of it is stored, and the others'
   * part of the shared commit stays whole.
   */
  async #commitOnce(): Promise<void> {
    let taken: Job[] = [];
    try {
      const { results, numbers } = await this.#tables.root.childTransaction(() => {
        taken = this.#take();
        const transaction = new AppendTransaction(this.#tables, this.#numbers);
        return { results: taken.map((job) => transaction.apply(job)), numbers: [...transaction.numbers()] };
      });
      this.#remember(numbers);
      taken.forEach((job, index) => job.resolve(results[index] as Appended));
      this.#onCommit();
    } catch (error) {
      const failure = failureOf(error);
      if (taken.length === 0) taken = this.#take(); // the transaction never began: nobody may wait for ever
      for (const job of taken) job.reject(failure);
    }
  }

  /** The oldest jobs, as many as fit; at least one. */
  #take(): Job[] {
    let sizeBytes = 0;
    let count = 0;
    for (const job of this.#waiting) {
      sizeBytes += job.sizeBytes;
      if (count > 0 && sizeBytes > TRANSACTION_BYTES_MAX) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  #remember(numbers: readonly [string, number][]): void {
    if (this.#numbers.size + numbers.length > NUMBERS_MAX) this.#numbers.clear();
    for (const [stream, number] of numbers) this.#numbers.set(stream, number);
  }
}

/** lmdb-js tells the reason of a failed commit by a second promise, which nobody else would listen to. */
function failureOf(error: unknown): AppendFailed {
  const failure = new AppendFailed('The append may or may not have been stored', { cause: error });
  const reason = (error as { commitError?: Promise<never> } | null)?.commitError;
  reason?.catch((cause: unknown) => (failure.cause = cause));
  return failure;
}
