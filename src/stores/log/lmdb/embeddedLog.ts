// The log on lmdb: one folder, any number of processes and threads at once, durable before acknowledged.
import { mkdirSync } from 'node:fs';
import type { Appended, EventLog, NewEvent } from '../../../domain/kernel/log.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { AppendQueue } from './appendQueue.js';
import { LogClosed } from '../logClosed.js';
import { HeadWatch } from './headWatch.js';
import { openingLockOf } from './lmdbQuirks.js';
import { FIRST_SLICE_EVENTS, headOf, readSlice, scan, SLICE_EVENTS } from './reads.js';
import { openTables, type Tables } from './tables.js';

export type EmbeddedLogOptions = Readonly<{
  /** How often the head is polled for appends of other processes while a subscriber waits. */
  pollMs?: number;
  /** How long an append may wait for the lock and the disk before its outcome counts as unknown. */
  answerMs?: number;
}>;

const POLL_MS = 20;
const ANSWER_MS = 10_000;

/** Opens, or creates, the log in a folder of its own. */
export async function openEmbeddedLog(folder: string, options: EmbeddedLogOptions = {}): Promise<EventLog> {
  mkdirSync(folder, { recursive: true });
  const openingLock = openingLockOf(folder);
  try {
    const tables = await openingLock.exclusive(() => openTables(folder));
    return new EmbeddedLog(tables, openingLock, { pollMs: POLL_MS, answerMs: ANSWER_MS, ...options });
  } catch (error) {
    openingLock.close();
    throw error;
  }
}

class EmbeddedLog implements EventLog {
  readonly #tables: Tables;
  readonly #openingLock: ReaderWriterLock;
  readonly #queue: AppendQueue;
  readonly #watch: HeadWatch;
  #closing: Promise<void> | null = null;

  constructor(tables: Tables, openingLock: ReaderWriterLock, options: Required<EmbeddedLogOptions>) {
    this.#tables = tables;
    this.#openingLock = openingLock;
    this.#watch = new HeadWatch(() => headOf(tables), options.pollMs);
    this.#queue = new AppendQueue(tables, openingLock, options.answerMs, () => this.#watch.check());
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
    while (!signal.aborted) {
      this.#mustBeOpen();
      const batch = scan(this.#tables, position, streamPrefixes);
      const moved = batch.position > position;
      position = batch.position;
      if (batch.events.length > 0 || (batch.caughtUp && (moved || !hasReportedCaughtUp))) {
        hasReportedCaughtUp ||= batch.caughtUp;
        yield batch;
      }
      if (signal.aborted) return;
      if (batch.caughtUp) await this.#watch.waitBeyond(position, signal);
      else await nextTurn();
    }
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    return headOf(this.#tables);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#watch.close();
    // Closing waits without end for a transaction that never ends; the end of the process closes the folder then.
    // Test: embeddedLog, "waits only so long for a process that holds the lock, and works on when it lets go".
    if (!(await this.#queue.idle())) return this.#openingLock.abandon();
    await this.#tables.root.close();
    this.#openingLock.close();
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }
}

/** Between two slices timers and sockets get their turn. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
