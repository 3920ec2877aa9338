// How the log lies in its lmdb folder. Three tables: `streams` knows a stream by its name, `events` keeps the bodies
// stream by stream, `index` keeps the order of the whole log apart from the bodies, so that it is scanned without them.
import { open, type Database, type RootDatabase } from 'lmdb';
import type { Metadata, Recorded } from '../../../domain/kernel/event.js';
import { EventUnreadable } from '../../../domain/kernel/log.js';

/** Inside, a stream goes by the position of its first event: unique, ascending, and needing no counter. */
export type StreamNumber = number;
/** A stream and a revision in it. */
export type EventKey = [StreamNumber, number];
export type IndexEntry = Readonly<{ number: StreamNumber; revision: number; stream: string }>;
/** An event as stored, but for its stream and revision, which are its key. */
export type StoredEvent = Readonly<{
  position: number;
  id: string;
  type: string;
  metadata: Metadata;
  data: unknown;
  sizeBytes: number;
}>;

export type Tables = Readonly<{
  root: RootDatabase<Uint8Array, string>;
  streams: Database<StreamNumber, string>;
  events: Database<StoredEvent | Uint8Array, EventKey>;
  index: Database<IndexEntry | Uint8Array, number>;
}>;

/** The log's own tables contradict each other: nothing may be built on it before `verify` has looked. */
export class LogDamaged extends EventUnreadable {
  override readonly name = 'LogDamaged';
}

/** Above every revision: where a stream's keys end. */
export const REVISION_END = 0xffff_ffff;
const POSITION_MAX = 2 ** 48 - 1;
const POSITION_BYTES = 6;
const REVISION_BYTES = 4;
/** Address space, not memory or disk: reserved at once, so that the map never moves while somebody reads. */
const MAP_BYTES = 2 ** 40;

const JSON_DATA = 1;
const BYTE_DATA = 2;
/** Position, kind of data, length of the JSON text. */
const HEADER_BYTES = POSITION_BYTES + 1 + 4;

/**
 * Opens the folder, shared with any number of other processes and threads. A commit is on disk before it is visible to
 * anyone (`overlappingSync` off), so nobody ever reads an event that a power loss could take back.
 */
export function openTables(folder: string): Tables {
  const root = open<Uint8Array, string>({
    path: folder,
    noSubdir: false,
    overlappingSync: false,
    eventTurnBatching: false,
    mapSize: MAP_BYTES,
    maxReaders: 1024,
    encoding: 'binary',
  });
  const binary = { encoding: 'binary' } as const;
  return {
    root,
    streams: root.openDB<StreamNumber, string>('streams', {
      ...binary,
      ...keys(streamKey),
      ...values(numberValue),
    }),
    events: root.openDB<StoredEvent | Uint8Array, EventKey>('events', {
      ...binary,
      ...keys(eventKey),
      ...values({ encode: asIs, decode: decodeEvent }),
    }),
    index: root.openDB<IndexEntry | Uint8Array, number>('index', {
      ...binary,
      ...keys(positionKey),
      ...values({ encode: asIs, decode: decodeIndex }),
    }),
  };
}

/**
 * The stored form: position (6 bytes), kind (1), length of the JSON text (4), the JSON text, and after it the data when
 * that is bytes. The position is filled in by `stamp`, inside the transaction that assigns it.
 */
export function encodeEvent(id: string, type: string, metadataText: string, data: string | Uint8Array): Buffer {
  const bytes = typeof data === 'string' ? undefined : data;
  const tail = typeof data === 'string' ? `,"data":${data}}` : '}';
  const text = `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type)},"metadata":${metadataText}${tail}`;
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

/** The bytes belong to lmdb and are overwritten by its next read: everything is copied out here. */
function decodeEvent(bytes: Buffer): StoredEvent {
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

function decodeIndex(bytes: Buffer): IndexEntry {
  return {
    number: bytes.readUIntBE(0, POSITION_BYTES),
    revision: bytes.readUInt32BE(POSITION_BYTES),
    stream: bytes.toString('utf8', POSITION_BYTES + REVISION_BYTES, bytes.length),
  };
}

/** A buffer of its own, without a shared pool around it, so that a reader may hand it to another thread. */
function copyOut(bytes: Buffer, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}

type KeyForm<Key> = Readonly<{
  writeKey(key: Key, target: Buffer, start: number): number;
  readKey(source: Buffer, start: number, end: number): Key;
}>;
type ValueForm = Readonly<{ encode(value: never): Uint8Array; decode(bytes: Buffer): unknown }>;

const streamKey: KeyForm<string> = {
  writeKey: (key, target, start) => {
    // lmdb's sign that its scratch buffer is full and has to be another one; a plain write would cut the key short.
    if (Buffer.byteLength(key) > target.length - start) throw new RangeError('The key does not fit');
    return start + target.write(key, start);
  },
  readKey: (source, start, end) => source.toString('utf8', start, end),
};
const eventKey: KeyForm<EventKey> = {
  writeKey: ([number, revision], target, start) =>
    target.writeUInt32BE(revision, target.writeUIntBE(number, start, POSITION_BYTES)),
  readKey: (source, start) => [
    source.readUIntBE(start, POSITION_BYTES),
    source.readUInt32BE(start + POSITION_BYTES),
  ],
};
const positionKey: KeyForm<number> = {
  writeKey: (key, target, start) => target.writeUIntBE(key, start, POSITION_BYTES),
  readKey: (source, start) => source.readUIntBE(start, POSITION_BYTES),
};
const numberValue: ValueForm = {
  encode: (value: number) => {
    const bytes = Buffer.allocUnsafeSlow(POSITION_BYTES);
    bytes.writeUIntBE(value, 0, POSITION_BYTES);
    return bytes;
  },
  decode: (bytes) => bytes.readUIntBE(0, POSITION_BYTES),
};

function asIs(value: Uint8Array): Uint8Array {
  return value;
}
function keys<Key>(form: KeyForm<Key>): { keyEncoder: KeyForm<Key> } {
  return { keyEncoder: form };
}
function values(form: ValueForm): { encoder: ValueForm } {
  return { encoder: form };
}
