// Continues after the last event that a reader has read, which must still be in the log (docs/spec/log.md#a-log-that-went-back).
import type { Recorded } from '../../domain/kernel/event.js';
import { LogWentBack, NO_STREAM, type EventLog } from '../../domain/kernel/log.js';

/**
 * The events after `revision`, in one call that begins with the event at it.
 * @param revision of the last known event, NO_STREAM for none
 * @param lastId its id, null for none
 * @throws LogWentBack when the log no longer holds that event, before any event is returned
 */
export async function* readOn(
  log: Pick<EventLog, 'read'>,
  stream: string,
  revision: number,
  lastId: string | null,
): AsyncIterable<Recorded> {
  let isKnown = revision === NO_STREAM;
  for await (const event of log.read(stream, Math.max(revision, 0))) {
    if (isKnown) yield event;
    else if (event.revision !== revision || event.id !== lastId) break;
    else isKnown = true;
  }
  if (!isKnown) throw new LogWentBack({ stream, revision, id: lastId });
}
