// Reads a stream page by page, each page a call of its own: no call stays open while the reader is busy, so readers do not
// block each other on the connection.
import type { ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import type { LimitFunction } from 'p-limit';
import pRetry from 'p-retry';
import type { Recorded } from '../../../domain/kernel/event.js';
import { within } from './calls.js';
import { fromClient, approximateBytes, toNumber, toPosition } from './clientEvents.js';
import type { LeaderConnection } from './connection/leaderConnection.js';
import type { NodeConnection } from './connection/nodeConnection.js';
import { isStreamMissing, mayRepeat, toOurs } from './errors.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';

/** `next` is the revision to go on from, null at the end of the stream. */
export type Page = Readonly<{ events: readonly Recorded[]; next: number | null }>;

const PAGE_EVENTS = 512;
const PAGE_BYTES = 4 * 1_048_576;
/** Retries of a failed read, long enough for a change of leader or a restart. */
const REPEATS = { retries: 5, minTimeout: 50, maxTimeout: 1_000, factor: 2, randomize: true, maxRetryTime: 3_000 };

type Client = NodeConnection['client'];
/** @param take returns false to stop */
type Take = <Event>(read: StreamingRead<Event>, take: (event: Event) => boolean) => Promise<void>;

export class PageReader {
  readonly #leader: LeaderConnection;
  readonly #limit: LimitFunction;
  readonly #timeoutMs: number;

  /** @param limit bounds the concurrent reads on the connection */
  constructor(leader: LeaderConnection, limit: LimitFunction, timeoutMs: number) {
    this.#leader = leader;
    this.#limit = limit;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws StoreUnavailable */
  page(stream: string, fromRevision: number): Promise<Page> {
    const read = (client: Client) =>
      client.readStream(stream, {
        fromRevision: BigInt(fromRevision),
        maxCount: PAGE_EVENTS,
        requiresLeader: true,
      });
    return this.#repeat(`Reading ${stream}`, async (client, take) => {
      const page = new PageUnderWay();
      try {
        await take(read(client), ({ event }) => page.add(event));
      } catch (error) {
        if (!isStreamMissing(error)) throw error;
      }
      return page.done();
    });
  }

  /** The position of the log's last event, of any writer; 0 when it is empty. */
  head(): Promise<number> {
    const read = (client: Client) =>
      client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1, requiresLeader: true });
    return this.#repeat('Asking for the head', async (client, take) => {
      let position = 0;
      await take(read(client), ({ event }) => {
        if (event !== undefined) position = toPosition(event.position);
        return true;
      });
      return position;
    });
  }

  /** One time limit covers the wait for the connection and every repetition. */
  async #repeat<T>(what: string, attempt: (client: Client, take: Take) => Promise<T>): Promise<T> {
    const deadlineMs = performance.now() + this.#timeoutMs;
    const once = () =>
      this.#limit(() => {
        const leftMs = Math.floor(deadlineMs - performance.now());
        if (leftMs <= 0) throw new StoreUnavailable(`${what}: no place on the connection in time`);
        return this.#leader.run(({ client }, heard) =>
          attempt(client, (read, take) => this.#take(what, read.on('data', heard), take, leftMs)),
        );
      });
    const asked = pRetry(once, {
      ...REPEATS,
      shouldRetry: ({ error }) => performance.now() < deadlineMs && mayRepeat(error),
    });
    try {
      return await within(this.#timeoutMs, what, asked);
    } catch (error) {
      throw toOurs(what, error);
    }
  }

  /**
   * Reads events until the end, or until `take` returns false. Discards the rest instead of destroying the stream: the client
   * never releases a stream that is destroyed before its end.
   */
  async #take<Event>(
    what: string,
    read: StreamingRead<Event>,
    take: (event: Event) => boolean,
    timeoutMs: number,
  ): Promise<void> {
    let isEnough = false;
    const all = new Promise<void>((resolve, reject) => {
      // These listeners stay: a late error without a listener would end the process.
      read.on('error', reject).on('end', resolve);
      read.on('data', (event) => {
        if (isEnough) return;
        try {
          isEnough = !take(event);
        } catch (error) {
          reject(toOurs(what, error));
        }
        if (isEnough) resolve();
      });
    });
    try {
      await within(timeoutMs, what, all);
    } finally {
      isEnough = true;
      if (!read.readableEnded) read.cancel().catch(() => undefined);
    }
  }
}

class PageUnderWay {
  readonly #events: Recorded[] = [];
  #sizeBytes = 0;
  #count = 0;
  #last = -1;

  /** False once the page is full. */
  add(event: ResolvedEvent['event']): boolean {
    if (event === undefined) return true;
    this.#count += 1;
    this.#last = toNumber(event.revision);
    this.#sizeBytes += approximateBytes(event.data);
    const ours = fromClient(event);
    if (ours !== null) this.#events.push(ours);
    return this.#sizeBytes < PAGE_BYTES;
  }

  done(): Page {
    const isFull = this.#count === PAGE_EVENTS || this.#sizeBytes >= PAGE_BYTES;
    return { events: this.#events, next: isFull ? this.#last + 1 : null };
  }
}
