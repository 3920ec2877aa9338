// Reads the parts that an event names.
import type { PartsLocation } from '../../domain/kernel/parts.js';
import { EventUnreadable, type EventLog } from '../../domain/kernel/log.js';

/** @throws EventUnreadable when one is missing: an event is never stored before its parts */
export async function* partsOf(
  log: EventLog,
  { stream, fromRevision, count }: PartsLocation,
): AsyncGenerator<Uint8Array> {
  let left = count;
  if (left > 0)
    for await (const { data } of log.read(stream, fromRevision)) {
      if (!(data instanceof Uint8Array)) throw new EventUnreadable(`${stream} holds something else than parts`);
      left -= 1;
      yield data;
      if (left === 0) break;
    }
  if (left > 0) throw new EventUnreadable(`${left} of ${count} parts are missing in ${stream}`);
}
