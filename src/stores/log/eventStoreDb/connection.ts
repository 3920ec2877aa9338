// The client in use, and one rule for leaving it: a client that answers that it is unavailable, or from which
// nothing was heard for 1.5 s while calls wait, is disposed of, and the next call makes another, which finds the
// leader. By itself a client stays with a suspended node for 20 s, and holds up one that is being stopped.
import { EventStoreDBClient } from '@eventstore/db-client';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { StoreUnavailable } from '../../../domain/kernel/storeError.js';
import { withTimeout } from '../../../runtime/withTimeout.js';
import { LogClosed } from '../appendChecks.js';
import type { Causes } from './causes.js';
import { AccessDenied, kindOf, toOurs } from './conversions.js';

/** `attemptMs`: for one try; `before`: no repetition starts until it is over. */
type Repeats = Readonly<{ retries: number; attemptMs?: number; before?: Promise<unknown> | null }>;
type Attempt<T> = (client: EventStoreDBClient, timeoutMs: number) => Promise<T>;

/** To be repeated at once: the client was silent, or the append before was not over. */
export class TooEarly extends StoreUnavailable {}

const OVER: readonly (number | undefined)[] = [1, 14]; // gRPC's CANCELLED and UNAVAILABLE
const PAUSES = { minTimeout: 25, maxTimeout: 500, factor: 2, randomize: true };
/** Silence is counted in ticks, so that time in which this process stood still is none. */
const TICK_MS = 250;
const SILENT_TICKS_MAX = 6;
const ASK_TICKS = 4;
const DISPOSE_MS = 1_000;
/** Calls and subscriptions stay below a connection's 100 or so: a further one would wait silently for ever. */
const CALLS_MAX = 70;

export class Connection {
  readonly #limit = pLimit(CALLS_MAX);
  readonly #waiting = new Set<(error: Error) => void>();
  /** Called when the client of an open subscription is left, which may not have begun it. */
  readonly followers = new Set<(error: Error) => void>();
  readonly #clock: NodeJS.Timeout;
  readonly resetSilence = (): void => void (this.#silentTicks = 0);
  #client: EventStoreDBClient | null;
  #silentTicks = 0;
  #asking: Promise<null> | null = null;
  #isClosed = false;

  /** @param ask reads the head: while calls wait or subscriptions are open, after each second without an answer */
  constructor(
    private readonly url: string,
    readonly causes: Causes,
    private readonly timeoutMs: number,
    ask: () => Promise<unknown>,
  ) {
    this.#client = EventStoreDBClient.connectionString(url);
    this.#clock = setInterval(() => {
      if (this.#waiting.size + this.followers.size === 0) return;
      this.#silentTicks += 1;
      if (this.#waiting.size > 0 && this.#silentTicks >= SILENT_TICKS_MAX)
        void this.#leave(this.#client, new TooEarly('The event store gave no answer in time'));
      const over = () => (this.#asking = null); // an error is reported by the calls and subscriptions
      if (this.#silentTicks === ASK_TICKS) this.#asking ??= ask().then(over, over);
    }, TICK_MS).unref();
  }

  client(): EventStoreDBClient {
    if (this.#isClosed) throw new LogClosed('The log is closed');
    return (this.#client ??= EventStoreDBClient.connectionString(this.url));
  }

  /** Repeats a call until it is answered or refused, or the time is over. */
  async call<T>(what: string, { retries, attemptMs, before }: Repeats, attempt: Attempt<T>): Promise<T> {
    const endMs = performance.now() + this.timeoutMs;
    let failure: Error | null = null;
    const late = () => failure ?? new StoreUnavailable(`${what}: no answer in time`);
    const once = async (): Promise<T> => {
      const timeoutMs = Math.min(attemptMs ?? Infinity, Math.floor(endMs - performance.now()));
      if (timeoutMs <= 0) throw late();
      const client = this.client();
      if (this.#waiting.size === 0) this.resetSilence();
      let leave = (_error: Error): void => undefined;
      const abandoned = new Promise<never>((_, reject) => (leave = reject));
      this.#waiting.add(leave);
      try {
        const answer = attempt(client, timeoutMs).finally(this.resetSilence);
        const result = await withTimeout(timeoutMs, Promise.race([answer, abandoned]), late);
        this.causes.noteAnswer();
        return result;
      } catch (error) {
        this.noteFailure(client, (failure = toOurs(what, error)));
        throw failure;
      } finally {
        this.#waiting.delete(leave);
      }
    };
    const repeat = async (number: number): Promise<T> => {
      if (number > 1) await before;
      return this.#limit(once);
    };
    return pRetry(repeat, {
      ...PAUSES,
      retries,
      maxRetryTime: this.timeoutMs,
      shouldRetry: ({ error }) => error instanceof StoreUnavailable && !(error instanceof AccessDenied),
      shouldConsumeRetry: ({ error }) => !(error instanceof TooEarly),
    });
  }

  /** To be told of every error of a call or subscription of the client. */
  noteFailure(client: EventStoreDBClient, error: Error): void {
    if (OVER.includes(kindOf(error).code)) void this.#leave(client, error);
    if (error instanceof StoreUnavailable && !(error instanceof TooEarly)) this.causes.noteFailure(error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#clock);
    await this.#leave(this.#client, new LogClosed('The log is closed'));
  }

  /** Ends the client's calls before disposing of it: a cancelled read ends as at the end of its stream. */
  async #leave(client: EventStoreDBClient | null, error: Error): Promise<void> {
    if (client === null || client !== this.#client) return;
    this.#client = null;
    for (const leave of [...this.#waiting, ...this.followers]) leave(error);
    this.#waiting.clear();
    this.followers.clear();
    await withTimeout(DISPOSE_MS, client.dispose(), () => error).catch(() => undefined);
  }
}
