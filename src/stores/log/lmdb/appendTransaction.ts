// One write transaction: decides, append by append, what each becomes, and writes what is new. Everything here runs
// synchronously while this process alone may write, so what it reads is the log's newest state.
import type { Database, Key as LmdbKey, PutOptions } from 'lmdb';
import { NO_STREAM, type Appended } from '../../../domain/kernel/log.js';
import type { PreparedEvent } from './appendChecks.js';
import { encodeIndexEntry, LogDamaged, REVISION_END, stamp, type StoredEvent, type Tables } from './layout.js';

export type PendingAppend = Readonly<{
  stream: string;
  events: readonly PreparedEvent[];
  expectedRevision: number;
}>;

/** Numbers of streams met lately. */
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

  /** Numbers of the streams met, to be remembered once the transaction is committed. */
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

  /** The same ids right after the same expected revision: the append was already made, and its answer got lost. */
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

/** @throws LogDamaged when the key is there already: the transaction must not be committed */
function putNew<Value, Key extends LmdbKey>(
  table: Database<Value, Key>,
  key: Key,
  value: Value,
  how: PutOptions = { noOverwrite: true },
): void {
  // Inside a transaction lmdb-js answers whether the value was written, though its types do not tell.
  const written = table.putSync(key, value, how) as unknown;
  if (written !== true) throw new LogDamaged(`An event would overwrite another: ${String(key)}`);
}
