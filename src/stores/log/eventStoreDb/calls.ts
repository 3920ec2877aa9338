// Helpers around single calls: a time limit, an end with an abort signal.
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import { withTimeout } from '../../withTimeout.js';

/**
 * The client keeps a deadline on some calls only, and on a stopped server on none for 20 s.
 * @throws StoreUnavailable after the time
 */
export function within<T>(
  timeoutMs: number,
  what: string,
  work: Promise<T>,
  onExpiry: () => void = () => undefined,
): Promise<T> {
  return withTimeout(timeoutMs, work, () => {
    onExpiry();
    return new StoreUnavailable(`${what}: no answer within ${timeoutMs} ms`);
  });
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
