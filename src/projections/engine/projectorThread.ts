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
  run(data: unknown): Promise<void>;
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

type RunOptions = Readonly<{
  /** Passed to the function that the entry file gives to `serveProjector`. */
  data: unknown;
  onProgress: OnProgress;
  /** A projection was stopped by an event, or (`projection` null) a store or the thread failed: tried again. */
  onFailure(failure: Failure): void;
}>;

/** The thread loads its modules from the construction on, and projects from `run` on. */
export class ProjectorThread {
  readonly #stopping = new AbortController();
  #thread: Thread<ProjectorHandlers> | null;
  #running: Promise<void> = Promise.resolve();
  #onNotice: (notice: Notice) => void = () => undefined;

  /** @param entry module that calls `serveProjector` */
  constructor(private readonly entry: URL) {
    this.#thread = this.#load();
  }

  /** To be called once. Runs until `stop`, in another thread when one dies. */
  run({ data, onProgress, onFailure }: RunOptions): void {
    this.#onNotice = (notice) => ('progress' in notice ? onProgress(notice.progress) : onFailure(notice.failure));
    this.#running = keepTrying(this.#stopping.signal, PAUSES, async (progressed) => {
      const started = performance.now();
      const problem = await this.#runOnce(data);
      if (this.#stopping.signal.aborted) return true;
      const message = `the projector’s thread ended: ${problem}`;
      onFailure({ projection: null, message, lost: null, isUnavailable: false });
      if (performance.now() - started > STABLE_MS) progressed();
      return false;
    });
  }

  /** While false nothing beside the projections is appended, even when stopping: the log may have gone back. */
  allowAppends(isAllowed: boolean): void {
    this.#thread?.request('allowAppends', isAllowed).catch(() => undefined);
  }

  /** Finishes the current batch, releases the lease. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const ending = this.#thread;
    ending?.request('stop', undefined).catch(() => undefined);
    const late = setTimeout(() => void ending?.end(), STOP_MAX_MS);
    await this.#running;
    clearTimeout(late);
    await this.#thread?.end(); // it was never run
  }

  #load(): Thread<ProjectorHandlers> {
    return new Thread(this.entry, { limits: LIMITS, onNotice: (notice: Notice) => this.#onNotice(notice) });
  }

  /** @returns why it ended */
  async #runOnce(data: unknown): Promise<string> {
    const thread = (this.#thread ??= this.#load());
    try {
      await thread.request('run', data);
      return 'without a reason';
    } catch (error) {
      const { message, cause } = error as Error;
      return cause instanceof Error ? cause.message : message;
    } finally {
      this.#thread = null;
      await thread.end();
    }
  }
}

/** Passed to the projector inside the thread. */
type InThread = Readonly<{
  signal: AbortSignal;
  mayAppend: () => boolean;
  onProgress: OnProgress;
  onFailure: (error: Error) => void;
}>;

/** Called by the entry file in the thread. @param run runs the projector on its stores until the signal aborts */
export function serveProjector<Data>(run: (data: Data, inThread: InThread) => Promise<void>): void {
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
    run: (data) => run(data as Data, inThread),
    stop: () => stopping.abort(),
    allowAppends: (isAllowed) => void (mayAppend = isAllowed),
  };
  const notify: (notice: Notice) => void = serve(handlers);
}
