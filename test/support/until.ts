// Waits for a condition, with a bound.
import { setTimeout as pause } from 'node:timers/promises';

/** Far beyond what anything takes that is waited for, on a machine with much else to do; below a test's own limit. */
const AT_MOST_MS = 150_000;

/** @throws when the condition does not hold within the time */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what = 'the condition',
  atMostMs = AT_MOST_MS,
): Promise<void> {
  const end = performance.now() + atMostMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not come true within ${atMostMs} ms`);
    await pause(5);
  }
}
