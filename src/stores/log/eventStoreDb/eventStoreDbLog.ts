// The log on EventStoreDB, 23.10 or newer, over the client for Node, which takes 50 ms to load. The server keeps
// order, revisions and repeated appends; this file decides what is sent.
import type { AppendResult } from '@eventstore/db-client';
import type { Recorded } from '../../../domain/kernel/event.js';
import {
  NO_STREAM,
  type Appended,
  type Batch,
  type EventLog,
  type LogServersStatus,
  type StreamAppend,
} from '../../../domain/kernel/log.js';
import { LogClosed, checkAppends } from '../appendChecks.js';
import { Causes, parseAddress, type Address } from './causes.js';
import { Connection, TooEarly } from './connection.js';
import { toClient, toNumber, toOurs } from './conversions.js';
import { follow, readHead, readPage, type Page } from './subscription.js';

/** Limits of a call with its repetitions, of one try of an append, and of silence until the head is read. */
export type EventStoreDbOptions = Readonly<{ timeoutMs?: number; attemptTimeoutMs?: number; silenceMs?: number }>;
/** With credentials of its own, each append is a call: it keeps its deadline and fails alone. */
const ANY_USER = { username: 'any', password: 'any' };

export class EventStoreDbLog implements EventLog {
  readonly #connection: Connection;
  readonly #credentials: Address['user'];
  readonly #options: Required<EventStoreDbOptions>;
  readonly #lastAppends = new Map<string, Promise<unknown>>();
  #closing: Promise<void> | null = null;

  /** Does not connect yet. @throws the client's ParseError for an invalid string */
  constructor(url: string, options: EventStoreDbOptions = {}) {
    this.#options = { timeoutMs: 10_000, attemptTimeoutMs: 2_000, silenceMs: 5_000, ...options };
    const address = parseAddress(url);
    this.#credentials = address.isSecure ? address.user : ANY_USER;
    const ask = () => readHead(this.#connection);
    const causes = new Causes(address, ask);
    this.#connection = new Connection(address.connectionString, causes, this.#options.timeoutMs, ask);
    // Node warns on stderr (DEP0123) when the client connects to a host that is an address.
    if (address.isSecure) process.noDeprecation = true;
  }

  /** All entries but the last side by side, then the last, unless one of them was stale. */
  async append(appends: readonly StreamAppend[]): Promise<Appended> {
    if (this.#closing !== null) throw new LogClosed('The log is closed');
    checkAppends(appends);
    const lastAppend = appends[appends.length - 1] as StreamAppend;
    if (appends.length === 1) return this.#appendTo(lastAppend);
    const before = await Promise.all(appends.slice(0, -1).map((each) => this.#appendTo(each)));
    return before.find(({ ok }) => !ok) ?? this.#appendTo(lastAppend);
  }

  /**
   * Repeats the same append (same ids, same expected revision: the server answers the first result) until its
   * outcome is known or its time is over. The append before to the same stream is not waited for, and may reach
   * the server later: a stale revision counts only once that one is over, and nothing is repeated before.
   */
  async #appendTo({ stream, events, expectedRevision }: StreamAppend): Promise<Appended> {
    const data = events.map(toClient);
    const options = {
      expectedRevision: expectedRevision === NO_STREAM ? ('no_stream' as const) : BigInt(expectedRevision),
      requiresLeader: true,
      deadline: this.#options.timeoutMs,
      ...(this.#credentials === null ? {} : { credentials: this.#credentials }),
    };
    const before = this.#lastAppends.get(stream) ?? null;
    let isFirst = before === null;
    void before?.then(() => (isFirst = true));
    const earlier: Promise<AppendResult>[] = []; // a slow server still answers them
    const never = () => new Promise<never>(() => undefined);
    const repeats = { retries: 40, attemptMs: this.#options.attemptTimeoutMs, before };
    const appending = this.#connection.call(`Appending to ${stream}`, repeats, async (client) => {
      const wasFirst = isFirst;
      const sending = client.appendToStream(stream, data, options);
      earlier.push(sending.then((answer) => (answer.success ? answer : never()), never));
      const answer = await Promise.race([sending, ...earlier]);
      if (!answer.success && !wasFirst) throw new TooEarly('The append before is not over');
      return answer;
    });
    const work = appending.then((answer) => this.#resultOf(stream, answer));
    const over = Promise.allSettled([before, work]).then(() => {
      if (this.#lastAppends.get(stream) === over) this.#lastAppends.delete(stream);
    });
    this.#lastAppends.set(stream, over);
    return work;
  }

  async #resultOf(stream: string, { success, nextExpectedRevision, position }: AppendResult): Promise<Appended> {
    const revision = toNumber(nextExpectedRevision);
    if (!success) return { ok: false, actual: revision };
    if (position !== undefined) return { ok: true, revision, position: toNumber(position.commit) };
    const { events } = await readPage(this.#connection, stream, revision); // as after some repeated appends
    return { ok: true, revision, position: toNumber(events[0]?.position) };
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    let reading: Promise<Page> | null = readPage(this.#connection, stream, Math.max(fromRevision, 0));
    while (reading !== null) {
      const page: Page = await reading;
      reading = page.next === null ? null : readPage(this.#connection, stream, page.next);
      reading?.catch(() => undefined); // thrown once the page before was taken
      yield* page.events;
    }
  }

  async *subscribe(from: number, prefixes: readonly string[], signal: AbortSignal): AsyncGenerator<Batch, void> {
    try {
      yield* follow({ connection: this.#connection, prefixes, silenceMs: this.#options.silenceMs }, from, signal);
    } catch (error) {
      throw toOurs('Subscribing', error);
    }
  }

  head(): Promise<number> {
    return readHead(this.#connection);
  }

  servers(): LogServersStatus {
    return this.#connection.causes.status();
  }

  close(): Promise<void> {
    return (this.#closing ??= Promise.all(this.#lastAppends.values()).then(() => this.#connection.close()));
  }
}
