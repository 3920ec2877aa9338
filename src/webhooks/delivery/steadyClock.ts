// Wall time that never goes back while the process runs: schedules are kept in it, so that a clock that is set back does
// not hold up what waits. A clock set forward is followed: a machine that slept has really lost that time.
import type { Clock } from '../../commands/kernel/context.js';

/** @returns milliseconds since 1970 */
export function steadyNow(clock: Clock): () => number {
  let last = { wall: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
  return () => {
    const monotonicMs = clock.monotonicMs();
    const passed = Math.max(0, monotonicMs - last.monotonicMs);
    const wall = Math.max(clock.now().getTime(), last.wall + passed);
    last = { wall, monotonicMs };
    return Math.floor(wall);
  };
}
