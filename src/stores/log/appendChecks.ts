// Validates an append and writes its events as text, before an adapter of the log stores them.
import { UUID } from '../../domain/kernel/ids.js';
import {
  APPEND_BYTES_MAX,
  AppendTooLarge,
  NO_STREAM,
  type NewEvent,
  type StreamAppend,
} from '../../domain/kernel/log.js';

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

/** The log was closed while a read or an append was in progress. */
export class LogClosed extends Error {
  override readonly name = 'LogClosed';
}
