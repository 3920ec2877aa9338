// A subscription of the port, implemented by successive subscriptions of the server. It sends a checkpoint after
// each window of events scanned, never by time: so a reader catches up with a wide window and goes on with one of
// one event, and its position stays near the head although nothing matches. The end does not depend on matches:
// the head is read before the subscription begins, and the server reports when it is live. A 23.10 server resumes
// after a position by taking the first match within the window as the position, and skips it: so a wide window
// begins only at the log's start or at a match.
import {
  streamNameFilter,
  type AllStreamSubscription,
  type Position,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { nextTurn } from '../../../runtime/turns.js';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { Batch } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeError.js';
import type { Connection } from './connection.js';
import { bytesOf, fromClient, kindOf, toNumber, toOurs, type ClientEvent } from './conversions.js';

/** `silenceMs`: after so long without events or checkpoints the head is read: is the reader behind? */
type Source = Readonly<{ connection: Connection; prefixes: readonly string[]; silenceMs: number }>;
/** `match`: position of the last event yielded, or 0; `toldAt`: where `caughtUp` was last reported. */
type Progress = { position: number; match: number; toldAt: number };

const WIDE = 128;
/** After so many a subscription that is behind is restarted: a node that stopped leading may stay silent. */
const SILENCES_MAX = 2;
const BUFFERED_EVENTS_MAX = 64;
const BATCH_EVENTS_MAX = 256;
const BATCH_BYTES_MAX = 2 * 1_048_576;

/** @throws StoreUnavailable, and the error of the subscription */
export async function* follow(source: Source, from: number, signal: AbortSignal): AsyncGenerator<Batch, void> {
  const at: Progress = { position: from, match: 0, toldAt: -1 };
  while (!signal.aborted) {
    const before = at.position;
    try {
      yield* run(source, at, signal);
    } catch (error) {
      // The server ended it because its reader was too slow.
      if (kindOf(error).type !== 'timeout' || at.position === before) throw error;
    }
  }
}

/** One subscription of the server; a wide one ends with what there was. */
async function* run(source: Source, at: Progress, signal: AbortSignal): AsyncGenerator<Batch, void> {
  const askHead = () => unlessAborted(signal, readHead(source.connection));
  const head = await askHead();
  if (head === undefined) return;
  const isWide = at.toldAt < 0 && at.position === at.match;
  const buffer = new SubscriptionBuffer(source, at.position, isWide ? WIDE : 1);
  let isLive = false;
  let silences = 0;
  try {
    while (silences < SILENCES_MAX) {
      if (await unlessAborted(signal, buffer.wait(source.silenceMs))) silences = 0;
      else if (!signal.aborted && ((await askHead()) ?? 0) > at.position) silences += 1;
      if (signal.aborted) return;
      await nextTurn(); // what arrived with the first event joins its batch
      const { events, position, caughtUp } = buffer.read();
      at.match = events.at(-1)?.position ?? at.match;
      at.position = Math.max(at.position, position, caughtUp ? head : 0);
      isLive ||= caughtUp;
      const batch = { events, position: at.position, caughtUp: isLive && buffer.isEmpty };
      if (events.length > 0 || (batch.caughtUp && at.toldAt !== batch.position)) {
        if (batch.caughtUp) at.toldAt = batch.position;
        yield batch;
      }
      if (signal.aborted || (caughtUp && isWide)) return;
    }
  } finally {
    buffer.close();
  }
}

/** One subscription, read in batches. While nobody reads, the connection's flow control stops the server. */
class SubscriptionBuffer {
  readonly #subscription: AllStreamSubscription;
  #readCount = 0;
  /** The newest checkpoint, and `caughtUp`: due once so many events have been read. */
  #checkpoint = { after: Infinity, position: 0 };
  #caughtUpAfter = Infinity;
  #failure: Error | null = null;
  #wake = (): void => undefined;
  readonly #followers: Connection['followers'];
  readonly #fail = (error: Error): void => {
    this.#failure ??= error;
    this.#wake();
  };

  constructor({ connection, prefixes }: Source, from: number, window: number) {
    const arrivedCount = () => this.#readCount + this.#subscription.readableLength;
    const scan = {
      maxSearchWindow: window,
      // Where the two differ is no event: the next one serves. An error would stall the subscription silently.
      checkpointReached: (_: unknown, { commit, prepare }: Position) => {
        if (commit === prepare) this.#checkpoint = { after: arrivedCount(), position: Number(commit) };
        this.#wake();
      },
    };
    const filter = prefixes.includes('')
      ? streamNameFilter({ regex: '^[^$]', ...scan })
      : streamNameFilter({ prefixes: [...prefixes], ...scan });
    const fromPosition = from === 0 ? ('start' as const) : { commit: BigInt(from), prepare: BigInt(from) };
    const client = connection.client();
    // A follower may lag behind the leader's head and still report that it caught up.
    const options = { fromPosition, filter, requiresLeader: true };
    // The listeners of 'error' and 'end' stay: a late error without a listener would end the process.
    this.#followers = connection.followers.add(this.#fail);
    this.#subscription = client.subscribeToAll(options, { highWaterMark: BUFFERED_EVENTS_MAX });
    this.#subscription.on('readable', () => this.#wake());
    this.#subscription.on('caughtUp', () => {
      this.#caughtUpAfter = arrivedCount();
      this.#wake();
    });
    this.#subscription.on('end', () => this.#fail(new StoreUnavailable('The subscription was ended')));
    this.#subscription.on('error', (error: Error) => {
      connection.noteFailure(client, toOurs('Subscribing', error));
      this.#fail(error);
    });
  }

  get isEmpty(): boolean {
    const due = Math.min(this.#checkpoint.after, this.#caughtUpAfter);
    return due === Infinity && this.#subscription.readableLength === 0;
  }

  /** The buffered events, up to the bounds or `caughtUp`. `position`: scanned up to there, 0 when unknown. */
  read(): Batch {
    const events: Recorded[] = [];
    let position = 0;
    let sizeBytes = 0;
    while (events.length < BATCH_EVENTS_MAX && sizeBytes < BATCH_BYTES_MAX) {
      if (this.#checkpoint.after <= this.#readCount) {
        position = Math.max(position, this.#checkpoint.position);
        this.#checkpoint.after = Infinity;
      }
      if (this.#caughtUpAfter <= this.#readCount) {
        this.#caughtUpAfter = Infinity;
        return { events, position, caughtUp: true };
      }
      const resolved = this.#subscription.read() as { event?: ClientEvent } | null;
      if (resolved === null) break;
      this.#readCount += 1;
      if (resolved.event === undefined) continue;
      position = toNumber(resolved.event.position?.commit);
      const event = fromClient(resolved.event);
      if (event === null) continue;
      events.push(event);
      sizeBytes += bytesOf(event.data);
    }
    return { events, position, caughtUp: false };
  }

  /** Whether anything came within the time. @throws the subscription's failure, once all before it was read */
  async wait(timeoutMs: number): Promise<boolean> {
    if (!this.isEmpty) return true;
    if (this.#failure !== null) throw this.#failure;
    this.#subscription.read(0); // one that ended while nobody waited emits 'end' only once it is read again
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, false);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Discards data that still arrives: the client never releases a stream that is destroyed before its end. */
  close(): void {
    this.#followers.delete(this.#fail);
    this.#wake();
    this.#subscription.removeAllListeners('readable').resume();
    this.#subscription.unsubscribe().catch(() => undefined);
  }
}

/** The promise's value, or undefined once the signal aborts; a late error is swallowed. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', stop));
}

// Reads a stream page by page, each page a call of its own: no call stays open while the reader is busy.

/** `next` is the revision to go on from, null at the end of the stream. */
export type Page = Readonly<{ events: readonly Recorded[]; next: number | null }>;

const PAGE_EVENTS = 512;
const PAGE_BYTES = 4 * 1_048_576;
/** About 3 s: long enough for a restart. */
const REPEATS = { retries: 7 };
/** A cancelled read ends as at the end of the stream: only once nobody waits for it. */
const CANCEL_MS = 1_000;

export async function readPage(connection: Connection, stream: string, from: number): Promise<Page> {
  const options = { fromRevision: BigInt(from), maxCount: PAGE_EVENTS, requiresLeader: true };
  return connection.call(`Reading ${stream}`, REPEATS, async (client, timeoutMs) => {
    const { read, isFull } = await take(client.readStream(stream, options), timeoutMs, connection.resetSilence);
    const events = read.flatMap(({ event }) => (event && fromClient(event)) ?? []);
    return { events, next: isFull ? toNumber(read.at(-1)?.event?.revision) + 1 : null };
  });
}

/** The position of the log's last event, of any writer; 0 when it is empty. */
export async function readHead(connection: Connection): Promise<number> {
  const options = { direction: 'backwards', fromPosition: 'end', maxCount: 1, requiresLeader: true } as const;
  return connection.call('Asking for the head', REPEATS, async (client, timeoutMs) => {
    const { read } = await take(client.readAll(options), timeoutMs, connection.resetSilence);
    return toNumber(read[0]?.event?.position?.commit ?? 0);
  });
}

/** Reads until the end, or a page. A missing stream is empty. The client releases only reads cancelled. */
async function take<E extends ResolvedEvent>(events: StreamingRead<E>, timeoutMs: number, heard: () => void) {
  const cancel = () => void events.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, timeoutMs + CANCEL_MS).unref();
  events.on('error', () => undefined); // a late error without a listener would end the process
  const batch: E[] = [];
  let sizeBytes = 0;
  try {
    for await (const event of events as AsyncIterable<E>) {
      heard();
      batch.push(event);
      sizeBytes += bytesOf(event.event?.data ?? {});
      if (sizeBytes >= PAGE_BYTES) break;
    }
  } catch (error) {
    if (kindOf(error).type !== 'stream-not-found') throw error;
  } finally {
    clearTimeout(timer);
    cancel();
  }
  return { read: batch, isFull: batch.length === PAGE_EVENTS || sizeBytes >= PAGE_BYTES };
}
