// Writes outcomes to the queue in groups: those that arrive while a group is being stored form the next one, so that many
// share one flush to the disk.
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryQueue, Settlement } from './deliveryQueue.js';

/** From the start of one group to the start of the next, unless one is full before; the first starts at once. */
const GROUP_EVERY_MS = 20;
/** The cost of a group to the disk hardly depends on its size. */
const GROUP_SETTLEMENTS_MAX = 256;
const RETRY_EVERY_MS = 250;

/**
 * Resolves once the outcome is durable, or refused because its claim no longer held.
 * @throws the queue's last error, when the signal aborts while it is away
 */
export type WriteSettlement = (settlement: Settlement) => Promise<void>;

export type SettlementWriterDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'settle'>;
  onError(error: unknown): void;
  /** Ends the retries while the queue is away. */
  signal: AbortSignal;
}>;

type Waiting = Readonly<{ settlement: Settlement; resolve(): void; reject(error: unknown): void }>;

export function createSettlementWriter({ queue, onError, signal }: SettlementWriterDeps): WriteSettlement {
  let waiting: Waiting[] = [];
  let isWriting = false;
  let onFull = (): void => undefined;

  async function writeGroups(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const startedMs = performance.now();
      const group = waiting.slice(0, GROUP_SETTLEMENTS_MAX);
      waiting = waiting.slice(GROUP_SETTLEMENTS_MAX);
      await write(group);
      await untilNextGroup(GROUP_EVERY_MS - (performance.now() - startedMs));
    }
    isWriting = false;
  }

  /** Resolves when the time is over, the next group is full, or the signal aborts. */
  async function untilNextGroup(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || waiting.length >= GROUP_SETTLEMENTS_MAX || signal.aborted) return;
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

  /** A group that fails is written one by one: a single bad outcome does not delay the others. */
  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      await queue.settle(group.map(({ settlement }) => settlement));
      for (const { resolve } of group) resolve();
    } catch (error) {
      onError(error);
      for (const one of group) void retry(one.settlement, error).then(one.resolve, one.reject);
    }
  }

  /** The receiver may have the delivery already: the queue is asked until it takes the outcome, or the signal aborts. */
  async function retry(settlement: Settlement, cause: unknown): Promise<void> {
    for (let last = cause; ;) {
      if (signal.aborted) throw last;
      await pause(RETRY_EVERY_MS, undefined, { signal }).catch(() => undefined);
      try {
        await queue.settle([settlement]);
        return;
      } catch (error) {
        onError(error);
        last = error;
      }
    }
  }

  return (settlement) =>
    new Promise((resolve, reject) => {
      waiting.push({ settlement, resolve, reject });
      if (!isWriting) void writeGroups();
      else if (waiting.length >= GROUP_SETTLEMENTS_MAX) onFull();
    });
}
