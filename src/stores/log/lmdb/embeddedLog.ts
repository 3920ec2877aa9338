// The log on lmdb: one folder, any number of processes and threads at once, durable before acknowledged.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Appended, EventLog, NewEvent } from '../../../domain/kernel/log.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { StoreError } from '../../../domain/kernel/storeError.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { OpenedFile } from '../../openedFile.js';
import type { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { AppendQueue } from './appendQueue.js';
import { LogClosed } from '../logClosed.js';
import { HeadWatch } from './headWatch.js';
import { lockFilesOf, openingLockOf } from './lmdbQuirks.js';
import { checkLogFile, logFileOf, makeLogFile } from './logFile.js';
import { LogFiles } from '../sqlite/logFiles.js';
import { FIRST_SLICE_EVENTS, headOf, readSlice, scan, SLICE_EVENTS } from './reads.js';
import { openTables, type Tables } from './tables.js';

export type EmbeddedLogOptions = Readonly<{
  /** How long an append may wait for the lock and the disk before its outcome counts as unknown. */
  answerMs?: number;
  /** How long opening waits for a process in a commit. */
  openMs?: number;
  /** The file must exist and is not changed; appends fail. */
  readOnly?: boolean;
  /** Whether a missing log is created; default true, unless `readOnly`. */
  creates?: boolean;
  /** More files that must not be removed or replaced while the log is open. */
  beside?: readonly OpenedFile[];
}>;

const ANSWER_MS = 10_000;

/**
 * Opens, or creates, the log in a folder of its own.
 * @throws StoreError NoStore, LogTorn, LogHeld
 */
export async function openEmbeddedLog(folder: string, options: EmbeddedLogOptions = {}): Promise<EventLog> {
  const { answerMs = ANSWER_MS, openMs, readOnly = false, creates = !readOnly, beside = [] } = options;
  if (!existsSync(logFileOf(folder))) {
    if (!creates) throw new StoreError({ is: 'NoStore', folder: dirname(folder) });
    mkdirSync(folder, { recursive: true });
    await makeLogFile(folder);
  }
  const openingLock = openingLockOf(folder);
  try {
    const open = () => {
      checkLogFile(folder);
      return { data: new OpenedFile(logFileOf(folder)), tables: openTables(folder, { readOnly }) };
    };
    const { data, tables } = await openingLock.exclusive(open, openMs).catch((cause: unknown) => {
      throw cause instanceof StoreUnavailable
        ? new StoreError({ is: 'LogHeld', path: logFileOf(folder) }, { cause })
        : cause;
    });
    const files = new LogFiles([data, ...lockFilesOf(folder), ...beside]);
    return new EmbeddedLog({ tables, files, openingLock }, folder, answerMs);
  } catch (error) {
    openingLock.close();
    throw error;
  }
}

class EmbeddedLog implements EventLog {
  readonly #tables: Tables;
  readonly #files: LogFiles;
  readonly #openingLock: ReaderWriterLock;
  readonly #queue: AppendQueue;
  readonly #watch: HeadWatch;
  #closing: Promise<void> | null = null;

  constructor(
    { tables, files, openingLock }: Readonly<{ tables: Tables; files: LogFiles; openingLock: ReaderWriterLock }>,
    folder: string,
    answerMs: number,
  ) {
    this.#tables = tables;
    this.#files = files;
    this.#openingLock = openingLock;
    this.#watch = new HeadWatch(() => headOf(tables), folder);
    this.#queue = new AppendQueue({
      tables,
      files,
      openingLock,
      answerMs,
      onCommit: () => this.#watch.committed(),
    });
  }

  async append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended> {
    this.#mustBeOpen();
    return this.#queue.append(stream, events, expectedRevision);
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    let next: number | null = Math.max(fromRevision, 0);
    for (let limit = FIRST_SLICE_EVENTS; next !== null; limit = SLICE_EVENTS) {
      this.#mustBeOpen();
      const slice = readSlice(this.#tables, stream, next, limit);
      yield* slice.events;
      next = slice.next;
      if (limit === SLICE_EVENTS && next !== null) await nextTurn();
    }
  }

  async *subscribe(fromPosition: number, streamPrefixes: readonly string[], signal: AbortSignal) {
    let position = fromPosition;
    let hasReportedCaughtUp = false;
    let reportedMs = performance.now();
    while (!signal.aborted) {
      this.#mustBeOpen();
      const batch = scan(this.#tables, position, streamPrefixes);
      const moved = batch.position > position;
      position = batch.position;
      const isReported = batch.caughtUp ? moved || !hasReportedCaughtUp : isLate(reportedMs);
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
    this.#files.check();
    return headOf(this.#tables);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#watch.close();
    // Closing would wait forever for a transaction that never ends; the folder is then closed by the end of the process.
    // Test: embeddedLog, "waits a bounded time for a process that holds the lock, and continues when it is released".
    if (!(await this.#queue.idle())) return this.#openingLock.abandon();
    await this.#tables.root.close();
    this.#openingLock.close();
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }
}

/** How often a scan without a match reports its position: a reader without a report gives up. */
const REPORT_EVERY_MS = 1_000;

function isLate(reportedMs: number): boolean {
  return performance.now() - reportedMs > REPORT_EVERY_MS;
}

/** Lets timers and sockets run between two slices. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
