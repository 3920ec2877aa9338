// The projector: takes the lease, rebuilds read models of another log or shape, then runs every projection.
import { resumeIn } from '../../domain/kernel/knownEvent.js';
import { ProjectionFailed, type ProjectionProgress } from './progress.js';
import { FillInProgress, type Generation } from './readStore.js';
import { rebuild, type Rebuilding } from './rebuild.js';
import { pause } from '../../runtime/keepTrying.js';
import { follow } from './runner.js';

/** Retry interval while another process rebuilds or a store is unavailable at the start. */
const RETRY_MS = 250;

export type Projecting = Omit<Rebuilding, 'handoverMs' | 'turnMs' | 'despiteFailures'> &
  Readonly<{
    /** Called once for each projection stopped by an event, and for each failure of a store at the start. */
    onFailure?: (error: Error) => void;
    /** Other work that needs the lease; runs while it is held, until the signal aborts. */
    alongside?: (signal: AbortSignal) => Promise<void>;
  }>;

/** Waits for the lease. Resolves when the signal aborts, once the current batches are written. */
export async function runProjector(projecting: Projecting): Promise<void> {
  const { signal, onFailure } = projecting;
  const failed = (error: unknown) => onFailure?.(error instanceof Error ? error : new Error(String(error)));
  while (!signal.aborted)
    try {
      await projectWithLease(projecting, failed);
    } catch (error) {
      failed(error);
      await pause(RETRY_MS, signal);
    }
}

async function projectWithLease(projecting: Projecting, failed: (error: unknown) => void): Promise<void> {
  const { store, signal } = projecting;
  const lease = await store.lease(signal);
  if (lease === null) return; // the signal aborted
  const ended = new AbortController();
  const untilLost = AbortSignal.any([signal, lease.lost, ended.signal]);
  const alongside = projecting.alongside?.(untilLost).catch(failed);
  try {
    while (!untilLost.aborted) await projectOnce({ ...projecting, signal: untilLost });
  } finally {
    ended.abort();
    await alongside;
    await lease.release();
  }
}

/** Runs until the signal aborts or another generation goes live. */
async function projectOnce(projecting: Projecting): Promise<void> {
  const live = await usable(projecting);
  if (live === null) return buildAnew(projecting);
  try {
    await followAll(projecting, live);
  } finally {
    await live.close();
  }
}

/** The live generation; null when it is of another shape or id of the log. @throws LogWentBack when it is ahead */
async function usable({ store, log, logId, projections }: Projecting): Promise<Generation | null> {
  const live = await store.live();
  if (live === null) return null;
  try {
    for (const { name } of projections) {
      const checkpoint = await live.checkpoint(name);
      if (checkpoint === null || (await resumeIn(log, logId, checkpoint)) !== null) continue;
      await live.close();
      return null;
    }
    return live;
  } catch (error) {
    await live.close();
    throw error;
  }
}

async function buildAnew(projecting: Projecting): Promise<void> {
  // A generation that has caught up is reported as live only after the switch.
  const onProgress = (progress: ProjectionProgress) =>
    projecting.onProgress?.(progress.phase === 'live' ? { ...progress, phase: 'catchingUp' } : progress);
  try {
    await rebuild({ ...projecting, onProgress, handoverMs: 0, despiteFailures: true });
  } catch (error) {
    if (!(error instanceof FillInProgress)) throw error;
    await pause(RETRY_MS, projecting.signal);
  }
}

async function followAll(projecting: Projecting, generation: Generation): Promise<void> {
  const { projections, onFailure, onProgress = () => undefined } = projecting;
  const signal = AbortSignal.any([projecting.signal, generation.replaced]);
  const following = projections.map((projection) =>
    follow({ ...projecting, projection, generation, onProgress, signal }).catch((error: unknown) => {
      if (!(error instanceof ProjectionFailed)) throw error;
      onFailure?.(error);
    }),
  );
  await Promise.all([...following, aborted(signal)]);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
