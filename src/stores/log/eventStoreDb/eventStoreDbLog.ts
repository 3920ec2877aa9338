// The log over the client for Node. One connection; the server knows order, revisions and repeated appends, this file
// knows what may be repeated, for how long, and in which shapes things are handed over.
import { EventStoreDBClient, START, streamNameFilter, type Position } from '@eventstore/db-client';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import type { Recorded } from '../../../domain/kernel/event.js';
import { type Appended, type Batch, type EventLog, type NewEvent } from '../../../domain/kernel/log.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { checkAppend } from '../appendChecks.js';
import { LogClosed } from '../logClosed.js';
import { AppendStream, propose, type Answer, type Proposal } from './batchAppend.js';
import { KeyedMutex, within } from './calls.js';
import { fromPosition, toNumber, toPosition } from './clientEvents.js';
import { mayRepeat, StoreRefused, toOurs } from './errors.js';
import { BUFFERED_EVENTS_MAX, Feed } from './subscriptionBuffer.js';
import { follow } from './subscription.js';
import type { EventStoreDbOptions } from './options.js';
import { PageReader, type Page } from './pageReader.js';

const TIMEOUT_MS = 10_000;
const ATTEMPT_TIMEOUT_MS = 4_000;
/** Less is not worth a try. */
const ATTEMPT_MIN_MS = 20;
const SILENCE_MS = 5_000;
const DISPOSE_MS = 1_000;
const REPEATS = { retries: 40, minTimeout: 25, maxTimeout: 500, factor: 2, randomize: true };

/** A connection carries about 100 calls at once; every further one would wait on it without an end or a word. */
const APPENDS_MAX = 40;
const READS_MAX = 30;
const SUBSCRIPTIONS_MAX = 25;

/**
 * After an error the client looks for its next connection and lets nobody wait for that: should no member of a cluster
 * answer just then, the rejection would be nobody's and end the process. The next call looks again in any case.
 */
function connect(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const internals = client as unknown as { handleError(stub: unknown, error: Error): Promise<void> };
  const handleError = internals.handleError.bind(client);
  internals.handleError = (stub, error) => handleError(stub, error).catch(() => undefined);
  return client;
}

export class EventStoreDbLog implements EventLog {
  readonly #client: EventStoreDBClient;
  readonly #timeoutMs: number;
  readonly #attemptTimeoutMs: number;
  readonly #silenceMs: number;
  readonly #appends: AppendStream;
  readonly #reader: PageReader;
  readonly #appendLimit = pLimit(APPENDS_MAX);
  readonly #oneByStream = new KeyedMutex();
  readonly #inHand = new Set<Promise<unknown>>();
  readonly #feeds = new Set<Feed>();
  #closing: Promise<void> | null = null;

  constructor(connectionString: string, options: EventStoreDbOptions) {
    this.#client = connect(connectionString);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#appends = new AppendStream(this.#client);
    this.#reader = new PageReader(this.#client, pLimit(READS_MAX), this.#timeoutMs);
  }

  /** Appends to one stream go out in the order asked, each after the answer to the one before. */
  async append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended> {
    this.#mustBeOpen();
    const { events: checked } = checkAppend(stream, events, expectedRevision);
    const proposal = propose(stream, checked, expectedRevision);
    const deadlineMs = performance.now() + this.#timeoutMs;
    const work = this.#oneByStream.run(stream, () =>
      this.#appendLimit(() => this.#appendUntil(deadlineMs, proposal)),
    );
    this.#inHand.add(work);
    return work.finally(() => this.#inHand.delete(work));
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    for (let next: number | null = Math.max(fromRevision, 0); next !== null;) {
      this.#mustBeOpen();
      const page: Page = await this.#reader.page(stream, next);
      this.#mustBeOpen(); // a read that is cancelled ends as if there were no more
      yield* page.events;
      next = page.next;
    }
  }

  async *subscribe(
    fromPosition: number,
    streamPrefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Batch, void> {
    this.#mustBeOpen();
    const source = {
      open: (position: number, window: number) => this.#openFeed(position, streamPrefixes, window),
      head: () => this.head(),
      silenceMs: this.#silenceMs,
    };
    try {
      yield* follow(source, fromPosition, signal);
    } catch (error) {
      throw error instanceof LogClosed ? error : toOurs('Subscribing', error);
    }
  }

  async head(): Promise<number> {
    this.#mustBeOpen();
    const position = await this.#reader.head();
    this.#mustBeOpen();
    return position;
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const feed of this.#feeds) feed.fail(new LogClosed('The log is closed'));
    await Promise.allSettled(this.#inHand);
    await within(DISPOSE_MS, 'Closing', this.#client.dispose()).catch(() => undefined);
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }

  /**
   * Repeats the very same append (same ids, same expected revision: the server answers the first result) until it is
   * answered for sure or its time is over. Then nobody knows, and the caller has to look.
   */
  async #appendUntil(deadlineMs: number, proposal: Proposal): Promise<Appended> {
    const what = `Appending to ${proposal.stream}`;
    const leftMs = () => Math.floor(deadlineMs - performance.now());
    const attempt = async (): Promise<Answer> => {
      const timeoutMs = Math.min(this.#attemptTimeoutMs, leftMs());
      if (timeoutMs < ATTEMPT_MIN_MS)
        throw new StoreUnavailable(`${what}: no answer within ${this.#timeoutMs} ms`);
      return within(timeoutMs, what, this.#appends.send(proposal), () => this.#appends.reset());
    };
    try {
      const answer = await pRetry(attempt, {
        ...REPEATS,
        maxRetryTime: Math.max(0, leftMs()),
        shouldRetry: ({ error }) => leftMs() > 0 && mayRepeat(error),
      });
      return await this.#appended(proposal.stream, answer);
    } catch (error) {
      throw toOurs(what, error);
    }
  }

  async #appended(stream: string, answer: Answer): Promise<Appended> {
    if (!answer.ok) return { ok: false, actual: toNumber(answer.actual) };
    const revision = toNumber(answer.revision);
    if (answer.position !== null) return { ok: true, revision, position: toPosition(answer.position) };
    // A server may leave the position out of its answer to a repeated append.
    const { events } = await this.#reader.page(stream, revision);
    if (events[0] === undefined) throw new StoreUnavailable(`${stream} lacks revision ${revision} just appended`);
    return { ok: true, revision, position: events[0].position };
  }

  #openFeed(position: number, prefixes: readonly string[], window: number): Feed {
    this.#mustBeOpen();
    if (this.#feeds.size >= SUBSCRIPTIONS_MAX)
      throw new StoreRefused(`More than ${SUBSCRIPTIONS_MAX} subscriptions`);
    const feed = new Feed(
      (onCheckpoint) => {
        const scan = {
          maxSearchWindow: window,
          checkpointReached: (_: unknown, at: Position) => onCheckpoint(at),
        };
        const filter = prefixes.includes('')
          ? streamNameFilter({ regex: '^[^$]', ...scan })
          : streamNameFilter({ prefixes: [...prefixes], ...scan });
        const from = position === 0 ? START : fromPosition(position);
        // A follower may lag behind the head that the leader told, and would say that it caught up all the same.
        return this.#client.subscribeToAll(
          { fromPosition: from, filter, requiresLeader: true },
          { highWaterMark: BUFFERED_EVENTS_MAX },
        );
      },
      () => this.#feeds.delete(feed),
    );
    this.#feeds.add(feed);
    return feed;
  }
}
