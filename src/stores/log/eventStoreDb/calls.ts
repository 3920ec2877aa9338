// How calls go out: no more at once than a connection carries, in order per stream, and never without an end.
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';

/**
 * The client keeps a deadline on some calls only, and on a stopped server on none for 20 s.
 * @param work goes on unheard after the time is over; its late error is swallowed
 * @throws StoreUnavailable after the time
 */
export function within<T>(
  timeoutMs: number,
  what: string,
  work: Promise<T>,
  onExpiry: () => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => {
      reject(new StoreUnavailable(`${what}: no answer within ${timeoutMs} ms`));
      onExpiry();
    };
    const timer = setTimeout(expire, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** At most so many at once; the rest waits in order. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** One at a time per key, in the order asked. */
export class Lanes {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const result = before === undefined ? work() : before.then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return result;
  }
}

/** The promise's value, or undefined once the signal aborts; a late error is swallowed. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)));
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
