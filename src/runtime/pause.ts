import { setTimeout } from 'node:timers/promises';

/** Ends early when the signal aborts. */
export async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  await setTimeout(forMs, undefined, { signal }).catch(() => undefined);
}
