// The projector: takes the lease, rebuilds read models of another log or shape, then runs every projection.
import { resumeIn } from '../../domain/kernel/knownEvent.js';
import { ProjectionFailed, type ProjectionProgress } from './progress.js';
import { FillInProgress, type Generation } from './readStore.js';
import { rebuild, type RebuildOptions } from './rebuild.js';
import { pause } from '../../runtime/keepTrying.js';
import { follow } from './runner.js';

/** Retry interval while another process rebuilds or a store is unavailable at the start. */
const RETRY_MS = 250;

export type ProjectorOptions = Omit<RebuildOptions, 'handoverMs' | 'turnMs' | 'despiteFailures'> &
  Readonly<{
    /** Called once for each projection stopped by an event, and for each failure of a store at the start. */
    onFailure?: (error: Error) => void;
    /** Other work that needs the lease; runs while it is held, until the signal aborts. */
    alongside?: (signal: AbortSignal) => Promise<void>;
  }>;

/** Waits for the lease. Resolves when the signal aborts, once the current batches are written. */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { signal, onFailure } = options;
  const report = (error: unknown) => onFailure?.(error instanceof Error ? error : new Error(String(error)));
  while (!signal.aborted)
    try {
      await projectWithLease(options, report);
    } catch (error) {
      report(error);
      await pause(RETRY_MS, signal);
    }
}

async function projectWithLease(options: ProjectorOptions, report: (error: unknown) => void): Promise<void> {
  const { store, signal } = options;
  const lease = await store.lease(signal);
  if (lease === null) return; // the signal aborted
  const ended = new AbortController();
  const untilLost = AbortSignal.any([signal, lease.lost, ended.signal]);
  const alongside = options.alongside?.(untilLost).catch(report);
  try {
    while (!untilLost.aborted) await projectOnce({ ...options, signal: untilLost });
  } finally {
    ended.abort();
    await alongside;
    await lease.release();
  }
}

/** Runs until the signal aborts or another generation goes live. */
async function projectOnce(options: ProjectorOptions): Promise<void> {
  const live = await usableGeneration(options);
  if (live === null) return buildAnew(options);
  try {
    await followAll(options, live);
  } finally {
    await live.close();
  }
}

/** The live generation; null when it is of another shape or id of the log. @throws LogWentBack when it is ahead */
async function usableGeneration({ store, log, logId, projections }: ProjectorOptions): Promise<Generation | null> {
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

async function buildAnew(options: ProjectorOptions): Promise<void> {
  // A generation that has caught up is reported as live only after the switch.
  const onProgress = (progress: ProjectionProgress) =>
    options.onProgress?.(progress.phase === 'live' ? { ...progress, phase: 'catchingUp' } : progress);
  try {
    await rebuild({ ...options, onProgress, handoverMs: 0, despiteFailures: true });
  } catch (error) {
    if (!(error instanceof FillInProgress)) throw error;
    await pause(RETRY_MS, options.signal);
  }
}

async function followAll(options: ProjectorOptions, generation: Generation): Promise<void> {
  const { projections, onFailure, onProgress = () => undefined } = options;
  const signal = AbortSignal.any([options.signal, generation.replaced]);
  const following = projections.map((projection) =>
    follow({ ...options, projection, generation, onProgress, signal }).catch((error: unknown) => {
      if (!(error instanceof ProjectionFailed)) throw error;
      onFailure?.(error);
    }),
  );
  await Promise.all([...following, untilAborted(signal)]);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
