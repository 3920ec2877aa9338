// The layout of the log in its lmdb folder. Three tables: `streams` by name, `events` with the bodies by stream and revision,
// and `index` with the order of the whole log without bodies, so that a scan does not read them.
import { open, type Database, type RootDatabase } from 'lmdb';
import {
  decodeEvent,
  decodeIndexEntry,
  POSITION_BYTES,
  type EventKey,
  type IndexEntry,
  type StoredEvent,
  type StreamNumber,
} from './records.js';

export type Tables = Readonly<{
  root: RootDatabase<Uint8Array, string>;
  streams: Database<StreamNumber, string>;
  events: Database<StoredEvent | Uint8Array, EventKey>;
  index: Database<IndexEntry | Uint8Array, number>;
}>;

/** Greater than every revision: the end of a stream's keys. */
export const REVISION_END = 0xffff_ffff;
/** Address space, not memory or disk. Reserved in full, because a map that grows moves while it is read. */
const MAP_BYTES = 2 ** 40;

/**
 * Opens the folder, which other processes and threads may have open. With `overlappingSync` off a commit is on the disk before
 * it is visible, so no reader sees an event that a power loss could remove; with `eventTurnBatching` on, a failed commit would
 * reject promises that are not handled. Tests: embeddedDisk.faults, "rejects an append whose flush failed, shows
 * it to nobody, and works on" and "rejects when the disk is full, …".
 */
export function openTables(folder: string, { readOnly = false } = {}): Tables {
  const root = open<Uint8Array, string>({
    path: folder,
    noSubdir: false,
    readOnly,
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
      ...values({ encode: asIs, decode: decodeIndexEntry }),
    }),
  };
}

type KeyForm<Key> = Readonly<{
  writeKey(key: Key, target: Buffer, start: number): number;
  readKey(source: Buffer, start: number, end: number): Key;
}>;
type ValueForm = Readonly<{ encode(value: never): Uint8Array; decode(bytes: Buffer): unknown }>;

const streamKey: KeyForm<string> = {
  writeKey: (key, target, start) => {
    // `write` would truncate the key; on a RangeError lmdb-js retries with another buffer.
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
