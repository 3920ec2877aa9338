// Validates an append and encodes its events, before an adapter of the log stores them.
import type { Recorded } from '../../domain/kernel/event.js';
import { UUID } from '../../domain/kernel/ids.js';
import {
  APPEND_BYTES_MAX,
  AppendTooLarge,
  NO_STREAM,
  type Batch,
  type EventLog,
  type NewEvent,
  type StreamAppend,
} from '../../domain/kernel/log.js';
import { upcasters as catalogue, upcast, type Upcasters } from '../../domain/upcasters.js';

/** `data` is JSON text, or a part's own bytes. */
export type CheckedEvent = Readonly<{ id: string; type: string; metadata: string; data: string | Uint8Array }>;
export type CheckedAppend = Readonly<ReturnType<typeof checkAppend>>;

const STREAM_BYTES_MAX = 1_000;

/**
 * Checks all entries of a call before any is stored.
 * @throws AppendTooLarge above APPEND_BYTES_MAX
 * @throws TypeError, RangeError for a defect of the caller; nothing is stored
 */
export function checkAppends(appends: readonly StreamAppend[]): readonly CheckedAppend[] {
  if (appends.length === 0) throw new RangeError('An append names at least one stream');
  return appends.map(checkAppend);
}

function checkAppend({ stream, events, expectedRevision }: StreamAppend) {
  const nameBytes = Buffer.byteLength(stream);
  if (nameBytes === 0 || nameBytes > STREAM_BYTES_MAX || stream.startsWith('$'))
    throw new RangeError(`Not the name of a stream: ${stream.slice(0, 100)}`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM)
    throw new RangeError(`Not a revision: ${expectedRevision}`);
  if (events.length === 0) throw new RangeError('An append carries at least one event');

  let sizeBytes = 0;
  const checked = events.map((event) => {
    const ready = checkEvent(event);
    sizeBytes += sizeOf(ready);
    return ready;
  });
  if (sizeBytes > APPEND_BYTES_MAX)
    throw new AppendTooLarge(`${sizeBytes} bytes to ${stream}, the most is ${APPEND_BYTES_MAX}`);
  return { stream, events: checked, expectedRevision, sizeBytes };
}

function checkEvent(event: NewEvent): CheckedEvent {
  if (event.type === '') throw new TypeError('An event has a type');
  if (!UUID.test(event.id)) throw new TypeError(`The id of an event is a lower-case UUID, not ${event.id}`);
  return {
    id: event.id,
    type: event.type,
    metadata: jsonText(event.type, event.metadata),
    data: event.data instanceof Uint8Array ? event.data : jsonText(event.type, event.data),
  };
}

function sizeOf({ type, metadata, data }: CheckedEvent): number {
  const dataBytes = typeof data === 'string' ? Buffer.byteLength(data) : data.length;
  return dataBytes + Buffer.byteLength(metadata) + 2 * type.length;
}

function jsonText(type: string, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`Data and metadata of ${type} are JSON objects`);
  return JSON.stringify(value);
}

// Wraps a log: adds the current schema version to appended events and upcasts events on read, so that all other
// code uses the newest shapes only.

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

/** The log was closed while a read or an append was in progress. */
export class LogClosed extends Error {
  override readonly name = 'LogClosed';
}
