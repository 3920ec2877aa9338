// Updates the registers of this process from the log, so that neither commands nor reads need the read store for
// them. While the log is unreachable, the last known state is used.
import { setTimeout as pause } from 'node:timers/promises';
import { DEPLOYMENT_STREAM } from '../../domain/deployment.js';
import type { Recorded } from '../../domain/kernel/event.js';
import { NO_STREAM, type Batch, type EventLog } from '../../domain/kernel/log.js';
import { REGISTER_STREAMS, Registers } from '../../domain/registers.js';
import { knownEvent, readOn, requireEvent, type KnownEvent } from '../../domain/kernel/knownEvent.js';
import { SEALS } from '../../domain/seal.js';
import { FOLLOWING, keepTrying } from '../../runtime/keepTrying.js';
import { singleFlight } from '../../runtime/singleFlight.js';

/** The longest delay of another process's event, even when nothing is delivered (docs/spec/log.md#registers). */
const POLL_EVERY_MS = 500;
/** Without a new batch for this long, `refresh` fails. */
const REFRESH_IDLE_MS = 5_000;

const FOLLOWED: readonly string[] = [...REGISTER_STREAMS, SEALS];

/** @param onError called for each failed read, which is retried */
export class RegisterFollower {
  readonly registers = new Registers();
  readonly #stopping = new AbortController();
  readonly #reading = singleFlight(() => this.#catchUp());
  readonly #atEnd: Promise<void>;
  #reachEnd: () => void = () => undefined;
  #endUnreached: (error: Error) => void = () => undefined;
  readonly #work: Promise<unknown>;
  #position = 0;
  /** The last event applied, and the last one of `deployment`: both must stay in the log. */
  #lastSeen: KnownEvent | null = null;
  #deployed: Recorded | null = null;
  #failing = false;
  #caughtUp = false;

  constructor(
    private readonly log: EventLog,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#atEnd = new Promise((resolve, reject) => {
      this.#reachEnd = resolve;
      this.#endUnreached = reject;
    });
    this.#atEnd.catch(() => undefined);
    this.#work = Promise.all([this.#follow(), this.#poll()]);
  }

  /** Resolves when the end of the log was first reached. */
  ready(): Promise<void> {
    return this.#atEnd;
  }

  /**
   * Reads up to the current end of the log; concurrent calls share one read, begun after them: one in progress may
   * have started before the caller's event was stored.
   * @throws what the log throws, LogWentBack, or Error after 5 s without progress
   */
  refresh(): Promise<void> {
    return this.#reading.again();
  }

  status() {
    return { position: this.#position, caughtUp: this.#caughtUp, failing: this.#failing };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endUnreached(new Error('stopped'));
    await Promise.allSettled([this.#work, this.#reading.idle()]);
  }

  /** Two readers may deliver the same events; those up to the last one are already applied. */
  #apply(batch: Batch): void {
    for (const event of batch.events) {
      if (event.position <= (this.#lastSeen?.position ?? 0)) continue;
      this.registers.apply(event);
      this.#lastSeen = knownEvent(event);
    }
    this.#position = Math.max(this.#position, batch.position);
    this.#failing = false;
    if (!batch.caughtUp || this.#caughtUp) return;
    this.#caughtUp = true;
    this.#reachEnd();
  }

  /**
   * Resumes from the last event, which must still exist: a log that went back may have new events before the
   * position that was reached. Includes seals, so that the last event is never far behind the position.
   */
  async *#subscribe(signal: AbortSignal): AsyncIterable<Batch> {
    if (this.#lastSeen !== null) await requireEvent(this.log, this.#lastSeen);
    yield* this.log.subscribe(this.#lastSeen?.position ?? 0, FOLLOWED, signal);
  }

  #follow(): Promise<void> {
    const { signal } = this.#stopping;
    const apply = async (progressed: () => void): Promise<void> => {
      for await (const batch of this.#subscribe(signal)) {
        this.#apply(batch);
        progressed();
      }
    };
    return keepTrying(signal, FOLLOWING, apply, (error) => this.#noteFailure(error));
  }

  /** Reads on when a subscription delivers nothing: a revoked key must not stay valid. */
  async #poll(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await pause(POLL_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#readHead();
        this.#failing = false;
      } catch (error) {
        this.#noteFailure(error);
      }
    }
  }

  async #readHead(): Promise<void> {
    const { revision = NO_STREAM, id = null } = this.#deployed ?? {};
    for await (const event of readOn(this.log, DEPLOYMENT_STREAM, revision, id)) this.#deployed = event;
    const head = await this.log.head();
    if (head > this.#position) await this.#reading.again();
    else if (head < this.#position && this.#lastSeen !== null) {
      await requireEvent(this.log, this.#lastSeen);
      this.#position = head; // only events that are not ours were lost
    }
  }

  #noteFailure(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#failing = true;
    this.onError(error);
  }

  async #catchUp(): Promise<void> {
    const finished = new AbortController();
    const end = (): void => finished.abort();
    // Two waits of half the time: after a long block of the event loop, what arrived meanwhile is read first.
    let idleHalves = 0;
    const timer = setInterval(() => ++idleHalves === 2 && end(), REFRESH_IDLE_MS / 2);
    this.#stopping.signal.addEventListener('abort', end);
    try {
      for await (const batch of this.#subscribe(finished.signal)) {
        this.#apply(batch);
        if (batch.caughtUp) return;
        idleHalves = 0;
      }
    } finally {
      end();
      clearInterval(timer);
      this.#stopping.signal.removeEventListener('abort', end);
    }
    throw new Error('the registers could not be brought up to the end of the log');
  }
}
