// Reads some events of one stream.
import type { Recorded } from '../../domain/kernel/event.js';
import { LogWentBack, type EventLog } from '../../domain/kernel/log.js';

/** Events passed over to go on in the same read. */
const GAP_MAX = 20;

/**
 * In the order of the stream, without reading what is far from them.
 * @param revisions ascending
 * @throws LogWentBack when one is missing
 */
export async function* eventsAt(
  log: EventLog,
  stream: string,
  revisions: readonly number[],
): AsyncIterable<Recorded> {
  for (let at = 0; at < revisions.length;) {
    const first = revisions[at] ?? 0;
    for await (const event of log.read(stream, first)) {
      if (event.revision === revisions[at]) {
        at += 1;
        yield event;
      }
      if ((revisions[at] ?? Infinity) - event.revision > GAP_MAX) break;
    }
    if (revisions[at] === first) throw new LogWentBack({ stream, revision: first, id: null });
  }
}
