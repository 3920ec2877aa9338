// Deletes old deliveries and bodies of events (docs/spec/webhooks.md#retention). Nothing is deleted unless the
// wall clock and the monotonic clock agreed during the previous hour: a clock that is temporarily wrong must not
// delete recent rows.
import { DAY_MS } from '../../domain/kernel/calendarDate.js';
import { readClock, wasSet, type Clock } from '../../commands/kernel/context.js';
import { pause } from '../../runtime/keepTrying.js';
import type { DeliveryQueue } from './deliveryQueue.js';

/** How long a final delivery is kept, with the receiver's last response; and how long the body of an event. */
const DELIVERY_DAYS = 90;
const EVENT_BODY_DAYS = 30;

const PURGE_EVERY_MS = 3_600_000;

type RetentionDeps = Readonly<{
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
    const before = readClock(clock);
    await pause(everyMs, signal);
    if (signal.aborted) return;
    const after = readClock(clock);
    if (wasSet(before, after)) continue;
    await queue
      .purge(after.wallMs - DELIVERY_DAYS * DAY_MS, after.wallMs - EVENT_BODY_DAYS * DAY_MS)
      .catch(onError);
  }
}
