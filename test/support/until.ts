// Waits for a condition, with a bound.
import { setTimeout as pause } from 'node:timers/promises';

/** @throws when the condition does not hold within the time */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what = 'the condition',
  atMostMs = 10_000,
): Promise<void> {
  const end = performance.now() + atMostMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not come true within ${atMostMs} ms`);
    await pause(5);
  }
}
