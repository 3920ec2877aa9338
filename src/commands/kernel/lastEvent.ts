// Single events of a stream.
import type { Recorded } from '../../domain/kernel/event.js';
import type { EventLog } from '../../domain/kernel/log.js';

/** The first event at or after the revision. */
export async function eventAt(log: EventLog, stream: string, revision: number): Promise<Recorded | null> {
  for await (const event of log.read(stream, revision)) return event;
  return null;
}

/** The last event of a stream, by exponential and binary search: the port reads forward only. */
export async function lastEvent(log: EventLog, stream: string): Promise<Recorded | null> {
  let found = await eventAt(log, stream, 0);
  if (found === null) return null;
  let step = 1;
  for (let next = found; next !== null; step *= 2) {
    found = next;
    const further: Recorded | null = await eventAt(log, stream, found.revision + step);
    if (further === null) break;
    next = further;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    const next = await eventAt(log, stream, found.revision + step);
    if (next !== null) found = next;
  }
  return found;
}
