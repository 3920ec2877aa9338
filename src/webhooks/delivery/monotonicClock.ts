// Wall-clock time that never decreases while the process runs, so that a clock set back does not delay deliveries. A clock set
// forward is followed: a suspended machine has lost that time.
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
