// Runs the fan-out: a subscription of the log that creates the deliveries of events (docs/spec/webhooks.md#fan-out).
import { setTimeout as pause } from 'node:timers/promises';
import { EventUnreadable } from '../../domain/kernel/log.js';
import { validCheckpoint } from './fanOutCheckpoint.js';
import { FanOutRun, type FanOutDeps } from './fanOutRun.js';

/** The delay doubles while the queue or the log is unavailable. */
const BACKOFF_MIN_MS = 50;
const BACKOFF_MAX_MS = 2_000;
/** How often a refused fan-out checks whether the operator has resumed it. */
const REFUSED_CHECK_MS = 1_000;

/**
 * Runs until the signal aborts, through any failure of a store. One process at a time does the work. The loop is not
 * p-retry, which stops at a TypeError and cannot reset its delay after progress.
 */
export async function runFanOut(deps: FanOutDeps): Promise<void> {
  const { queue, signal, onState, onError } = deps;
  onState({ phase: 'waiting', position: 0 });
  for (let waitMs = BACKOFF_MIN_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, BACKOFF_MAX_MS)) {
    try {
      const lease = await queue.fanOutLease(signal);
      if (lease === null) return;
      try {
        const held = { ...deps, signal: AbortSignal.any([signal, lease.lost]) };
        await followFromCheckpoint(held, () => (waitMs = BACKOFF_MIN_MS));
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      if (error instanceof EventUnreadable) return onState({ phase: 'failed', position: 0 });
      onState({ phase: 'retrying', position: 0 });
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function followFromCheckpoint(deps: FanOutDeps, onProgress: () => void): Promise<void> {
  const { signal, onState, onError } = deps;
  for (let isReported = false; !signal.aborted; isReported = true) {
    const checkpoint = await validCheckpoint(deps);
    if (checkpoint !== null) return new FanOutRun(deps, checkpoint, onProgress).follow();
    onState({ phase: 'refused', position: 0 });
    if (!isReported) onError(new FanOutRefused());
    await pause(REFUSED_CHECK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The queue has no valid checkpoint in this log. Whether to repeat or to skip events is the operator's decision. */
export class FanOutRefused extends Error {
  override readonly name = 'FanOutRefused';
  constructor() {
    super('the delivery queue does not know this log: run `operator webhooks resume --from now` or `--from TIME`');
  }
}
