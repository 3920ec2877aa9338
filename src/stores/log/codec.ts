// Wraps a log: adds the current schema version to appended events and upcasts events on read, so that all other
// code uses the newest shapes only.
import type { Recorded } from '../../domain/kernel/event.js';
import type { Batch, EventLog, NewEvent } from '../../domain/kernel/log.js';
import { upcasters as catalogue, upcast, type Upcasters } from '../../domain/upcasters.js';

/** The type is missing in domain/upcasters.ts, which lists every stored type. */
export class UnknownEventType extends Error {
  override readonly name = 'UnknownEventType';
}

/** The log for all code but seals and verification. Unknown types are refused on append, returned on read. */
export function withCodec(rawLog: EventLog, upcasters: Upcasters = catalogue): EventLog {
  return {
    append: async (appends) =>
      rawLog.append(
        appends.map(({ events, ...place }) => ({
          ...place,
          events: events.map((event) => withSchemaVersion(event, upcasters)),
        })),
      ),
    async *read(stream, fromRevision) {
      for await (const event of rawLog.read(stream, fromRevision)) yield upcast(event, upcasters);
    },
    async *subscribe(fromPosition, streamPrefixes, signal) {
      for await (const batch of rawLog.subscribe(fromPosition, streamPrefixes, signal))
        yield* upcastBatch(batch, upcasters);
    },
    head: () => rawLog.head(),
    close: () => rawLog.close(),
  };
}

function withSchemaVersion(event: NewEvent, upcasters: Upcasters): NewEvent {
  const steps = upcasters[event.type];
  if (steps === undefined) throw new UnknownEventType(`${event.type} is not in the catalogue of events`);
  return { ...event, metadata: { ...event.metadata, schemaVersion: steps.length + 1 } };
}

/** Yields the events before an unreadable one first, so that a reader stops exactly at that event. */
function* upcastBatch(batch: Batch, upcasters: Upcasters): Generator<Batch, void> {
  const events: Recorded[] = [];
  for (const event of batch.events) {
    try {
      events.push(upcast(event, upcasters));
    } catch (error) {
      const lastEvent = events.at(-1);
      if (lastEvent !== undefined) yield { events, position: lastEvent.position, caughtUp: false };
      throw error;
    }
  }
  yield { ...batch, events };
}
