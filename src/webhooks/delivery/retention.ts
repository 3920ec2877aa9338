// Deletes old deliveries and bodies of events (docs/spec/webhooks.md#retention). Nothing is deleted unless the
// wall clock and the monotonic clock agreed during the previous hour: a clock that is temporarily wrong must not
// delete recent rows.
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import type { Clock } from '../../commands/kernel/context.js';
import { pause } from '../../runtime/keepTrying.js';
import type { DeliveryQueue } from './deliveryQueue.js';

/** How long a final delivery is kept, with the receiver's last response; and how long the body of an event. */
const DELIVERY_DAYS = 90;
const EVENT_BODY_DAYS = 30;

const PURGE_EVERY_MS = 3_600_000;
/** A larger difference between the two clocks in an hour means that the wall clock was set. */
const DRIFT_MAX_MS = 60_000;

export type RetentionDeps = Readonly<{
  queue: Pick<DeliveryQueue, 'purge'>;
  clock: Clock;
  onError(error: unknown): void;
  signal: AbortSignal;
  everyMs?: number;
}>;

/** Runs until the signal aborts. Several processes may run it at once. */
export async function runRetention({
  queue,
  clock,
  onError,
  signal,
  everyMs = PURGE_EVERY_MS,
}: RetentionDeps): Promise<void> {
  while (!signal.aborted) {
    const before = { wallMs: clock.now().getTime(), monotonicMs: clock.monotonicMs() };
    await pause(everyMs, signal);
    if (signal.aborted) return;
    const nowMs = clock.now().getTime();
    const driftMs = nowMs - before.wallMs - (clock.monotonicMs() - before.monotonicMs);
    if (Math.abs(driftMs) > DRIFT_MAX_MS) continue;
    await queue.purge(nowMs - DELIVERY_DAYS * DAY_MS, nowMs - EVENT_BODY_DAYS * DAY_MS).catch(onError);
  }
}
