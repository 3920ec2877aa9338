// The projections as a command runs them in its own process, until it ends. Beside a running service they only wait for the lease.
import { DomainError } from '../../domain/problem.js';
import { runProjector } from '../../projections/engine/projector.js';
import { rebuild } from '../../projections/engine/rebuild.js';
import type { PositionWaiter } from '../../projections/engine/waitFor.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import { projections } from '../../projections/views/allProjections.js';
import type { CommandSide } from '../commandSide.js';
import type { OnError } from '../stores.js';

/** How long a command waits for its change to be readable (docs/spec/operator.md#in-force). */
const IN_FORCE_MAX_MS = 5_000;
/** How long a rebuild waits for another one, such as a projector's after a restore. */
export const REBUILD_TURN_MS = 600_000;

type Projected = Pick<CommandSide, 'log'> &
  Readonly<{ logId: string; store: ReadStore; waiter: PositionWaiter; printError: OnError }>;

export class OwnProjector {
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #hasFailed = false;

  constructor(private readonly projected: Projected) {}

  start(): void {
    const { log, logId, store, waiter, printError } = this.projected;
    this.#running ??= runProjector({
      ...{ log, logId, store, projections, signal: this.#closing.signal },
      onProgress: (progress) => waiter.note(progress),
      onFailure: (error) => {
        printError('projeção', error);
        this.#hasFailed = true;
      },
    });
  }

  /** Starts, and waits until every view contains the event at the position. @throws DomainError `Unavailable` */
  async builtUpTo(position: number): Promise<void> {
    this.start();
    for (const startMs = performance.now(); !(await waitUntilShown(this.projected.waiter, position));)
      if (this.#hasFailed || performance.now() - startMs > REBUILD_TURN_MS)
        throw new DomainError({ is: 'Unavailable' });
  }

  /** @param onProgress events projected so far, over all projections */
  async rebuild(onProgress: (events: number) => void): Promise<Readonly<{ events: number; seconds: number }>> {
    const { log, logId, store } = this.projected;
    const events = new Map<string, number>();
    const rebuilt = await rebuild({
      ...{ log, logId, store, projections, signal: this.#closing.signal, turnMs: REBUILD_TURN_MS },
      onProgress(progress) {
        events.set(progress.projection, progress.events);
        onProgress([...events.values()].reduce((sum, count) => sum + count, 0));
      },
    });
    if (rebuilt === null) throw new Error('the rebuild was interrupted');
    return rebuilt;
  }

  async stop(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }
}

/** @returns whether every view contains the event at the position in time */
export async function waitUntilShown(waiter: PositionWaiter, position: number): Promise<boolean> {
  const reached = projections.map(({ name }) => waiter.waitFor(name, position, IN_FORCE_MAX_MS));
  return (await Promise.all(reached)).every(Boolean);
}
