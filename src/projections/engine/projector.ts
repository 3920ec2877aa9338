// The projector: takes the lease, rebuilds read models of another log or shape, then runs every projection. The service runs
// it in a worker thread, the command line inline.
import { noFailPoints, type FailPoints } from '../../domain/kernel/failPoints.js';
import type { EventLog } from '../../domain/kernel/log.js';
import { ProjectionFailed, type OnProgress, type Progress } from './progress.js';
import type { Projection } from './projection.js';
import { FillInProgress, type Generation, type ReadStore } from './readStore.js';
import { rebuild } from './rebuild.js';
import { pause } from './pause.js';
import { follow } from './runner.js';

/** Retry interval while another process rebuilds or a store is away at the start. */
const RETRY_MS = 250;

export type Projecting = Readonly<{
  log: EventLog;
  /** The newest logId of stream `deployment`. */
  logId: string;
  store: ReadStore;
  projections: readonly Projection[];
  onProgress?: OnProgress;
  /** Called once for each projection stopped by an event, and for each failure of a store at the start. */
  onFailure?: (error: Error) => void;
  /** Other work that only one process may do at a time; runs while the lease is held, until its signal aborts. */
  alongside?: (signal: AbortSignal) => Promise<void>;
  failPoints?: FailPoints;
  signal: AbortSignal;
}>;

/** Waits for the lease. Resolves when the signal aborts, once the current batches are written. */
export async function runProjector(projecting: Projecting): Promise<void> {
  const { store, signal, onFailure } = projecting;
  while (!signal.aborted) {
    const lease = await store.lease(signal);
    if (lease === null) return;
    const done = new AbortController();
    const held = AbortSignal.any([signal, lease.lost, done.signal]);
    const failed = (error: unknown) => onFailure?.(error instanceof Error ? error : new Error(String(error)));
    const alongside = projecting.alongside?.(held).catch(failed);
    try {
      while (!held.aborted) await projectOnce({ ...projecting, signal: held });
    } catch (error) {
      failed(error);
      await pause(RETRY_MS, signal);
    } finally {
      done.abort();
      await alongside;
      await lease.release();
    }
  }
}

/** Until the signal aborts or another generation goes live. */
async function projectOnce(projecting: Projecting): Promise<void> {
  const live = await usable(projecting);
  if (live === null) return void (await buildAnew(projecting));
  try {
    await followAll(projecting, live);
  } finally {
    await live.close();
  }
}

/** The live generation, unless it is of another shape, of another log, or ahead of this one. */
async function usable({ store, log, logId, projections }: Projecting): Promise<Generation | null> {
  const live = await store.live();
  if (live === null) return null;
  try {
    const head = await log.head();
    for (const { name } of projections) {
      const checkpoint = await live.checkpoint(name);
      if (checkpoint === null || (checkpoint.logId === logId && checkpoint.position <= head)) continue;
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
  // A generation that caught up is not live before the switch.
  const onProgress = (progress: Progress) =>
    projecting.onProgress?.(progress.phase === 'live' ? { ...progress, phase: 'catchingUp' } : progress);
  try {
    await rebuild({ ...projecting, onProgress, handoverMs: 0, despiteFailures: true });
  } catch (error) {
    if (!(error instanceof FillInProgress)) throw error;
    await pause(RETRY_MS, projecting.signal);
  }
}

async function followAll(projecting: Projecting, generation: Generation): Promise<void> {
  const { log, logId, projections, onFailure, failPoints = noFailPoints } = projecting;
  const signal = AbortSignal.any([projecting.signal, generation.replaced]);
  const onProgress = (progress: Progress) => projecting.onProgress?.(progress);
  const following = projections.map((projection) =>
    follow({ log, logId, projection, generation, onProgress, failPoints, signal }).catch((error: unknown) => {
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
