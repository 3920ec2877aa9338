// How far projections are, and who waits for a position.
import type { Checkpoint, ReadModels } from './readStore.js';

// Read-your-writes: waits until a projection has passed a position. Woken by the projector of this process; also polls the
// checkpoint, as the projector may run in another process.

/** Delay before the stored checkpoint is polled again while a read waits: at least this, and a part of the time waited. */
const LOOK_AGAIN_MS = 10;
const LOOK_AGAIN_PART = 1 / 8;

export type PositionWaiter = Readonly<{
  /** @returns whether the projection reached the position in time */
  waitFor(projection: string, position: number, timeoutMs: number): Promise<boolean>;
  /** Called with the progress of this process's projector. */
  note(progress: Pick<ProjectionProgress, 'projection' | 'position'>): void;
}>;

type Waiter = Readonly<{ projection: string; look(): Promise<void> }>;

export function createPositionWaiter(store: Pick<ReadModels, 'checkpoint' | 'generation'>): PositionWaiter {
  /** Positions known to be projected in one generation; another one may be behind. */
  let known = { generation: store.generation(), positions: new Map<string, number>() };
  const waiting = new Set<Waiter>();
  const looking = new Map<string, Promise<Checkpoint | null>>();

  /** Concurrent waiters share one query of the store. */
  function looked(projection: string): Promise<Checkpoint | null> {
    const under = looking.get(projection);
    if (under !== undefined) return under;
    const look = store
      .checkpoint(projection)
      .catch(() => null)
      .finally(() => looking.delete(projection));
    looking.set(projection, look);
    return look;
  }

  function knownToShow(projection: string, position: number): boolean {
    const generation = store.generation();
    if (known.generation !== generation) known = { generation, positions: new Map() };
    return (known.positions.get(projection) ?? 0) >= position;
  }

  /** False while the store is unavailable; the read that follows reports that. */
  async function reached(projection: string, position: number): Promise<boolean> {
    if (knownToShow(projection, position)) return true;
    const { positions } = known;
    const checkpoint = await looked(projection);
    if (checkpoint !== null) positions.set(projection, checkpoint.position);
    return (checkpoint?.position ?? 0) >= position;
  }

  async function waitFor(projection: string, position: number, timeoutMs: number): Promise<boolean> {
    if (knownToShow(projection, position)) return true;
    return new Promise((resolve) => {
      const sinceMs = performance.now();
      const end = (result: boolean) => {
        waiting.delete(waiter);
        clearTimeout(polling);
        clearTimeout(timer);
        resolve(result);
      };
      const look = async () => {
        if (await reached(projection, position)) end(true);
      };
      const poll = async () => {
        await look();
        if (!waiting.has(waiter)) return;
        const waitedMs = performance.now() - sinceMs;
        polling = setTimeout(() => void poll(), Math.max(LOOK_AGAIN_MS, waitedMs * LOOK_AGAIN_PART));
      };
      let polling: NodeJS.Timeout | undefined;
      const waiter: Waiter = { projection, look };
      waiting.add(waiter);
      const timer = setTimeout(() => end(false), timeoutMs);
      void poll();
    });
  }

  return {
    waitFor,
    note({ projection }) {
      for (const waiter of waiting) if (waiter.projection === projection) void waiter.look();
    },
  };
}

// Progress reports of running projections, for health, metrics and read-your-writes.

/** `catchingUp`: has not reached the end of the log since the start. `retrying`: a store is unavailable. `failed`: stopped by an event. */
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

/** The last progress report of each projection, for /health/ready and /metrics. */
export type HealthOfProjections = Readonly<{
  note(progress: ProjectionProgress): void;
  all(): readonly ProjectionProgress[];
  /** Stopped by an event; needs an operator. */
  failed(): readonly ProjectionProgress[];
}>;

export function createHealthOfProjections(names: readonly string[]): HealthOfProjections {
  const states = new Map<string, ProjectionProgress>(
    names.map((projection) => [
      projection,
      { projection, phase: 'catchingUp', position: 0, events: 0, error: null },
    ]),
  );
  return {
    note: (progress) => void states.set(progress.projection, progress),
    all: () => [...states.values()],
    failed: () => [...states.values()].filter(({ phase }) => phase === 'failed'),
  };
}
