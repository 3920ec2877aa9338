// The log in SQLite: one file, any number of processes and threads at once, durable before acknowledged.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { nextTurn } from '../../../runtime/turns.js';
import { BroadcastChannel } from 'node:worker_threads';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { Appended, EventLog, StreamAppend } from '../../../domain/kernel/log.js';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { OpenedFile } from '../../openedFile.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { LogClosed, checkAppends } from '../appendChecks.js';
import { closeLogFile, makeLogFile, openLogFile, openUnchangedFile, sharedFilesOf } from './logFile.js';
import { LogFiles, LogWriter } from './logWriter.js';
import { FIRST_SLICE_EVENTS, SLICE_EVENTS, headOf, readSlice, scan } from './reads.js';

type EmbeddedLogOptions = Readonly<{
  /** How long an append may wait for the lock and the disk before its outcome counts as unknown. */
  answerMs?: number;
  /** How long opening waits for a process in a commit. */
  openMs?: number;
  /** Whether a missing log is created; default true. */
  creates?: boolean;
  /** Whether the calling thread appends and waits for the disk: for one that does nothing else. */
  writesHere?: boolean;
  /** More files that must not be removed or replaced while the log is open. */
  beside?: readonly OpenedFile[];
}>;

export class LogReadOnly extends Error {
  override readonly name = 'LogReadOnly';
}

const ANSWER_MS = 10_000;

/** Opens, or creates, the log. @throws StoreError NoStore, LogTorn, LogHeld */
export async function openEmbeddedLog(path: string, options: EmbeddedLogOptions = {}): Promise<EventLog> {
  const { answerMs = ANSWER_MS, openMs, creates = true, writesHere = false, beside = [] } = options;
  if (!existsSync(path)) {
    if (!creates) throw new StoreError({ is: 'NoStore', folder: dirname(path) });
    mkdirSync(dirname(path), { recursive: true });
    makeLogFile(path);
  }
  const file = await openLogFile(path, openMs);
  const files = new LogFiles([...[path, ...sharedFilesOf(path)].map((each) => new OpenedFile(each)), ...beside]);
  return new EmbeddedLog(file, files, new LogWriter(path, files, answerMs, writesHere ? file : null));
}

class EmbeddedLog implements EventLog {
  readonly #watch: HeadWatch;
  #closing: Promise<void> | null = null;

  /** @param writer null for a log that is only read */
  constructor(
    private readonly file: SqliteFile,
    private readonly files: LogFiles,
    private readonly writer: LogWriter | null,
  ) {
    this.#watch = new HeadWatch(() => headOf(file), file.path);
  }

  async append(appends: readonly StreamAppend[]): Promise<Appended> {
    this.#mustBeOpen();
    if (this.writer === null) throw new LogReadOnly('The log was opened read-only');
    const appended = await this.writer.append(checkAppends(appends));
    this.#watch.noteCommit();
    return appended;
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    let next: number | null = Math.max(fromRevision, 0);
    for (let limit = FIRST_SLICE_EVENTS; next !== null; limit = SLICE_EVENTS) {
      this.#mustBeOpen();
      const slice = readSlice(this.file, stream, next, limit);
      yield* slice.events;
      next = slice.next;
      // Lets timers and sockets run between two slices.
      if (limit === SLICE_EVENTS && next !== null) await nextTurn();
    }
  }

  async *subscribe(fromPosition: number, streamPrefixes: readonly string[], signal: AbortSignal) {
    let position = fromPosition;
    let hasReportedCaughtUp = false;
    let reportedMs = performance.now();
    while (!signal.aborted) {
      this.#mustBeOpen();
      const batch = scan(this.file, position, streamPrefixes);
      const moved = batch.position > position;
      position = batch.position;
      const isReported = batch.caughtUp
        ? moved || !hasReportedCaughtUp
        : performance.now() - reportedMs > REPORT_EVERY_MS;
      if (batch.events.length > 0 || isReported) {
        hasReportedCaughtUp ||= batch.caughtUp;
        reportedMs = performance.now();
        yield batch;
      }
      if (signal.aborted) return;
      if (batch.caughtUp) await this.#watch.waitBeyond(position, signal);
      else await nextTurn();
    }
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    this.files.check();
    return headOf(this.file);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#watch.close();
    if (this.writer === null) return this.file.close();
    await this.writer.close();
    closeLogFile(this.file);
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }
}

/** How often a scan without a match reports its position: a reader without a report gives up. */
const REPORT_EVERY_MS = 1_000;

/**
 * A log that must not or cannot be changed: a backup, or a folder mounted read-only. Only for one that no process
 * writes: it is read without locks.
 * @param path without a write-ahead log, which is not read
 * @throws ENOENT without a log; StoreError LogTorn
 */
export async function openReadOnlyLog(path: string): Promise<EventLog> {
  return new EmbeddedLog(await openUnchangedFile(realpathSync(path)), new LogFiles([]), null);
}

// Waits for the log to grow: woken at once by the commits of this process, whichever thread makes them, by polling
// for those of other processes. Polls only while there are waiters.

/** A poll wakes the thread, 0.1 ms: at shorter intervals an idle service would use a few percent of a core. */
const POLL_MS = 20;

type Waiter = Readonly<{ position: number; wake: () => void }>;

class HeadWatch {
  readonly #commits: BroadcastChannel;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param folder of the log: its watches in all threads of this process hear of each other's commits */
  constructor(
    private readonly head: () => number,
    folder: string,
  ) {
    this.#commits = new BroadcastChannel(`log ${folder}`);
    this.#commits.onmessage = () => this.#check();
    this.#commits.unref();
  }

  noteCommit(): void {
    if (this.#closed) return;
    this.#commits.postMessage(null);
    this.#check();
  }

  /** Resolves once the log goes beyond the position, the signal aborts, or the watch is closed. */
  waitBeyond(position: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#end() > position) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = { position, wake: () => this.#release(waiter, signal, resolve) };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake, { once: true });
      this.#timer ??= setInterval(() => this.#check(), POLL_MS);
    });
  }

  close(): void {
    this.#closed = true;
    this.#commits.close();
    for (const waiter of this.#waiters) waiter.wake();
  }

  #check(): void {
    if (this.#waiters.size === 0) return;
    const end = this.#end();
    for (const waiter of this.#waiters) if (end > waiter.position) waiter.wake();
  }

  /** An error wakes the waiters too: their next read throws it to the caller, which this timer cannot. */
  #end(): number {
    try {
      return this.head();
    } catch {
      return Infinity;
    }
  }

  #release(waiter: Waiter, signal: AbortSignal, resolve: () => void): void {
    this.#waiters.delete(waiter);
    signal.removeEventListener('abort', waiter.wake);
    if (this.#waiters.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    resolve();
  }
}
