// Wall time that never goes back while the process runs. Schedules use it, so that a clock that is set back delays
// nothing. A clock set forward is followed: a machine that slept has really lost that time.
import type { Clock } from '../../commands/kernel/context.js';

/** @returns milliseconds since 1970 */
export function monotonicNow(clock: Clock): () => number {
  let last = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  return () => {
    const monotonicMs = clock.monotonicMs();
    const elapsedMs = Math.max(0, monotonicMs - last.monotonicMs);
    const wallMs = Math.max(clock.now().getTime(), last.wallMs + elapsedMs);
    last = { wallMs, monotonicMs };
    return Math.floor(wallMs);
  };
}
