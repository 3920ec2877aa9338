// The writes of a projection for one event: calls its handlers and streams the event's parts to it.
import type { Recorded } from '../../domain/kernel/event.js';
import { EventUnreadable, type EventLog } from '../../domain/kernel/log.js';
import type { Handlers, PartsRef } from './projection.js';
import type { Write } from './readStore.js';

/** @throws LogAway when parts could not be read from the log; any other error concerns the event */
export async function* writesOf(
  log: Pick<EventLog, 'read'>,
  on: Handlers,
  event: Recorded,
): AsyncGenerator<Write> {
  const handlers = on[event.type];
  if (handlers === undefined) throw new Error('no handler knows this type');
  const where = `${event.type} ${event.revision} of ${event.stream} at position ${event.position}`;
  for (const handler of handlers)
    if (typeof handler === 'function') yield* handler(event);
    else
      yield* handler.handle(event, partsOf(log, handler.parts(event), where), (stream) =>
        eventsOf(log, stream, 0),
      );
}

/** The locations of the parts that the event's handlers receive; none for an event that `writesOf` refuses. */
export function partsLocations(on: Handlers, event: Recorded): readonly PartsRef[] {
  try {
    return (on[event.type] ?? []).flatMap((handler) => (typeof handler === 'object' ? handler.parts(event) : []));
  } catch {
    return [];
  }
}

/** Parts could not be read from the log; the event may be fine. */
export class LogAway extends Error {
  override readonly name = 'LogAway';
}

/** The named parts in order. Ends with an error when the log holds fewer. */
async function* partsOf(log: Pick<EventLog, 'read'>, { stream, fromRevision, count }: PartsRef, where: string) {
  let left = count;
  if (left === 0) return;
  for await (const { data } of eventsOf(log, stream, fromRevision)) {
    if (!(data instanceof Uint8Array)) throw new Error(`${stream} holds something else than parts`);
    left -= 1;
    yield data;
    if (left === 0) return;
  }
  throw new Error(`${left} of ${count} parts are missing in ${stream}, named by ${where}`);
}

/** @throws EventUnreadable; LogAway for any other error of the log */
async function* eventsOf(
  log: Pick<EventLog, 'read'>,
  stream: string,
  from: number,
): AsyncGenerator<Recorded, void> {
  const events = log.read(stream, from)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await events.next().catch((error: unknown) => {
        if (error instanceof EventUnreadable) throw error;
        throw new LogAway(`${stream} could not be read`, { cause: error });
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await events.return?.();
  }
}
