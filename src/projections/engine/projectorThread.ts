// Runs the projector in a worker thread, so that projecting does not block requests. Both sides of the messages are here; the
// entry file is in src/app, as the thread opens its own log and store.
import { parentPort, Worker } from 'node:worker_threads';
import type { OnProgress, Progress } from './progress.js';
import { pause } from './pause.js';

/** From the thread. */
type Message =
  | Readonly<{ is: 'progress'; progress: Progress }>
  | Readonly<{ is: 'failure'; projection: string | null; message: string }>;

const STOP = 'stop';
/** Delay before a dead thread is restarted; doubles up to the maximum. */
const RESTART_MIN_MS = 250;
const RESTART_MAX_MS = 10_000;
/** After running so long, the delay starts over. */
const STABLE_MS = 60_000;
/** How long a stop waits for the current batch before the thread is terminated. */
const STOP_MAX_MS = 10_000;
const HEAP_MB = 256;

export type ProjectorThread = Readonly<{
  /** Finishes the current batch, releases the lease. */
  stop(): Promise<void>;
}>;

export type ThreadOptions = Readonly<{
  /** Module that calls `serveProjector`. */
  entry: URL;
  /** Plain data the entry finds as `workerData`. */
  data: unknown;
  onProgress: OnProgress;
  /** A projection was stopped by an event, or (`projection` null) a store or the thread failed and is tried again. */
  onFailure(failure: Readonly<{ projection: string | null; message: string }>): void;
}>;

export function startProjectorThread({ entry, data, onProgress, onFailure }: ThreadOptions): ProjectorThread {
  const stopping = new AbortController();
  let worker: Worker | null = null;

  async function keepRunning(): Promise<void> {
    for (let waitMs = RESTART_MIN_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, RESTART_MAX_MS)) {
      const started = performance.now();
      const problem = await runOnce();
      if (stopping.signal.aborted) return;
      onFailure({ projection: null, message: `the projector’s thread ended: ${problem}` });
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
        else onFailure({ projection: message.projection, message: message.message });
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

/** What the running projector is given inside the thread. */
export type InThread = Readonly<{
  signal: AbortSignal;
  onProgress: OnProgress;
  onFailure: (error: Error) => void;
}>;

/**
 * Called by the entry file, inside the thread. Ends it once `run` has: a message to stop aborts the signal.
 * @param run opens what it needs, runs the projector, and closes again
 */
export async function serveProjector(run: (inThread: InThread) => Promise<void>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('not inside a thread');
  const stopping = new AbortController();
  port.on('message', (message) => {
    if (message === STOP) stopping.abort();
  });
  const post = (message: Message) => port.postMessage(message);
  try {
    await run({
      signal: stopping.signal,
      onProgress: (progress) => post({ is: 'progress', progress }),
      onFailure: (error) => {
        const projection = 'projection' in error ? String(error.projection) : null;
        post({ is: 'failure', projection, message: `${error.name}: ${error.message}` });
      },
    });
  } finally {
    port.close();
  }
}
