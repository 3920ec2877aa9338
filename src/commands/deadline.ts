// The time a command has, held against every call it makes: a store that does not answer must not keep a request
// waiting for longer than that, however many calls there are still to make.
import { DomainError } from '../domain/kernel/problem.js';
import type { Clock } from './context.js';

/** A call gets this long even when less is left: so much may go to checking a large document before the first one. */
export const CALL_MIN_MS = 2_000;

/**
 * @param deadlineMs of the clock's monotonic time
 * @param call goes on unheard after the time is over
 * @throws DomainError `Unavailable` once the time is over: then nobody knows whether it was done
 */
export async function beforeDeadline<Result>(
  clock: Clock,
  deadlineMs: number,
  call: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const leftMs = Math.max(deadlineMs - clock.monotonicMs(), CALL_MIN_MS);
    timer = setTimeout(() => reject(new DomainError({ is: 'Unavailable' })), leftMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
