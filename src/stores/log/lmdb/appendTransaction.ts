// The writes of one transaction: decides the result of each append and writes its new events. Runs synchronously under
// the write lock, so what it reads is the log's newest state.
import { NO_STREAM, type Appended } from '../../../domain/kernel/log.js';
import { putNew } from './lmdbQuirks.js';
import { encodeIndexEntry, stamp, type StoredEvent } from './records.js';
import { REVISION_END, type Tables } from './tables.js';

export type PendingAppend = Readonly<{
  stream: string;
  /** Encoded, without their positions. */
  events: readonly Readonly<{ id: string; record: Buffer }>[];
  expectedRevision: number;
}>;

/** Cached numbers of streams. */
type KnownNumbers = Readonly<{ get(stream: string): number | undefined }>;
type StreamEnd = { number: number; revision: number; position: number };

export class AppendTransaction {
  readonly #tables: Tables;
  readonly #knownNumbers: KnownNumbers;
  readonly #ends = new Map<string, StreamEnd | null>();
  #head: number;

  constructor(tables: Tables, knownNumbers: KnownNumbers) {
    this.#tables = tables;
    this.#knownNumbers = knownNumbers;
    this.#head = lastKey(tables);
  }

  apply(append: PendingAppend): Appended {
    const end = this.#endOf(append.stream);
    const actual = end?.revision ?? NO_STREAM;
    if (actual === append.expectedRevision) return this.#write(append, end);
    return (end && this.#earlierResult(append, end)) ?? { ok: false, actual };
  }

  /** Numbers of the streams touched, to be cached once the transaction is committed. */
  *numbers(): Iterable<[string, number]> {
    for (const [stream, end] of this.#ends) if (end !== null) yield [stream, end.number];
  }

  #write(append: PendingAppend, end: StreamEnd | null): Appended {
    const { streams, events, index } = this.#tables;
    const { stream } = append;
    const number = end?.number ?? this.#head + 1;
    let revision = append.expectedRevision;
    if (revision + append.events.length >= REVISION_END) throw new RangeError(`${stream} has no revision left`);
    if (end === null) putNew(streams, stream, number);
    for (const { record } of append.events) {
      revision += 1;
      this.#head += 1;
      stamp(record, this.#head);
      putNew(events, [number, revision], record);
      putNew(index, this.#head, encodeIndexEntry({ number, revision, stream }), { append: true });
    }
    this.#ends.set(stream, { number, revision, position: this.#head });
    return { ok: true, revision, position: this.#head };
  }

  /** The same ids directly after the same expected revision: the append was stored before and its answer lost. */
  #earlierResult(append: PendingAppend, end: StreamEnd): Appended | null {
    const { expectedRevision, events } = append;
    const revision = expectedRevision + events.length;
    if (revision > end.revision) return null;
    let position = 0;
    for (const [offset, event] of events.entries()) {
      const stored = this.#tables.events.get([end.number, expectedRevision + 1 + offset]) as
        StoredEvent | undefined;
      if (stored?.id !== event.id) return null;
      position = stored.position;
    }
    return { ok: true, revision, position };
  }

  #endOf(stream: string): StreamEnd | null {
    const known = this.#ends.get(stream);
    if (known !== undefined) return known;
    const end = this.#readEnd(stream);
    this.#ends.set(stream, end);
    return end;
  }

  #readEnd(stream: string): StreamEnd | null {
    const number = this.#knownNumbers.get(stream) ?? this.#tables.streams.get(stream);
    if (number === undefined) return null;
    const range = {
      start: [number, REVISION_END] as [number, number],
      end: [number - 1, REVISION_END] as [number, number],
    };
    for (const [, revision] of this.#tables.events.getKeys({ ...range, reverse: true, limit: 1 }))
      return { number, revision, position: 0 };
    return null;
  }
}

function lastKey(tables: Tables): number {
  for (const position of tables.index.getKeys({ reverse: true, limit: 1 })) return position;
  return 0;
}
