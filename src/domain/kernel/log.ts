// Port: the event log, one total order over all streams. Adapters: src/stores/log.
import type { DomainEvent, Metadata, Recorded } from './event.js';

/** The revision of a stream without events. */
export const NO_STREAM = -1;

/** Limit of one append: UTF-8 data and metadata plus twice each type's length (EventStoreDB's default). */
export const APPEND_BYTES_MAX = 1_048_576;

/**
 * An event to append. `id` is a random lower-case UUID: repeating an append with the same ids and expected
 * revision returns the first result. `data` is a plain JSON object, or for a part the UTF-8 bytes of its JSON
 * text, which are also read back as a `Uint8Array`.
 */
export type NewEvent = DomainEvent & Readonly<{ id: string; metadata: Metadata }>;

/** What one append adds to one stream. `expectedRevision`: the stream's last revision, or NO_STREAM. */
export type StreamAppend = Readonly<{ stream: string; events: readonly NewEvent[]; expectedRevision: number }>;

/**
 * A stale expected revision is a result, not an error; `actual` is of the first stream where it was stale.
 * `revision` and `position` are of the last event written.
 */
export type Appended =
  Readonly<{ ok: true; revision: number; position: number }> | Readonly<{ ok: false; actual: number }>;

/**
 * Matching events in log order. `position` is how far the log was scanned and may be stored as a checkpoint;
 * `caughtUp`: the end of the log was reached.
 */
export type Batch = Readonly<{ events: readonly Recorded[]; position: number; caughtUp: boolean }>;

export type EventLog = Readonly<{
  /**
   * Durable once resolved. All events for one stream are stored or none. The last entry holds the fact and is
   * stored only with all before it, which count for nothing without it: the embedded log then stores none,
   * EventStoreDB may store some. A stream may be named again, at the revision after the entry before.
   * @throws AppendTooLarge for an entry above APPEND_BYTES_MAX. After any other rejection the outcome is unknown:
   *   read the stream
   */
  append(appends: readonly StreamAppend[]): Promise<Appended>;

  /** Events of one stream from a revision on (inclusive). A missing stream is empty. */
  read(stream: string, fromRevision: number): AsyncIterable<Recorded>;

  /**
   * All events after a position (exclusive; 0 is before the first) of streams with one of the prefixes, then new
   * ones until the signal aborts. At the end of the log yields a batch with `caughtUp`, possibly empty. Throws
   * when the store becomes unreachable; the caller resubscribes from its checkpoint.
   */
  subscribe(fromPosition: number, streamPrefixes: readonly string[], signal: AbortSignal): AsyncIterable<Batch>;

  /** The position of the last event in the log, 0 when it is empty. */
  head(): Promise<number>;

  /** The state of its servers; absent for a log without servers. */
  servers?(): LogServersStatus;

  close(): Promise<void>;
}>;

/** An append above APPEND_BYTES_MAX; nothing was stored. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}

/** What was read before: an event, or the position of the log's end. Plain data, so that threads can send it. */
export type Lost =
  Readonly<{ stream: string; revision: number; id: string | null }> | Readonly<{ position: number }>;

/**
 * An event that was read before is not in the log any more, or another one is in its place: the log was restored
 * to an earlier state, emptied or replaced, or a node of it answers with old data.
 */
export class LogWentBack extends Error {
  override readonly name = 'LogWentBack';
  constructor(readonly lost: Lost) {
    super(
      'position' in lost
        ? `The log, read up to position ${lost.position} before, ends earlier`
        : `Event ${lost.revision} of ${lost.stream}, read before, is no longer in the log`,
    );
  }
}

/** An event cannot be read: damaged, missing, or written by a newer version of this program. Do not retry. */
export class EventUnreadable extends Error {
  override readonly name: string = 'EventUnreadable';
}

/** An event in the log's order is missing, unreadable or belongs to another stream or revision. */
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

// What is wrong with the servers of the log, as tagged data; the sentences are in src/messages/stores.ts.

/** `node` is `host:port`. */
export type LogServersProblem =
  | Readonly<{ is: 'HostNotFound'; node: string }>
  | Readonly<{ is: 'Unreachable'; node: string }>
  /** The cluster names a leader at an address that cannot be reached from here. */
  | Readonly<{ is: 'AdvertisedUnreachable'; node: string }>
  | Readonly<{ is: 'NoLeader' }>
  | Readonly<{ is: 'NoAnswer'; node: string }>
  | Readonly<{ is: 'NotSecure'; node: string }>
  | Readonly<{ is: 'Secure'; node: string }>
  | Readonly<{ is: 'AuthorityUnknown'; node: string }>
  | Readonly<{ is: 'CertificateOfAnother'; node: string }>
  | Readonly<{ is: 'CertificateExpired'; node: string; since: string }>
  | Readonly<{ is: 'PasswordWrong'; user: string }>
  | Readonly<{ is: 'UserMissing' }>
  /** The user may not read all events, or not write a stream. */
  | Readonly<{ is: 'RightsMissing'; user: string }>;

export type LogServersStatus = Readonly<{
  /** Null while calls are answered; empty while the cause is unknown. */
  problems: readonly LogServersProblem[] | null;
  /** Days until the first server certificate expires; null without TLS, and before it was read. */
  certificateDays: number | null;
  isOneOfCluster: boolean;
}>;

const REFUSALS: readonly LogServersProblem['is'][] = [
  'NotSecure',
  'Secure',
  'AuthorityUnknown',
  'CertificateOfAnother',
  'CertificateExpired',
  'PasswordWrong',
  'UserMissing',
  'RightsMissing',
];

/** Whether only a change of configuration, certificate or access list can help. */
export function isRefusal({ problems }: LogServersStatus): boolean {
  return problems !== null && problems.length > 0 && problems.every(({ is }) => REFUSALS.includes(is));
}

export function withAppend(log: EventLog, append: EventLog['append']): EventLog {
  return {
    append,
    read: (...call) => log.read(...call),
    subscribe: (...call) => log.subscribe(...call),
    head: () => log.head(),
    close: () => log.close(),
  };
}
