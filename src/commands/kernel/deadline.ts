// The time a command has, for all of it: a store that answers slowly, or not at all, must not keep a request waiting for
// longer than that, however many calls there are to make and however slow each of them is.
import { DomainError } from '../../domain/problem.js';

/** A command not decided within this time is answered 503 (docs/spec/requests.md#time-limits). */
export const COMMAND_TIMEOUT_MS = 10_000;

type Monotonic = Readonly<{ monotonicMs(): number }>;

/**
 * Counts everything but what is spent reading and checking a file: that has bounds of its own, and a large file is stored
 * however long its check took.
 */
export class Deadline {
  readonly #clock: Monotonic;
  #leftMs: number;
  #countedMs: number;
  #computing = 0;
  #waiting = 0;

  constructor(clock: Monotonic, timeoutMs = COMMAND_TIMEOUT_MS) {
    this.#clock = clock;
    this.#leftMs = timeoutMs;
    this.#countedMs = clock.monotonicMs();
  }

  /** @throws DomainError `Unavailable` once the time is over */
  check(): void {
    this.#count();
    if (this.#leftMs <= 0) throw new DomainError({ is: 'Unavailable' });
  }

  /**
   * @param call goes on unheard after the time is over; one that has its answer by then is heard
   * @throws DomainError `Unavailable` once the time is over: then nobody knows whether it was done
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

  /** Only what this waits for `within` the time counts. */
  async computing<Result>(work: () => Promise<Result>): Promise<Result> {
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
    const nowMs = this.#clock.monotonicMs();
    if (this.#computing === 0 || this.#waiting > 0) this.#leftMs -= nowMs - this.#countedMs;
    this.#countedMs = nowMs;
  }
}

/**
 * @param call goes on unheard after the time is over
 * @throws DomainError `Unavailable` after the time
 */
export async function inTime<Result>(
  timeoutMs: number,
  call: Promise<Result>,
  onExpiry: () => void = () => undefined,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      onExpiry();
      reject(new DomainError({ is: 'Unavailable' }));
    }, timeoutMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The command's time begins where it is first asked for: a command within a command shares it. */
export function withDeadline<Context extends Readonly<{ deadline?: Deadline }>>(
  context: Context,
  clock: Monotonic,
): Context & Readonly<{ deadline: Deadline }> {
  return { ...context, deadline: context.deadline ?? new Deadline(clock) };
}
