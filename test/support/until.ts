// Waits for a condition, with a bound.
import { setTimeout as pause } from 'node:timers/promises';

/** Far above any expected wait, even on a busy machine; below a test's own limit. */
export const PATIENCE_MS = 150_000;

/** @throws when the condition does not hold within the time */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what = 'the condition',
  atMostMs = PATIENCE_MS,
): Promise<void> {
  const end = performance.now() + atMostMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not come true within ${atMostMs} ms`);
    await pause(5);
  }
}
