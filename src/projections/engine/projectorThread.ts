// Runs the projector in a worker thread, so that projecting does not block requests. Both sides of the messages are here; the
// entry file is in src/app, as the thread opens its own log and store.
import { parentPort, Worker } from 'node:worker_threads';
import { LogWentBack, type Lost } from '../../domain/kernel/log.js';
import { StoreUnavailable } from '../../domain/kernel/storeUnavailable.js';
import type { OnProgress, ProjectionProgress } from './progress.js';
import { pause } from '../../runtime/pause.js';

/** Messages from the thread. */
type Message =
  Readonly<{ is: 'progress'; progress: ProjectionProgress }> | (Failure & Readonly<{ is: 'failure' }>);

/** `lost` when it found that the log went back; `isUnavailable` when a store did not answer. */
type Failure = Readonly<{
  projection: string | null;
  message: string;
  lost: Lost | null;
  isUnavailable: boolean;
}>;

const STOP = 'stop';
/** Whether the work beside the projections, such as sealing, may append. */
type MayAppend = Readonly<{ mayAppend: boolean }>;
/** Delay before a dead thread is restarted; doubles up to the maximum. */
const RESTART_MIN_MS = 250;
const RESTART_MAX_MS = 10_000;
/** A thread that ran this long resets the delay. */
const STABLE_MS = 60_000;
/** How long a stop waits for the current batch before the thread is terminated. */
const STOP_MAX_MS = 10_000;
const HEAP_MB = 256;

export type ProjectorThread = Readonly<{
  /** While false, the work beside the projections appends nothing, not even when stopping: the log may have gone back. */
  allowAppends(isAllowed: boolean): void;
  /** Finishes the current batch, releases the lease. */
  stop(): Promise<void>;
}>;

export type ThreadOptions = Readonly<{
  /** Module that calls `serveProjector`. */
  entry: URL;
  /** `workerData` of the entry file. */
  data: unknown;
  onProgress: OnProgress;
  /** A projection was stopped by an event, or (`projection` null) a store or the thread failed and is tried again. */
  onFailure(failure: Failure): void;
}>;

export function startProjectorThread({ entry, data, onProgress, onFailure }: ThreadOptions): ProjectorThread {
  const stopping = new AbortController();
  let worker: Worker | null = null;

  async function keepRunning(): Promise<void> {
    for (let waitMs = RESTART_MIN_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, RESTART_MAX_MS)) {
      const started = performance.now();
      const problem = await runOnce();
      if (stopping.signal.aborted) return;
      const message = `the projector’s thread ended: ${problem}`;
      onFailure({ projection: null, message, lost: null, isUnavailable: false });
      if (performance.now() - started > STABLE_MS) waitMs = RESTART_MIN_MS;
      await pause(waitMs, stopping.signal);
    }
  }

  /** @returns why it ended */
  function runOnce(): Promise<string> {
    return new Promise((resolve) => {
      let problem = 'without a reason';
      worker = new Worker(entry, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
      worker.on('message', (message: Message) => {
        if (message.is === 'progress') onProgress(message.progress);
        else onFailure(message);
      });
      worker.on('error', (error) => (problem = error instanceof Error ? error.message : String(error)));
      worker.on('exit', () => {
        worker = null;
        resolve(problem);
      });
    });
  }

  const running = keepRunning();
  return {
    allowAppends: (mayAppend) => worker?.postMessage({ mayAppend } satisfies MayAppend),
    async stop() {
      stopping.abort();
      const ending = worker;
      ending?.postMessage(STOP);
      const late = setTimeout(() => void ending?.terminate(), STOP_MAX_MS);
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
 * Called by the entry file inside the thread, which exits when `run` resolves. A stop message aborts the signal.
 * @param run opens log and store, runs the projector, and closes them
 */
export async function serveProjector(run: (inThread: InThread) => Promise<void>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('not inside a thread');
  const stopping = new AbortController();
  let mayAppend = true;
  port.on('message', (message: typeof STOP | MayAppend) => {
    if (message === STOP) stopping.abort();
    else ({ mayAppend } = message);
  });
  const post = (message: Message) => port.postMessage(message);
  try {
    await run({
      signal: stopping.signal,
      mayAppend: () => mayAppend,
      onProgress: (progress) => post({ is: 'progress', progress }),
      onFailure: (error) => {
        const projection = 'projection' in error ? String(error.projection) : null;
        const lost = error instanceof LogWentBack ? error.lost : null;
        const isUnavailable = error instanceof StoreUnavailable;
        post({ is: 'failure', projection, message: `${error.name}: ${error.message}`, lost, isUnavailable });
      },
    });
  } finally {
    port.close();
  }
}
