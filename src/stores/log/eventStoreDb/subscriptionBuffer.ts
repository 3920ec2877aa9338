// One running subscription of the client as a bounded queue: what came is taken in batches, and as long as nobody takes,
// the connection's flow control holds the server back.
import type { AllStreamResolvedEvent, AllStreamSubscription, Position } from '@eventstore/db-client';
import type { Recorded } from '../../../domain/kernel/event.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { fromClient, roughBytes, toNumber, toPosition } from './clientEvents.js';

/** `position` is how far the log was scanned, null when nothing is known; `caughtUp`: the server reached its end. */
export type Taken = Readonly<{ events: readonly Recorded[]; position: number | null; caughtUp: boolean }>;

/** What the server told between two events, to be told on after the event before it was taken. */
type Mark = Readonly<{ after: number; position: number | null }>;

/** What the client buffers of one subscription, and a batch's bounds: whichever comes first. */
export const BUFFERED_EVENTS_MAX = 64;
const BATCH_EVENTS_MAX = 256;
const BATCH_BYTES_MAX = 2 * 1_048_576;

export class Feed {
  readonly #subscription: AllStreamSubscription;
  readonly #marks: Mark[] = [];
  #signs = 0;
  #taken = 0;
  #failure: unknown = null;
  #wake: () => void = () => undefined;

  readonly #onClose: () => void;

  /** @param open gets a function to be called at each of the server's checkpoints; it never throws */
  constructor(open: (onCheckpoint: (position: Position) => void) => AllStreamSubscription, onClose: () => void) {
    this.#onClose = onClose;
    this.#subscription = open((position) => this.#onCheckpoint(position));
    this.#subscription.on('readable', () => this.#wake());
    this.#subscription.on('caughtUp', () => this.#mark(null));
    // These listeners stay for good: an error without a listener would end the process, however late it comes.
    this.#subscription.on('error', (error: unknown) => this.fail(error));
    this.#subscription.on('end', () => this.fail(new StoreUnavailable('The server ended the subscription')));
  }

  get isEmpty(): boolean {
    return this.#subscription.readableLength === 0 && this.#marks.length === 0;
  }

  /** What there is now, up to the bounds or to the server's word that its end was reached. */
  take(): Taken {
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
      this.#taken += 1;
      if (resolved.event === undefined) continue;
      position = toPosition(resolved.event.position);
      const event = fromClient(resolved.event);
      if (event === null) continue;
      events.push(event);
      sizeBytes += roughBytes(event.data);
    }
    return { events, position, caughtUp: false };
  }

  /**
   * Resolves with true once there is something to take, or the server told at least that it is at work; with false
   * after the time or when aborted.
   * @throws the failure of the subscription, once all that came before it was taken
   */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (!this.isEmpty) return true;
    if (this.#failure !== null) throw this.#failure as Error;
    if (signal.aborted) return false;
    const signs = this.#signs;
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
    return !this.isEmpty || this.#failure !== null || this.#signs !== signs;
  }

  /** Ends the waiting with an error; the first one counts. */
  fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  /**
   * Ends the call on the connection, whatever its state. What still comes is let through to nowhere: a stream that is
   * destroyed half read is never given up by the client, which then waits for it for ever when it is closed itself.
   */
  close(): void {
    this.#subscription.removeAllListeners('readable');
    this.#subscription.on('data', () => undefined).resume();
    this.#subscription.unsubscribe().catch(() => undefined);
    this.#onClose();
  }

  /**
   * A checkpoint whose two halves differ is no event's place (the server names the one it has yet to look at) and is
   * left out: the next one will do.
   * An error thrown here would stall the subscription without a word (the client awaits this inside its stream).
   */
  #onCheckpoint({ commit, prepare }: Position): void {
    this.#signs += 1;
    if (commit !== prepare) return this.#wake();
    try {
      this.#mark(toNumber(commit));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Events that wait in the client's buffer came before the mark. */
  #mark(position: number | null): void {
    const after = this.#taken + this.#subscription.readableLength;
    const last = this.#marks.at(-1);
    // Checkpoints right after each other say no more than the last: so that marks stay fewer than events.
    if (last?.after === after && last.position !== null && position !== null) this.#marks.pop();
    this.#marks.push({ after, position });
    this.#wake();
  }

  #nextMark(): Mark | null {
    const first = this.#marks[0];
    if (first === undefined || first.after > this.#taken) return null;
    this.#marks.shift();
    return first;
  }
}
