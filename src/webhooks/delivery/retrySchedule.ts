// When an attempt is due (docs/spec/webhooks.md#attempts).

/** Seconds before each attempt, the first included: as many attempts as numbers. */
export type RetrySeconds = readonly number[];

/** A receiver's `Retry-After` is honoured up to a day. */
const RETRY_AFTER_MAX_SECONDS = 86_400;

/** When a first attempt is due: 0, which is at once, unless the schedule begins with a delay. */
export function firstDueAt(retrySeconds: RetrySeconds, now: number): number {
  const delay = retrySeconds[0] ?? 0;
  return delay === 0 ? 0 : now + delay * 1_000;
}

/**
 * When the next attempt is due after one failed; null when that was the last. `Retry-After` only lengthens the wait.
 * @param attempts made so far, the failed one included
 * @param endedAt when it ended, in milliseconds since 1970
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

/** Seconds, or an HTTP date; 0 for what is neither, or past. */
function secondsIn(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const seconds = /^[0-9]{1,10}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1_000);
  return seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_SECONDS) : 0;
}
