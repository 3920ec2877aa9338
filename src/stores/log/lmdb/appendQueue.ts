// Group commit: appends that wait for the write transaction share it, and with it one flush to the disk. lmdb-js waits for
// the lock and for the disk off the main thread.
import { LRUCache } from 'lru-cache';
import type { Appended, NewEvent } from '../../../domain/kernel/log.js';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import type { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { withTimeout } from '../../withTimeout.js';
import { checkAppend } from '../appendChecks.js';
import { AppendTransaction, type PendingAppend } from './appendTransaction.js';
import { commitAtomically, onCommitError } from './lmdbQuirks.js';
import type { LogFiles } from '../sqlite/logFiles.js';
import { encodeEvent } from './records.js';
import type { Tables } from './tables.js';

type Job = PendingAppend &
  Readonly<{ sizeBytes: number; resolve(result: Appended): void; reject(error: Error): void }>;

type Committed = Readonly<{
  results: readonly Appended[];
  numbers: readonly [string, number][];
}>;

/** Bound of one transaction; the rest waits for the next. */
const TRANSACTION_BYTES_MAX = 16 * 1_048_576;
/** Cached numbers of streams; a number never changes. */
const NUMBERS_MAX = 20_000;

/** The outcome of the append is unknown: the disk was full, failed, or did not answer in time. */
export class AppendFailed extends StoreUnavailable {
  override readonly name = 'AppendFailed';
}

export type AppendQueueOptions = Readonly<{
  tables: Tables;
  files: LogFiles;
  /** Held shared during commits, so that no process opens the folder then (lmdbQuirks.ts). */
  openingLock: ReaderWriterLock;
  /** How long an append may wait for the lock and the disk. */
  answerMs: number;
  /** Called after each commit, when its events can be read. */
  onCommit(): void;
}>;

export class AppendQueue {
  readonly #tables: Tables;
  readonly #files: LogFiles;
  readonly #openingLock: ReaderWriterLock;
  readonly #answerMs: number;
  readonly #onCommit: () => void;
  readonly #numbers = new LRUCache<string, number>({ max: NUMBERS_MAX });
  readonly #waiting: Job[] = [];
  #running: Promise<void> | null = null;
  /** A transaction timed out and has not ended. Until it does, if ever, every append is refused at once. */
  #stalled = false;

  constructor({ tables, files, openingLock, answerMs, onCommit }: AppendQueueOptions) {
    this.#tables = tables;
    this.#files = files;
    this.#openingLock = openingLock;
    this.#answerMs = answerMs;
    this.#onCommit = onCommit;
  }

  append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended> {
    const { events: checked, sizeBytes } = checkAppend(stream, events, expectedRevision);
    const encoded = checked.map((event) => ({ id: event.id, record: encodeEvent(event) }));
    if (this.#stalled) return Promise.reject(new AppendFailed('The store has not answered an earlier append'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ stream, expectedRevision, events: encoded, sizeBytes, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when every accepted append is answered. @returns false when a transaction has not ended: closing would hang */
  async idle(): Promise<boolean> {
    while (this.#running !== null) await this.#running;
    return !this.#stalled;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitOnce();
    this.#running = null;
  }

  async #commitOnce(): Promise<void> {
    const taken: Job[] = [];
    const transaction = this.#transact(taken);
    try {
      const { results, numbers } = await this.#inTime(transaction);
      this.#files.check(); // writes to files that were removed or replaced are lost
      for (const [stream, number] of numbers) this.#numbers.set(stream, number);
      taken.forEach((job, index) => job.resolve(results[index] as Appended));
      this.#onCommit();
    } catch (error) {
      const failure = failureOf(error);
      // Jobs not taken yet would otherwise wait forever for a transaction that never began or never ends.
      const left = taken.length === 0 || this.#stalled ? this.#waiting.splice(0) : [];
      for (const job of [...taken, ...left]) job.reject(failure);
    }
  }

  /** Takes the jobs when the lock is held, so that all that arrived while it waited share the commit. */
  #transact(taken: Job[]): Promise<Committed> {
    return this.#openingLock.shared(() =>
      commitAtomically(this.#tables, () => {
        this.#files.check();
        taken.push(...this.#take());
        const transaction = new AppendTransaction(this.#tables, this.#numbers);
        const results = taken.map((job) => transaction.apply(job));
        return { results, numbers: [...transaction.numbers()] };
      }),
    );
  }

  /** lmdb may never answer while a process is suspended in its write, or when the disk fails. */
  #inTime(transaction: Promise<Committed>): Promise<Committed> {
    return withTimeout(this.#answerMs, transaction, () => {
      this.#stalled = true;
      void transaction.catch(() => undefined).finally(() => (this.#stalled = false));
      return new Error(`No answer from the store within ${this.#answerMs} ms`);
    });
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
}

function failureOf(error: unknown): Error {
  if (error instanceof StoreError) return error;
  const failure = new AppendFailed('The append may or may not have been stored', { cause: error });
  onCommitError(error, (reason) => (failure.cause = reason));
  return failure;
}
