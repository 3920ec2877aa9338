// The log on lmdb: one folder, any number of processes and threads at once, durable before acknowledged.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Appended, EventLog, NewEvent } from '../../../domain/kernel/log.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import { ReaderWriterLock } from '../../sqlite/readerWriterLock.js';
import { AppendQueue } from './appendQueue.js';
import { LogClosed } from '../logClosed.js';
import { openTables, recorded, REVISION_END, type StoredEvent, type Tables } from './layout.js';
import { Watch } from './watch.js';
import { scan } from './subscription.js';

export type EmbeddedLogOptions = Readonly<{
  /** How often to look whether other processes appended something, while somebody waits for it. */
  pollMs?: number;
  /** How long an append may wait for the lock and the disk before its fate counts as unknown. */
  answerMs?: number;
}>;

const POLL_MS = 20;
const ANSWER_MS = 10_000;
/** One slice of a stream: what is decoded before others get their turn. The first is short: often one event is wanted. */
const FIRST_SLICE_EVENTS = 32;
const SLICE_EVENTS = 512;
const SLICE_BYTES = 1_048_576;

/**
 * Opens, or creates, the log in a folder of its own. Nobody commits meanwhile: lmdb before ITS#9496 (lmdb-js 3.5.6) notes
 * the newest commit anew whenever the folder is opened, and a commit made at that moment would be overwritten by the next.
 */
export async function openEmbeddedLog(folder: string, options: EmbeddedLogOptions = {}): Promise<EventLog> {
  mkdirSync(folder, { recursive: true });
  const openingLock = new ReaderWriterLock(join(folder, 'openings.lock'));
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
  readonly #watch: Watch;
  #closing: Promise<void> | null = null;

  constructor(tables: Tables, openingLock: ReaderWriterLock, options: Required<EmbeddedLogOptions>) {
    this.#tables = tables;
    this.#openingLock = openingLock;
    this.#watch = new Watch(() => head(tables), options.pollMs);
    this.#queue = new AppendQueue(tables, openingLock, options.answerMs, () => this.#watch.look());
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
    for (let told = false; !signal.aborted;) {
      this.#mustBeOpen();
      const batch = scan(this.#tables, position, streamPrefixes);
      const moved = batch.position > position;
      position = batch.position;
      if (batch.events.length > 0 || (batch.caughtUp && (moved || !told))) {
        told ||= batch.caughtUp;
        yield batch;
      }
      if (signal.aborted) return;
      if (batch.caughtUp) await this.#watch.beyond(position, signal);
      else await nextTurn();
    }
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    return head(this.#tables);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#watch.close();
    // lmdb-js would wait for ever for a transaction that never ends: then the end of the process closes the folder.
    if (!(await this.#queue.idle())) return this.#openingLock.abandon();
    await this.#tables.root.close();
    this.#openingLock.close();
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }
}

/** The position of the newest durable event, of whichever process. */
function head(tables: Tables): number {
  tables.root.resetReadTxn();
  for (const position of tables.index.getKeys({ reverse: true, limit: 1 })) return position;
  return 0;
}

/** `next` is the revision to go on from, null at the end of the stream. */
function readSlice(
  tables: Tables,
  stream: string,
  from: number,
  limit: number,
): { events: Recorded[]; next: number | null } {
  tables.root.resetReadTxn(); // lmdb-js keeps one snapshot per turn: what was acknowledged since must be seen
  const number = tables.streams.get(stream);
  const events: Recorded[] = [];
  if (number === undefined) return { events, next: null };
  let sizeBytes = 0;
  const range = { start: [number, from] as [number, number], end: [number, REVISION_END] as [number, number] };
  for (const { key, value } of tables.events.getRange({ ...range, limit })) {
    const stored = value as StoredEvent;
    events.push(recorded(stream, key[1], stored));
    sizeBytes += stored.sizeBytes;
    if (sizeBytes >= SLICE_BYTES) break;
  }
  const last = events.at(-1);
  const more = last !== undefined && (events.length === limit || sizeBytes >= SLICE_BYTES);
  return { events, next: more ? last.revision + 1 : null };
}

/** Lets timers and sockets have their turn between two slices. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
