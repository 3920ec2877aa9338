// Rebuilds the read models in a new generation while the live one serves; switches when the new one has caught up.
import { resumeIn } from '../../domain/kernel/knownEvent.js';
import type { OnProgress } from './progress.js';
import type { Projection } from './projection.js';
import { FillInProgress, type Filling, type ReadStore } from './readStore.js';
import { pause } from '../../runtime/keepTrying.js';
import { follow, type Source } from './runner.js';

/** How long the rebuild goes on after the switch, until the projector writes. Two of the same are harmless. */
const HANDOVER_MS = 1_000;

/** Retry interval while another process fills a generation. */
const RETRY_MS = 250;

/** Aborting the signal before the switch drops the new generation. */
export type RebuildOptions = Source &
  Readonly<{
    store: ReadStore;
    projections: readonly Projection[];
    onProgress?: OnProgress;
    handoverMs?: number;
    /** How long to wait for another process that fills a generation; 0 by default. */
    turnMs?: number;
    /** Switches even if an event stopped one of the projections, so that the others become available. */
    despiteFailures?: boolean;
  }>;

/**
 * @returns `events` handled by all projections, `seconds` until the switch; null when the signal aborted before it
 * @throws FillInProgress when another process still rebuilds after `turnMs`
 * @throws ProjectionFailed at an event that cannot be projected; LogWentBack when another log was read meanwhile.
 *   The live read models stay.
 */
export async function rebuild(
  options: RebuildOptions,
): Promise<Readonly<{ events: number; seconds: number }> | null> {
  const { signal, handoverMs = HANDOVER_MS } = options;
  const started = performance.now();
  const filling = await fillInTurn(options);
  if (filling === null) return null;
  const stopping = new AbortController();
  const ended = AbortSignal.any([signal, stopping.signal]);
  const runs = options.projections.map((projection) => fillOne(options, filling, projection, ended));
  try {
    const caughtUp = await Promise.all(runs.map((run) => run.caughtUp));
    if (signal.aborted) return null;
    await requireSameLog(options, filling);
    await filling.goLive();
    const seconds = (performance.now() - started) / 1_000;
    await pause(handoverMs, signal);
    return { events: caughtUp.reduce((sum, events) => sum + events, 0), seconds };
  } finally {
    stopping.abort();
    await Promise.allSettled(runs.map((run) => run.ended));
    await filling.discard();
    await filling.close();
  }
}

/** @returns null when the signal aborted first */
async function fillInTurn({ store, signal, turnMs = 0 }: RebuildOptions): Promise<Filling | null> {
  const started = performance.now();
  while (!signal.aborted) {
    try {
      return await store.fill();
    } catch (error) {
      if (!(error instanceof FillInProgress) || performance.now() - started >= turnMs) throw error;
      await pause(RETRY_MS, signal);
    }
  }
  return null;
}

/** @throws LogWentBack unless the log holds what the live and the new read models have of it */
async function requireSameLog(options: RebuildOptions, filling: Filling): Promise<void> {
  const { store, log, logId, projections } = options;
  const filled = await Promise.all(projections.map(({ name }) => filling.checkpoint(name)));
  for (const checkpoint of [...(await store.checkpoints()), ...filled])
    if (checkpoint !== null) await resumeIn(log, logId, checkpoint);
}

/** `caughtUp`: events handled until the end of the log was first reached. */
function fillOne(options: RebuildOptions, generation: Filling, projection: Projection, signal: AbortSignal) {
  let handled = 0;
  let settle: (events: number) => void = () => undefined;
  const reached = new Promise<number>((resolve) => (settle = resolve));
  const ended = follow({
    ...options,
    projection,
    generation,
    signal,
    onProgress(progress) {
      handled = progress.events;
      if (progress.phase === 'live') settle(handled);
      options.onProgress?.(progress);
    },
  });
  const failed = ended.then(
    () => handled,
    (error: unknown) => {
      if (options.despiteFailures === true) return handled;
      throw error;
    },
  );
  return { caughtUp: Promise.race([reached, failed]), ended };
}
