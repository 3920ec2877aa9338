// Read-your-writes: waits until a projection has passed a position. Woken by the projector of this process; also polls the
// checkpoint, as the projector may run in another process.
import type { Checkpoint, ReadModels } from './readStore.js';
import type { ProjectionProgress } from './progress.js';

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
