// What an append must be before it may reach the store: checked and encoded outside the write transaction.
import { APPEND_BYTES_MAX, AppendTooLarge, NO_STREAM, type NewEvent } from '../../domain/kernel/log.js';
import { encodeEvent } from './layout.js';

export type PreparedEvent = Readonly<{ id: string; record: Buffer }>;
export type PreparedAppend = Readonly<{ events: readonly PreparedEvent[]; sizeBytes: number }>;

const STREAM_BYTES_MAX = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * @throws AppendTooLarge above APPEND_BYTES_MAX
 * @throws TypeError, RangeError for what no caller should send: a defect of theirs, nothing is stored
 */
export function prepareAppend(
  stream: string,
  events: readonly NewEvent[],
  expectedRevision: number,
): PreparedAppend {
  const nameBytes = Buffer.byteLength(stream);
  if (nameBytes === 0 || nameBytes > STREAM_BYTES_MAX || stream.startsWith('$'))
    throw new RangeError(`Not the name of a stream: ${stream.slice(0, 100)}`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM)
    throw new RangeError(`Not a revision: ${expectedRevision}`);
  if (events.length === 0) throw new RangeError('An append carries at least one event');

  let sizeBytes = 0;
  const prepared = events.map((event) => {
    const { sizeBytes: size, ...ready } = prepareEvent(event);
    sizeBytes += size;
    return ready;
  });
  if (sizeBytes > APPEND_BYTES_MAX)
    throw new AppendTooLarge(`${sizeBytes} bytes to ${stream}, the most is ${APPEND_BYTES_MAX}`);
  return { events: prepared, sizeBytes };
}

function prepareEvent(event: NewEvent): PreparedEvent & { sizeBytes: number } {
  if (event.type === '') throw new TypeError('An event has a type');
  if (!UUID.test(event.id)) throw new TypeError(`The id of an event is a lower-case UUID, not ${event.id}`);
  const data = event.data instanceof Uint8Array ? event.data : jsonText(event.type, event.data);
  const metadata = jsonText(event.type, event.metadata);
  const dataBytes = typeof data === 'string' ? Buffer.byteLength(data) : data.length;
  return {
    id: event.id,
    record: encodeEvent(event.id, event.type, metadata, data),
    sizeBytes: dataBytes + Buffer.byteLength(metadata) + 2 * event.type.length,
  };
}

function jsonText(type: string, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`Data and metadata of ${type} are JSON objects`);
  return JSON.stringify(value);
}
