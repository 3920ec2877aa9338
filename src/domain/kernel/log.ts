// The port of the one ordered log of events in streams, the only truth. Types and constants only.
import type { DomainEvent, Metadata, Recorded } from './event.js';

/** The revision a stream has before its first event. */
export const NO_STREAM = -1;

/** The most one append may carry: data and metadata in UTF-8 and twice each type's length (EventStoreDB's default). */
export const APPEND_BYTES_MAX = 1_048_576;

/**
 * An event ready to be appended. `id` is a lower-case UUID, random per decision: an append repeated with the same ids
 * and the same expected revision answers the first result. A part's data is the ready UTF-8 bytes of its JSON text;
 * it is read back as a `Uint8Array`. Any other data is a plain JSON object.
 */
export type NewEvent = DomainEvent & Readonly<{ id: string; metadata: Metadata }>;

/** A stale expected revision is an answer, not an error. `revision` and `position` are those of the last event written. */
export type Appended =
  Readonly<{ ok: true; revision: number; position: number }> | Readonly<{ ok: false; actual: number }>;

/**
 * What a subscriber gets: matching events in log order, and how far the log was scanned to find them.
 * `position` is safe to store as a checkpoint. `caughtUp` tells that the end of the log, as of now, was reached.
 */
export type Batch = Readonly<{ events: readonly Recorded[]; position: number; caughtUp: boolean }>;

export type EventLog = Readonly<{
  /**
   * Durable once resolved. Several events of one call are stored together or not at all.
   * @param expectedRevision the stream's last revision, or NO_STREAM
   * @throws AppendTooLarge above APPEND_BYTES_MAX; any other rejection means “unknown”: look before deciding again
   */
  append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended>;

  /** Events of one stream in order, from a revision on (inclusive). A stream that does not exist is empty. */
  read(stream: string, fromRevision: number): AsyncIterable<Recorded>;

  /**
   * Every event after a position (exclusive; 0 is before the first) whose stream starts with one of the prefixes,
   * then those to come, until the signal aborts. At the end of the log a batch with `caughtUp` is always yielded,
   * also an empty one. Throws when the store goes away; the caller resubscribes from its checkpoint.
   */
  subscribe(fromPosition: number, streamPrefixes: readonly string[], signal: AbortSignal): AsyncIterable<Batch>;

  /** The position of the last event in the log, 0 when it is empty. */
  head(): Promise<number>;

  close(): Promise<void>;
}>;

/** One append was larger than APPEND_BYTES_MAX; nothing was stored. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}

/** An event is there and cannot be read: damaged, gone, or of a newer version of this program. Retrying changes nothing. */
export class EventUnreadable extends Error {
  override readonly name: string = 'EventUnreadable';
}

/** An event that the log's order names is gone, unreadable or of another place: nothing may be built on it. */
export class EventDamaged extends EventUnreadable {
  override readonly name = 'EventDamaged';
  constructor(
    readonly stream: string,
    readonly revision: number,
    readonly position: number,
    options?: ErrorOptions,
  ) {
    super(`Event ${revision} of ${stream}, position ${position}, is damaged`, options);
  }
}
