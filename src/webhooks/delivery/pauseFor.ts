// A wait that ends early when the signal aborts.
import { setTimeout as pause } from 'node:timers/promises';

export async function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
