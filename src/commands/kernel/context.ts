// The context of a command: its actor, request and deadline.
import type { Actor } from '../../domain/kernel/event.js';
import { DomainError } from '../../domain/problem.js';
import { withTimeout } from '../../runtime/withTimeout.js';

export type CommandContext = Readonly<{
  actor: Actor;
  /** The request's UUID; null for the operator. */
  requestId: string | null;
  /** The deadline of the enclosing command; absent: the command starts its own. */
  deadline?: Deadline;
}>;

/** Wall clock for times in events, monotonic clock for durations. */
export type Clock = Readonly<{ now(): Date; monotonicMs(): number }>;

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** A larger difference between the two clocks means that the wall clock was set. */
const DRIFT_MAX_MS = 60_000;

export type ClockReading = Readonly<{ wallMs: number; monotonicMs: number }>;

export function readClock(clock: Clock): ClockReading {
  return { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
}

/** Whether the wall clock was set in between: one that is wrong for a while must not delete recent rows. */
export function wasSet(before: ClockReading, after: ClockReading): boolean {
  const driftMs = after.wallMs - before.wallMs - (after.monotonicMs - before.monotonicMs);
  return Math.abs(driftMs) > DRIFT_MAX_MS;
}

// The deadline of a command: one time limit for all its store calls together, so that a request's time does not
// grow with the number of calls to a slow store.

/** A command that takes longer is answered 503 (docs/spec/requests.md#time-limits). */
const COMMAND_TIMEOUT_MS = 10_000;

type Monotonic = Readonly<{ monotonicMs(): number }>;

/** Measures all time but that of reading and checking a file (`pauseDuring`), which has bounds of its own. */
export class Deadline {
  #leftMs: number;
  #countedMs: number;
  #computing = 0;
  #waiting = 0;

  constructor(
    private readonly clock: Monotonic,
    timeoutMs = COMMAND_TIMEOUT_MS,
  ) {
    this.#leftMs = timeoutMs;
    this.#countedMs = clock.monotonicMs();
  }

  /** @throws DomainError `Unavailable` once the time is over */
  check(): void {
    this.#count();
    if (this.#leftMs <= 0) throw new DomainError({ is: 'Unavailable' });
  }

  /**
   * @param call continues after the deadline, its result ignored; a result that is ready by then is returned
   * @throws DomainError `Unavailable` at the deadline: the outcome of the call is then unknown
   */
  async within<Result>(call: Promise<Result>): Promise<Result> {
    this.#count();
    this.#waiting += 1;
    try {
      return await inTime(Math.max(this.#leftMs, 0), call, () => (this.#leftMs = 0));
    } finally {
      this.#count();
      this.#waiting -= 1;
    }
  }

  /** Stops the measurement during `work`, except while it waits in `within`. */
  async pauseDuring<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count();
    this.#computing += 1;
    try {
      return await work();
    } finally {
      this.#count();
      this.#computing -= 1;
    }
  }

  #count(): void {
    const nowMs = this.clock.monotonicMs();
    if (this.#computing === 0 || this.#waiting > 0) this.#leftMs -= nowMs - this.#countedMs;
    this.#countedMs = nowMs;
  }
}

/** A log that takes longer for a read that a request waits for is treated as unavailable. */
export const LOG_READ_MS_MAX = 2_000;

/** @param call continues after the time, its result ignored. @throws DomainError `Unavailable` after the time */
export function inTime<Result>(
  timeoutMs: number,
  call: Promise<Result>,
  onExpiry: () => void = () => undefined,
): Promise<Result> {
  return withTimeout(timeoutMs, call, () => {
    onExpiry();
    return new DomainError({ is: 'Unavailable' });
  });
}

/** Adds a deadline unless the context has one: a command within a command shares it. */
export function withDeadline<Context extends Readonly<{ deadline?: Deadline }>>(
  context: Context,
  clock: Monotonic,
): Context & Readonly<{ deadline: Deadline }> {
  return { ...context, deadline: context.deadline ?? new Deadline(clock) };
}
