// Runs the projector in a worker thread, so that projecting does not block requests. Both sides of the messages
// are here; the entry file is in src/app, as the thread opens its own log and store.
import { LogWentBack, type Lost } from '../../domain/kernel/log.js';
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { keepTrying } from '../../runtime/keepTrying.js';
import { serve, Thread } from '../../runtime/thread.js';
import type { OnProgress, ProjectionProgress } from './progress.js';

type Notice = Readonly<{ progress: ProjectionProgress }> | Readonly<{ failure: Failure }>;

/** `lost` when it found that the log went back; `isUnavailable` when a store did not answer. */
type Failure = Readonly<{
  projection: string | null;
  message: string;
  lost: Lost | null;
  isUnavailable: boolean;
}>;

type ProjectorHandlers = Readonly<{
  /** Resolves when it was stopped. */
  run(): Promise<void>;
  stop(): void;
  /** Whether the work beside the projections, such as sealing, may append. */
  allowAppends(isAllowed: boolean): void;
}>;

/** Before a dead thread is restarted. */
const PAUSES = { minMs: 250, maxMs: 10_000 };
/** A thread that ran this long resets them. */
const STABLE_MS = 60_000;
/** How long a stop waits for the current batch before the thread is terminated. */
const STOP_MAX_MS = 10_000;
/** An idle thread keeps the whole of its young generation. */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 256 };

export type ProjectorThread = ReturnType<typeof startProjectorThread>;

export type ThreadOptions = Readonly<{
  /** Module that calls `serveProjector`. */
  entry: URL;
  /** `workerData` of the entry file. */
  data: unknown;
  onProgress: OnProgress;
  /**
   * A projection was stopped by an event, or (`projection` null) a store or the thread failed and is tried again.
   */
  onFailure(failure: Failure): void;
}>;

export function startProjectorThread({ entry, data, onProgress, onFailure }: ThreadOptions) {
  const stopping = new AbortController();
  const onNotice = (notice: Notice): void =>
    'progress' in notice ? onProgress(notice.progress) : onFailure(notice.failure);
  let thread: Thread<ProjectorHandlers> | null = null;

  /** @returns why it ended */
  async function runOnce(): Promise<string> {
    const running = (thread = new Thread(entry, { data, limits: LIMITS, onNotice }));
    try {
      await running.request('run', undefined);
      return 'without a reason';
    } catch (error) {
      const { message, cause } = error as Error;
      return cause instanceof Error ? cause.message : message;
    } finally {
      thread = null;
      await running.end();
    }
  }

  const running = keepTrying(stopping.signal, PAUSES, async (progressed) => {
    const started = performance.now();
    const problem = await runOnce();
    if (stopping.signal.aborted) return true;
    const message = `the projector’s thread ended: ${problem}`;
    onFailure({ projection: null, message, lost: null, isUnavailable: false });
    if (performance.now() - started > STABLE_MS) progressed();
    return false;
  });
  return {
    /**
     * While false, the work beside the projections appends nothing, not even when stopping: the log may have gone
     * back.
     */
    allowAppends: (isAllowed: boolean) => void thread?.request('allowAppends', isAllowed).catch(() => undefined),
    /** Finishes the current batch, releases the lease. */
    async stop() {
      stopping.abort();
      const ending = thread;
      ending?.request('stop', undefined).catch(() => undefined);
      const late = setTimeout(() => void ending?.end(), STOP_MAX_MS);
      await running;
      clearTimeout(late);
    },
  };
}

/** Passed to the projector inside the thread. */
export type InThread = Readonly<{
  signal: AbortSignal;
  mayAppend: () => boolean;
  onProgress: OnProgress;
  onFailure: (error: Error) => void;
}>;

/**
 * Called by the entry file inside the thread.
 * @param run opens log and store, runs the projector until the signal aborts, and closes them
 */
export function serveProjector(run: (inThread: InThread) => Promise<void>): void {
  const stopping = new AbortController();
  let mayAppend = true;
  const inThread: InThread = {
    signal: stopping.signal,
    mayAppend: () => mayAppend,
    onProgress: (progress) => notify({ progress }),
    onFailure: (error) => {
      const projection = 'projection' in error ? String(error.projection) : null;
      const lost = error instanceof LogWentBack ? error.lost : null;
      const isUnavailable = error instanceof StoreUnavailable;
      notify({ failure: { projection, message: `${error.name}: ${error.message}`, lost, isUnavailable } });
    },
  };
  const handlers: ProjectorHandlers = {
    run: () => run(inThread),
    stop: () => stopping.abort(),
    allowAppends: (isAllowed) => void (mayAppend = isAllowed),
  };
  const notify: (notice: Notice) => void = serve(handlers);
}
