// Outcomes on their way into the queue: what ends while others are being stored is stored with the next group, so that
// many share one flush to the disk.
import type { DeliveryQueue, Settlement } from './deliveryQueue.js';
import { pauseFor } from './pauseFor.js';

/** Between the beginnings of two groups, unless one is full before; the first after a while goes at once. */
const GROUP_EVERY_MS = 20;
/** Outcomes of one group: more wait for the next. What a group costs the disk hardly depends on its size. */
const GROUP_MAX = 256;
/** An outcome that could not be stored is offered to the queue again, this often. */
const RECORD_AGAIN_MS = 250;

/**
 * Resolves once the outcome is durable, or refused because its claim no longer held.
 * @throws what the queue threw last, when we have to stop while it is away
 */
export type Record = (settlement: Settlement) => Promise<void>;

export type RecorderDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'settle'>;
  onTrouble(error: unknown): void;
  /** Ends the wait for a queue that is away. */
  signal: AbortSignal;
}>;

type Waiting = Readonly<{ settlement: Settlement; resolve(): void; reject(error: unknown): void }>;

export function createRecorder({ queue, onTrouble, signal }: RecorderDeps): Record {
  let waiting: Waiting[] = [];
  let isStoring = false;
  let onFull = (): void => undefined;

  async function storeAll(): Promise<void> {
    isStoring = true;
    while (waiting.length > 0) {
      const begunMs = performance.now();
      const group = waiting.slice(0, GROUP_MAX);
      waiting = waiting.slice(GROUP_MAX);
      await store(group);
      await rest(GROUP_EVERY_MS - (performance.now() - begunMs));
    }
    isStoring = false;
  }

  /** Until it is time for the next group, or it is full, or we have to stop. */
  async function rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || waiting.length >= GROUP_MAX || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      onFull = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', onFull, { once: true });
    });
    signal.removeEventListener('abort', onFull);
    onFull = () => undefined;
  }

  /** What could not be stored together is stored one by one: what spoils one outcome must not hold up the others. */
  async function store(group: readonly Waiting[]): Promise<void> {
    try {
      await queue.settle(group.map(({ settlement }) => settlement));
      for (const { resolve } of group) resolve();
    } catch (error) {
      onTrouble(error);
      for (const one of group) void again(one.settlement, error).then(one.resolve, one.reject);
    }
  }

  /** The receiver has it already: the queue is asked until it takes the outcome, or we have to stop. */
  async function again(settlement: Settlement, cause: unknown): Promise<void> {
    for (let last = cause; ;) {
      if (signal.aborted) throw last;
      await pauseFor(RECORD_AGAIN_MS, signal);
      try {
        await queue.settle([settlement]);
        return;
      } catch (error) {
        onTrouble(error);
        last = error;
      }
    }
  }

  return (settlement) =>
    new Promise((resolve, reject) => {
      waiting.push({ settlement, resolve, reject });
      if (!isStoring) void storeAll();
      else if (waiting.length >= GROUP_MAX) onFull();
    });
}
