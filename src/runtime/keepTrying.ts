// The loop around what goes on until it is stopped, through any failure of a store.
import { setTimeout } from 'node:timers/promises';

/** The pause after a failure; doubles up to the maximum. */
type Pauses = Readonly<{ minMs: number; maxMs: number }>;
/** Pauses of what follows the log, while a store is unavailable. */
export const FOLLOWING: Pauses = { minMs: 50, maxMs: 2_000 };
/** How often what follows the log stores its checkpoint while no event makes it write anything else. */
export const IDLE_CHECKPOINT_MS = 1_000;

/**
 * Makes attempts until one returns true, or the signal aborts. Pauses between two, in part at random, so that
 * processes do not all come back at once. Not p-retry, which stops at a TypeError and cannot begin anew after
 * progress.
 * @param attempt is given a function that resets the pause
 * @param onError told what an attempt throws before the signal aborts; ends the attempts by true or an error
 */
export async function keepTrying(
  signal: AbortSignal,
  { minMs, maxMs }: Pauses,
  attempt: (progressed: () => void) => Promise<boolean | void>,
  onError: (error: unknown) => boolean | void = rethrow,
): Promise<void> {
  for (let waitMs = minMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxMs)) {
    try {
      if (await attempt(() => (waitMs = minMs))) return;
    } catch (error) {
      if (signal.aborted || onError(error)) return;
    }
    await pause(waitMs * (0.5 + Math.random() / 2), signal);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** Ends early when the signal aborts. */
export async function pause(forMs: number, signal: AbortSignal): Promise<void> {
  await setTimeout(forMs, undefined, { signal }).catch(() => undefined);
}
