// Writes outcomes to the queue in groups (group commit): outcomes that arrive while a group is being stored form the next one and
// share one flush to disk.
import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryQueue, Settlement } from './deliveryQueue.js';

/** Minimum time between the starts of two groups, unless one is full earlier. */
const GROUP_EVERY_MS = 20;
/** Maximum size of a group; the cost of a flush hardly depends on it. */
const GROUP_SETTLEMENTS_MAX = 256;
const RETRY_EVERY_MS = 250;

/**
 * Resolves when the outcome is durable, or refused because its claim is no longer valid.
 * @throws the queue's last error, when the signal aborts while the queue is unavailable
 */
export type WriteSettlement = (settlement: Settlement) => Promise<void>;

export type SettlementWriterDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'settle'>;
  onError(error: unknown): void;
  /** Ends the retries while the queue is unavailable. */
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

  /** The outcomes of a group that failed are written one by one, so that one bad outcome does not delay the others. */
  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      await queue.settle(group.map(({ settlement }) => settlement));
      for (const { resolve } of group) resolve();
    } catch (error) {
      onError(error);
      for (const one of group) void retry(one.settlement, error).then(one.resolve, one.reject);
    }
  }

  /** Retries until the outcome is stored or the signal aborts: the receiver may already have accepted the delivery. */
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
