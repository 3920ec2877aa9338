// What is dropped with age. A clock that is far off for a while must not make anything look old: only after an hour in
// which wall clock and monotonic clock agreed is anything dropped.
import type { Clock } from '../../commands/kernel/context.js';
import { BODY_DAYS, ROW_DAYS, type DeliveryQueue } from './deliveryQueue.js';
import { pauseFor } from './pauseFor.js';

const PURGE_EVERY_MS = 3_600_000;
/** A clock is corrected by less than this in an hour; beyond, it was set. */
const DRIFT_MAX_MS = 60_000;
const DAY_MS = 86_400_000;

export type RetentionDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'purge'>;
  clock: Clock;
  onTrouble(error: unknown): void;
  signal: AbortSignal;
  everyMs?: number;
}>;

/** Runs until the signal aborts. Several processes may do so. */
export async function runRetention({
  queue,
  clock,
  onTrouble,
  signal,
  everyMs = PURGE_EVERY_MS,
}: RetentionDeps): Promise<void> {
  while (!signal.aborted) {
    const before = { wall: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
    await pauseFor(everyMs, signal);
    if (signal.aborted) return;
    const now = clock.now().getTime();
    const drift = now - before.wall - (clock.monotonicMs() - before.monotonicMs);
    if (Math.abs(drift) > DRIFT_MAX_MS) continue;
    await queue.purge(now - ROW_DAYS * DAY_MS, now - BODY_DAYS * DAY_MS).catch(onTrouble);
  }
}
