// Drops old rows and bodies (docs/spec/webhooks.md#retention). A clock that is wrong for a while must not make anything
// look old: nothing is dropped unless wall clock and monotonic clock agreed for the hour before.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../commands/kernel/context.js';
import { BODY_DAYS, ROW_DAYS, type DeliveryQueue } from './deliveryQueue.js';

const PURGE_EVERY_MS = 3_600_000;
/** A difference beyond this, in an hour, means that the clock was set. */
const DRIFT_MAX_MS = 60_000;
const DAY_MS = 86_400_000;

export type RetentionDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'purge'>;
  clock: Clock;
  onError(error: unknown): void;
  signal: AbortSignal;
  everyMs?: number;
}>;

/** Runs until the signal aborts. Several processes may do so. */
export async function runRetention({
  queue,
  clock,
  onError,
  signal,
  everyMs = PURGE_EVERY_MS,
}: RetentionDeps): Promise<void> {
  while (!signal.aborted) {
    const before = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const nowMs = clock.now().getTime();
    const driftMs = nowMs - before.wallMs - (clock.monotonicMs() - before.monotonicMs);
    if (Math.abs(driftMs) > DRIFT_MAX_MS) continue;
    await queue.purge(nowMs - ROW_DAYS * DAY_MS, nowMs - BODY_DAYS * DAY_MS).catch(onError);
  }
}
