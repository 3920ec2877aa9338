// When an attempt is due (docs/spec/webhooks.md#attempts).

/** Seconds before each attempt, including the first: one number per attempt. */
export type RetrySeconds = readonly number[];

/** Cap of a receiver's `Retry-After`: one day. */
const RETRY_AFTER_MAX_SECONDS = 86_400;

/** When the first attempt is due; 0: at once, unless the schedule starts with a delay. */
export function firstDueAt(retrySeconds: RetrySeconds, now: number): number {
  const delay = retrySeconds[0] ?? 0;
  return delay === 0 ? 0 : now + delay * 1_000;
}

/**
 * When the next attempt is due after a failed one; null when that was the last. `Retry-After` can only lengthen the wait.
 * @param attempts made so far, including the failed one
 * @param endedAt end of the failed attempt, in milliseconds since 1970
 * @param retryAfter the header as received
 */
export function nextDueAt(
  retrySeconds: RetrySeconds,
  attempts: number,
  endedAt: number,
  retryAfter: string | null,
): number | null {
  const delay = retrySeconds[attempts];
  return delay === undefined ? null : endedAt + Math.max(delay, secondsIn(retryAfter, endedAt)) * 1_000;
}

/** Reads seconds or an HTTP date; 0 for anything else, or a date in the past. */
function secondsIn(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const seconds = /^[0-9]{1,10}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1_000);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : 0;
}
