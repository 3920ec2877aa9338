// How far projections are, and who waits for a position.
import { singleFlight, type SingleFlight } from '../../runtime/singleFlight.js';
import type { Projection } from './projection.js';
import type { Checkpoint, ReadModels } from './readStore.js';

// Read-your-writes: waits until a projection has passed a position. Woken by the projector of this process; also
// polls the checkpoint, as the projector may run in another process.

/** The stored checkpoint is polled again after at least this, and a part of the time waited. */
const LOOK_AGAIN_MS = 10;
const LOOK_AGAIN_PART = 1 / 8;

type Waiter = Readonly<{ projection: string; look(): Promise<void> }>;

export class PositionWaiter {
  readonly #waiters = new Set<Waiter>();
  readonly #looking = new Map<string, SingleFlight<Checkpoint | null>>();

  constructor(private readonly store: Pick<ReadModels, 'checkpoint'>) {}

  /** @returns whether the projection reached the position in time */
  async waitFor(projection: string, position: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const sinceMs = performance.now();
      const end = (result: boolean) => {
        this.#waiters.delete(waiter);
        clearTimeout(polling);
        clearTimeout(timer);
        resolve(result);
      };
      const look = async () => {
        if (await this.#reaches(projection, position)) end(true);
      };
      const poll = async () => {
        await look();
        if (!this.#waiters.has(waiter)) return;
        const waitedMs = performance.now() - sinceMs;
        polling = setTimeout(() => void poll(), Math.max(LOOK_AGAIN_MS, waitedMs * LOOK_AGAIN_PART));
      };
      let polling: NodeJS.Timeout | undefined;
      const waiter: Waiter = { projection, look };
      this.#waiters.add(waiter);
      const timer = setTimeout(() => end(false), timeoutMs);
      void poll();
    });
  }

  /** @returns whether all projections reached the position in time */
  async waitForAll(projections: readonly Projection[], position: number, timeoutMs: number): Promise<boolean> {
    const waits = projections.map(({ name }) => this.waitFor(name, position, timeoutMs));
    return (await Promise.all(waits)).every(Boolean);
  }

  /** Called with the progress of this process's projector. */
  note({ projection }: Pick<ProjectionProgress, 'projection'>): void {
    for (const waiter of this.#waiters) if (waiter.projection === projection) void waiter.look();
  }

  /** Concurrent waiters share one query. False while the store is unavailable: the read that follows tells. */
  async #reaches(projection: string, position: number): Promise<boolean> {
    const looking = this.#looking.get(projection) ?? singleFlight(() => this.store.checkpoint(projection));
    this.#looking.set(projection, looking);
    const checkpoint = await looking.now().catch(() => null);
    return (checkpoint?.position ?? 0) >= position;
  }
}

/** `catchingUp`: not at the log's end since the start. `retrying`: no store. `failed`: stopped by an event. */
export type ProjectionPhase = 'catchingUp' | 'live' | 'retrying' | 'failed';

/** `position` of the last projected event; `events`: handled in this run; `error` of the last two phases. */
export type ProjectionProgress = Readonly<{
  projection: string;
  phase: ProjectionPhase;
  position: number;
  events: number;
  error: string | null;
}>;

export type OnProgress = (progress: ProjectionProgress) => void;

/** Names the event that stopped a projection, without its data. */
export class ProjectionFailed extends Error {
  override readonly name = 'ProjectionFailed';
  constructor(
    readonly projection: string,
    readonly position: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
