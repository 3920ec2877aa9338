// Read-your-writes: a read waits until a projection has passed the position its key last wrote. Woken by the projector
// of this process; the checkpoint is looked at as well, for the projector may be in another.
import type { ReadModels } from './readStore.js';
import type { Progress } from './progress.js';

/** Decisions 2: then the read answers with what there is. */
export const WAIT_MAX_MS = 2_000;
/** How often the stored checkpoint is looked at while somebody waits. */
const LOOK_EVERY_MS = 10;

export type PositionWaiter = Readonly<{
  /** @returns whether the projection got there in time */
  waitFor(projection: string, position: number, atMostMs?: number): Promise<boolean>;
  /** What the projector of this process tells. */
  note(progress: Pick<Progress, 'projection' | 'position'>): void;
}>;

type Waiter = Readonly<{ projection: string; look(): Promise<void> }>;

export function createPositionWaiter(store: Pick<ReadModels, 'checkpoint' | 'generation'>): PositionWaiter {
  /** Positions known to be shown, of one generation: another may be behind for a moment. */
  let known = { generation: store.generation(), positions: new Map<string, number>() };
  const waiting = new Set<Waiter>();

  /** A store that is away has shown nothing: the read that follows tells. */
  async function reached(projection: string, position: number): Promise<boolean> {
    const generation = store.generation();
    if (known.generation !== generation) known = { generation, positions: new Map() };
    if ((known.positions.get(projection) ?? 0) >= position) return true;
    const checkpoint = await store.checkpoint(projection).catch(() => null);
    if (checkpoint !== null) known.positions.set(projection, checkpoint.position);
    return (checkpoint?.position ?? 0) >= position;
  }

  async function waitFor(projection: string, position: number, atMostMs = WAIT_MAX_MS): Promise<boolean> {
    if (await reached(projection, position)) return true;
    return new Promise((resolve) => {
      const end = (result: boolean) => {
        waiting.delete(waiter);
        clearInterval(looking);
        clearTimeout(timer);
        resolve(result);
      };
      const look = async () => {
        if (await reached(projection, position)) end(true);
      };
      const waiter: Waiter = { projection, look };
      waiting.add(waiter);
      const looking = setInterval(() => void look(), LOOK_EVERY_MS);
      const timer = setTimeout(() => end(false), atMostMs);
    });
  }

  return {
    waitFor,
    note({ projection }) {
      for (const waiter of waiting) if (waiter.projection === projection) void waiter.look();
    },
  };
}
