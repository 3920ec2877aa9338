// The bytes of an event and of an entry of the log's order, as stored in lmdb.
import type { Metadata, Recorded } from '../../../domain/kernel/event.js';
import { EventUnreadable } from '../../../domain/kernel/log.js';
import type { CheckedEvent } from '../appendChecks.js';

/** Identifies a stream in the tables: the position of its first event, so that no counter is needed. */
export type StreamNumber = number;
/** A stream and a revision in it. */
export type EventKey = [StreamNumber, number];
export type IndexEntry = Readonly<{ number: StreamNumber; revision: number; stream: string }>;
/** An event as stored; its stream and revision are its key. */
export type StoredEvent = Readonly<{
  position: number;
  id: string;
  type: string;
  metadata: Metadata;
  data: unknown;
  sizeBytes: number;
}>;

/** The tables of the log contradict each other: run `verify` before anything else. */
export class LogDamaged extends EventUnreadable {
  override readonly name = 'LogDamaged';
}

const POSITION_MAX = 2 ** 48 - 1;
export const POSITION_BYTES = 6;
const REVISION_BYTES = 4;
const JSON_DATA = 1;
const BYTE_DATA = 2;
/** Position, kind of data, length of the JSON text. */
const HEADER_BYTES = POSITION_BYTES + 1 + 4;

/**
 * The stored form: position (6 bytes), kind (1), length of the JSON text (4), the JSON text, and after it the data when
 * that is bytes. `stamp` fills in the position, inside the transaction that assigns it.
 */
export function encodeEvent({ id, type, metadata, data }: CheckedEvent): Buffer {
  const bytes = typeof data === 'string' ? undefined : data;
  const tail = typeof data === 'string' ? `,"data":${data}}` : '}';
  const text = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"metadata":${metadata}${tail}`;
  const textBytes = Buffer.byteLength(text);
  const record = Buffer.allocUnsafeSlow(HEADER_BYTES + textBytes + (bytes?.length ?? 0));
  record.writeUIntBE(0, 0, POSITION_BYTES);
  record.writeUInt8(bytes === undefined ? JSON_DATA : BYTE_DATA, POSITION_BYTES);
  record.writeUInt32BE(textBytes, POSITION_BYTES + 1);
  record.write(text, HEADER_BYTES);
  if (bytes !== undefined) record.set(bytes, HEADER_BYTES + textBytes);
  return record;
}

export function stamp(record: Buffer, position: number): void {
  if (position > POSITION_MAX) throw new RangeError('The log has no position left');
  record.writeUIntBE(position, 0, POSITION_BYTES);
}

export function encodeIndexEntry(entry: IndexEntry): Buffer {
  const value = Buffer.allocUnsafeSlow(POSITION_BYTES + REVISION_BYTES + Buffer.byteLength(entry.stream));
  value.writeUIntBE(entry.number, 0, POSITION_BYTES);
  value.writeUInt32BE(entry.revision, POSITION_BYTES);
  value.write(entry.stream, POSITION_BYTES + REVISION_BYTES);
  return value;
}

export function recorded(stream: string, revision: number, stored: StoredEvent): Recorded {
  const { id, type, data, metadata, position } = stored;
  return { type, data, id, stream, revision, position, metadata };
}

/**
 * Copies all bytes: lmdb overwrites its buffer at the next read.
 * Test: contract, "stores parts as bytes, independent of the caller’s buffer".
 */
export function decodeEvent(bytes: Buffer): StoredEvent {
  const textEnd = HEADER_BYTES + bytes.readUInt32BE(POSITION_BYTES + 1);
  const parsed = parseText(bytes.toString('utf8', HEADER_BYTES, textEnd));
  const isJson = bytes[POSITION_BYTES] === JSON_DATA;
  return {
    position: bytes.readUIntBE(0, POSITION_BYTES),
    id: parsed.id,
    type: parsed.type,
    metadata: parsed.metadata,
    data: isJson ? parsed.data : copyOut(bytes, textEnd, bytes.length),
    sizeBytes: bytes.length,
  };
}

function parseText(text: string): { id: string; type: string; metadata: Metadata; data?: unknown } {
  try {
    return JSON.parse(text) as ReturnType<typeof parseText>;
  } catch (cause) {
    throw new LogDamaged('A stored event is no JSON text', { cause });
  }
}

export function decodeIndexEntry(bytes: Buffer): IndexEntry {
  return {
    number: bytes.readUIntBE(0, POSITION_BYTES),
    revision: bytes.readUInt32BE(POSITION_BYTES),
    stream: bytes.toString('utf8', POSITION_BYTES + REVISION_BYTES, bytes.length),
  };
}

/** Outside Node's shared buffer pool, so that a reader may transfer it to another thread. */
function copyOut(bytes: Buffer, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}
