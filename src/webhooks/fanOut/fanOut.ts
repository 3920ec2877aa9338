// Runs the fan-out: a subscription of the log that creates the deliveries of events (docs/spec/webhooks.md#fan-out).
import { EventUnreadable } from '../../domain/kernel/log.js';
import { keepTrying } from '../../runtime/keepTrying.js';
import { pause } from '../../runtime/keepTrying.js';
import { validCheckpoint } from './fanOutCheckpoint.js';
import { FanOutRun, type FanOutDeps } from './fanOutRun.js';

/** While the queue or the log is unavailable. */
const PAUSES = { minMs: 50, maxMs: 2_000 };
/** How often a refused fan-out checks whether the operator has resumed it. */
const REFUSED_CHECK_MS = 1_000;

/** Runs until the signal aborts, through any failure of a store. One process at a time does the work. */
export async function runFanOut(deps: FanOutDeps): Promise<void> {
  const { queue, signal, onState, onError } = deps;
  onState({ phase: 'waiting', position: 0 });
  await keepTrying(signal, PAUSES, async (progressed) => {
    try {
      const lease = await queue.fanOutLease(signal);
      if (lease === null) return true;
      try {
        const held = { ...deps, signal: AbortSignal.any([signal, lease.lost]) };
        await followFromCheckpoint(held, progressed);
      } finally {
        await lease.release();
      }
    } catch (error) {
      if (signal.aborted) return true;
      onError(error);
      const isOver = error instanceof EventUnreadable;
      onState({ phase: isOver ? 'failed' : 'retrying', position: 0 });
      return isOver;
    }
    return false;
  });
}

async function followFromCheckpoint(deps: FanOutDeps, onProgress: () => void): Promise<void> {
  const { signal, onState, onError } = deps;
  for (let isReported = false; !signal.aborted; isReported = true) {
    const checkpoint = await validCheckpoint(deps);
    if (checkpoint !== null) return new FanOutRun(deps, checkpoint, onProgress).follow();
    onState({ phase: 'refused', position: 0 });
    if (!isReported) onError(new FanOutRefused());
    await pause(REFUSED_CHECK_MS, signal);
  }
}

/** The queue has no valid checkpoint in this log. Whether to repeat or to skip events is the operator's decision. */
export class FanOutRefused extends Error {
  override readonly name = 'FanOutRefused';
  constructor() {
    super('the delivery queue does not know this log: run `operator webhooks resume --from now` or `--from TIME`');
  }
}
