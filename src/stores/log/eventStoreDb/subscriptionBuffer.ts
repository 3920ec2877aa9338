// One subscription of the client as a bounded queue that is read in batches. When it is full, the connection's flow control
// stops the server.
import type { AllStreamResolvedEvent, AllStreamSubscription, Position } from '@eventstore/db-client';
import type { Recorded } from '../../../domain/kernel/event.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { fromClient, approximateBytes, toNumber, toPosition } from './clientEvents.js';

/** `position`: how far the log was scanned, null when unknown; `caughtUp`: the server reached its end. */
export type BufferedEvents = Readonly<{ events: readonly Recorded[]; position: number | null; caughtUp: boolean }>;

/** A checkpoint or, with position null, `caughtUp`, due once `after` events have been read. */
type Mark = Readonly<{ after: number; position: number | null }>;

/** Bounds: the client's buffer of one subscription; a batch, whichever comes first. */
export const BUFFERED_EVENTS_MAX = 64;
const BATCH_EVENTS_MAX = 256;
const BATCH_BYTES_MAX = 2 * 1_048_576;

export class SubscriptionBuffer {
  readonly #subscription: AllStreamSubscription;
  readonly #marks: Mark[] = [];
  #checkpoints = 0;
  #readCount = 0;
  #failure: unknown = null;
  #wake: () => void = () => undefined;

  readonly #onClose: () => void;

  /** @param open passes on each checkpoint of the server to its parameter, which never throws */
  constructor(open: (onCheckpoint: (position: Position) => void) => AllStreamSubscription, onClose: () => void) {
    this.#onClose = onClose;
    this.#subscription = open((position) => this.#onCheckpoint(position));
    this.#subscription.on('readable', () => this.#wake());
    this.#subscription.on('caughtUp', () => this.#mark(null));
    // These listeners stay: a late error without a listener would end the process.
    this.#subscription.on('error', (error: unknown) => this.fail(error));
    this.#subscription.on('end', () => this.fail(new StoreUnavailable('The server ended the subscription')));
  }

  get isEmpty(): boolean {
    return this.#subscription.readableLength === 0 && this.#marks.length === 0;
  }

  /** The buffered events, up to the bounds or to `caughtUp`. */
  read(): BufferedEvents {
    const events: Recorded[] = [];
    let position: number | null = null;
    let sizeBytes = 0;
    while (events.length < BATCH_EVENTS_MAX && sizeBytes < BATCH_BYTES_MAX) {
      const mark = this.#nextMark();
      if (mark !== null) {
        if (mark.position === null) return { events, position, caughtUp: true };
        position = mark.position;
        continue;
      }
      const resolved = this.#subscription.read() as AllStreamResolvedEvent | null;
      if (resolved === null) break;
      this.#readCount += 1;
      if (resolved.event === undefined) continue;
      position = toPosition(resolved.event.position);
      const event = fromClient(resolved.event);
      if (event === null) continue;
      events.push(event);
      sizeBytes += approximateBytes(event.data);
    }
    return { events, position, caughtUp: false };
  }

  /**
   * Resolves with true once there is something to read or the server sent a checkpoint; with false after the time or when
   * aborted.
   * @throws the failure of the subscription, once all that came before it was read
   */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isEmpty) return true;
    if (this.#failure !== null) throw this.#failure as Error;
    if (signal.aborted) return false;
    // A stream that ended while nobody waited emits 'end' only once it is read again.
    this.#subscription.read(0);
    const checkpoints = this.#checkpoints;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener('abort', done, { once: true });
      this.#wake = done;
    });
    return !this.isEmpty || this.#failure !== null || this.#checkpoints !== checkpoints;
  }

  /** Makes `wait` throw; the first error counts. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  /**
   * Ends the call in any state and discards data that still arrives: the client never releases a stream that is destroyed
   * before its end, and its own `close` would wait for it forever.
   */
  close(): void {
    this.#subscription.removeAllListeners('readable');
    this.#subscription.on('data', () => undefined).resume();
    this.#subscription.unsubscribe().catch(() => undefined);
    this.#onClose();
  }

  /**
   * Ignores a checkpoint whose two halves differ: it is no event's position; the next one serves.
   * An error thrown here would stall the subscription silently (the client awaits this inside its stream).
   */
  #onCheckpoint({ commit, prepare }: Position): void {
    this.#checkpoints += 1;
    if (commit !== prepare) return this.#wake();
    try {
      this.#mark(toNumber(commit));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Events in the client's buffer came before the mark. */
  #mark(position: number | null): void {
    const after = this.#readCount + this.#subscription.readableLength;
    const last = this.#marks.at(-1);
    // Keeps only the last of adjacent checkpoints, so that there are fewer marks than events.
    if (last?.after === after && last.position !== null && position !== null) this.#marks.pop();
    this.#marks.push({ after, position });
    this.#wake();
  }

  #nextMark(): Mark | null {
    const first = this.#marks[0];
    if (first === undefined || first.after > this.#readCount) return null;
    this.#marks.shift();
    return first;
  }
}
