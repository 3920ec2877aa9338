// The writes of a projection for one event: calls its handler and streams the fact's parts to it.
import type { Recorded } from '../../domain/kernel/event.js';
import { EventUnreadable, type EventLog } from '../../domain/kernel/log.js';
import type { PartsRef, Projection } from './projection.js';
import type { Write } from './readStore.js';

/** @throws LogAway when parts could not be read from the log; any other error concerns the event */
export async function* writesOf(log: EventLog, on: Projection['on'], event: Recorded): AsyncGenerator<Write> {
  const handler = on[event.type];
  if (handler === undefined) throw new Error('no handler knows this type');
  if (typeof handler === 'function') {
    yield* handler(event);
    return;
  }
  const where = `${event.type} ${event.revision} of ${event.stream} at position ${event.position}`;
  yield* handler.handle(event, partsOf(log, handler.parts(event), where));
}

/** Parts could not be read from the log; the event may be fine. */
export class LogAway extends Error {
  override readonly name = 'LogAway';
}

/** The named parts in order. Ends with an error when the log holds fewer. */
async function* partsOf(log: EventLog, { stream, fromRevision, count }: PartsRef, where: string) {
  let left = count;
  if (left === 0) return;
  const parts = log.read(stream, fromRevision)[Symbol.asyncIterator]();
  try {
    while (left > 0) {
      const next = await parts.next().catch((error: unknown) => {
        if (error instanceof EventUnreadable) throw error;
        throw new LogAway(`${stream} could not be read`, { cause: error });
      });
      if (next.done === true) break;
      if (!(next.value.data instanceof Uint8Array)) throw new Error(`${stream} holds something else than parts`);
      left -= 1;
      yield next.value.data;
    }
  } finally {
    await parts.return?.();
  }
  if (left > 0) throw new Error(`${left} of ${count} parts are missing in ${stream}, named by ${where}`);
}
