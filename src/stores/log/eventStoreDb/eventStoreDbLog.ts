// The log over the client for Node, on one connection to the leader. The server keeps order, revisions and repeated appends; this file
// decides what is repeated and for how long.
import { START, streamNameFilter, type Position } from '@eventstore/db-client';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import type { Recorded } from '../../../domain/kernel/event.js';
import { type Appended, type Batch, type EventLog, type NewEvent } from '../../../domain/kernel/log.js';
import type { LogServersStatus } from '../../../domain/kernel/logServers.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { checkAppend } from '../appendChecks.js';
import { LogClosed } from '../logClosed.js';
import { appendRequest, type AppendResponse, type AppendRequest } from './batchAppend.js';
import { within } from './calls.js';
import { parseAddress } from './connection/address.js';
import { IdleLook } from './connection/idleLook.js';
import { LeaderConnection } from './connection/leaderConnection.js';
import type { NodeConnection } from './connection/nodeConnection.js';
import { fromPosition, toNumber, toPosition } from './clientEvents.js';
import { mayRepeat, StoreRefused, toOurs } from './errors.js';
import { BUFFERED_EVENTS_MAX, SubscriptionBuffer } from './subscriptionBuffer.js';
import { StreamOrder, type Place } from './streamOrder.js';
import { follow } from './subscription.js';
import type { EventStoreDbOptions } from './options.js';
import { PageReader, type Page } from './pageReader.js';

const TIMEOUT_MS = 10_000;
const ATTEMPT_TIMEOUT_MS = 4_000;
/** Minimum time left for another attempt. */
const ATTEMPT_MIN_MS = 20;
const SILENCE_MS = 5_000;
const LEADER_SILENCE_MS = 2_000;
const REPEATS = { retries: 40, minTimeout: 25, maxTimeout: 500, factor: 2, randomize: true };

/** Together below the about 100 calls of a connection; a further one would wait silently, without a deadline. */
const APPENDS_MAX = 40;
const READS_MAX = 30;
const SUBSCRIPTIONS_MAX = 25;

export class EventStoreDbLog implements EventLog {
  readonly #leader: LeaderConnection;
  readonly #timeoutMs: number;
  readonly #attemptTimeoutMs: number;
  readonly #silenceMs: number;
  readonly #reader: PageReader;
  readonly #appendLimit = pLimit(APPENDS_MAX);
  readonly #order = new StreamOrder();
  readonly #pendingAppends = new Set<Promise<unknown>>();
  readonly #subscriptions = new Set<SubscriptionBuffer>();
  readonly #idleLook: IdleLook;
  #closing: Promise<void> | null = null;

  constructor(connectionString: string, options: EventStoreDbOptions) {
    const leaderSilenceMs = options.leaderSilenceMs ?? LEADER_SILENCE_MS;
    this.#leader = new LeaderConnection(parseAddress(connectionString), leaderSilenceMs);
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#attemptTimeoutMs = options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS;
    this.#silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#reader = new PageReader(this.#leader, pLimit(READS_MAX), this.#timeoutMs);
    this.#idleLook = new IdleLook(this.#leader, () => this.head());
  }

  /** Sends appends to one stream in the order requested, without waiting for the previous answer. */
  async append(stream: string, events: readonly NewEvent[], expectedRevision: number): Promise<Appended> {
    this.#mustBeOpen();
    const { events: checked } = checkAppend(stream, events, expectedRevision);
    const request = appendRequest(stream, checked, expectedRevision);
    const deadlineMs = performance.now() + this.#timeoutMs;
    const work = this.#order.run(stream, (place) =>
      this.#appendLimit(() => this.#appendUntil(deadlineMs, request, place)),
    );
    this.#pendingAppends.add(work);
    return work.finally(() => this.#pendingAppends.delete(work));
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    this.#mustBeOpen();
    let reading: Promise<Page> | null = this.#reader.page(stream, Math.max(fromRevision, 0));
    while (reading !== null) {
      const page: Page = await reading;
      this.#mustBeOpen(); // a cancelled read ends as at the end of the stream
      reading = page.next === null ? null : this.#reader.page(stream, page.next);
      reading?.catch(() => undefined); // thrown once the page before was taken
      yield* page.events;
    }
  }

  async *subscribe(
    fromPosition: number,
    streamPrefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Batch, void> {
    this.#mustBeOpen();
    const source = {
      connect: async () => {
        const connection = await this.#leader.connected();
        return (position: number, window: number) =>
          this.#openSubscription(connection, position, streamPrefixes, window);
      },
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

  servers(): LogServersStatus {
    return this.#leader.status();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const buffer of this.#subscriptions) buffer.fail(new LogClosed('The log is closed'));
    await Promise.allSettled(this.#pendingAppends);
    await this.#leader.close();
  }

  #mustBeOpen(): void {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
  }

  /**
   * Repeats the same append (same ids, same expected revision: the server answers the first result) until its outcome is
   * known or its time is over. After that the outcome is unknown, and the caller must read the stream.
   */
  async #appendUntil(deadlineMs: number, request: AppendRequest, place: Place): Promise<Appended> {
    const what = `Appending to ${request.stream}`;
    const leftMs = () => Math.floor(deadlineMs - performance.now());
    const send = async ({ appends }: NodeConnection): Promise<AppendResponse> => {
      const timeoutMs = Math.min(this.#attemptTimeoutMs, leftMs());
      if (timeoutMs < ATTEMPT_MIN_MS)
        throw new StoreUnavailable(`${what}: no answer within ${this.#timeoutMs} ms`);
      return within(timeoutMs, what, appends.send(request), () => appends.reset());
    };
    const attempt = () =>
      place.send(request.expectedRevision, () => within(Math.max(0, leftMs()), what, this.#leader.run(send)));
    try {
      const answer = await pRetry(attempt, {
        ...REPEATS,
        maxRetryTime: Math.max(0, leftMs()),
        shouldRetry: ({ error }) => leftMs() > 0 && mayRepeat(error),
      });
      return await this.#appended(request.stream, answer);
    } catch (error) {
      throw toOurs(what, error);
    }
  }

  async #appended(stream: string, answer: AppendResponse): Promise<Appended> {
    if (!answer.ok) return { ok: false, actual: toNumber(answer.actual) };
    const revision = toNumber(answer.revision);
    if (answer.position !== null) return { ok: true, revision, position: toPosition(answer.position) };
    // A server may leave the position out of its answer to a repeated append.
    const { events } = await this.#reader.page(stream, revision);
    if (events[0] === undefined) throw new StoreUnavailable(`${stream} lacks revision ${revision} just appended`);
    return { ok: true, revision, position: events[0].position };
  }

  #openSubscription(
    { client }: NodeConnection,
    position: number,
    prefixes: readonly string[],
    window: number,
  ): SubscriptionBuffer {
    this.#mustBeOpen();
    if (this.#subscriptions.size >= SUBSCRIPTIONS_MAX)
      throw new StoreRefused(`More than ${SUBSCRIPTIONS_MAX} subscriptions`);
    const buffer = new SubscriptionBuffer(
      (onCheckpoint) => {
        const scan = {
          maxSearchWindow: window,
          checkpointReached: (_: unknown, at: Position) => onCheckpoint(at),
        };
        const filter = prefixes.includes('')
          ? streamNameFilter({ regex: '^[^$]', ...scan })
          : streamNameFilter({ prefixes: [...prefixes], ...scan });
        const from = position === 0 ? START : fromPosition(position);
        // A follower may lag behind the leader's head and still report that it caught up.
        return client.subscribeToAll(
          { fromPosition: from, filter, requiresLeader: true },
          { highWaterMark: BUFFERED_EVENTS_MAX },
        );
      },
      () => {
        this.#subscriptions.delete(buffer);
        if (this.#subscriptions.size === 0) this.#idleLook.stop();
      },
    );
    this.#subscriptions.add(buffer);
    this.#idleLook.start();
    return buffer;
  }
}
