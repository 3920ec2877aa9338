// A log that went back, as one whose store was restored.
import { join } from 'node:path';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { openEmbeddedLog } from '../../src/stores/log/sqlite/embeddedLog.js';

/** A log of its own in `folder`, with the events of another up to a position. */
export async function restoredTo(log: EventLog, position: number, folder: string): Promise<EventLog> {
  const restored = await openEmbeddedLog(join(folder, 'restored', 'log.db'), { writesHere: true });
  const stop = new AbortController();
  for await (const { events, caughtUp } of log.subscribe(0, [''], stop.signal)) {
    for (const event of events) if (event.position <= position) await appendAgain(restored, event);
    if (caughtUp) break;
  }
  stop.abort();
  return restored;
}

async function appendAgain(log: EventLog, { stream, revision, id, type, data, metadata }: Recorded) {
  await log.append([{ stream, events: [{ id, type, data, metadata }], expectedRevision: revision - 1 }]);
}
