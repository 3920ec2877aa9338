// Zips of any headers, also of ones that contradict each other.
import { crc32, deflateRawSync } from 'node:zlib';

/** What the headers say is what is true, unless it is said here otherwise. */
export type RawEntry = Readonly<{
  name: string;
  bytes: Buffer;
  deflated?: boolean;
  /** Put before its header, and between its bytes and what follows. */
  before?: Buffer;
  after?: Buffer;
  /** Behind the deflated bytes, counted among them. */
  junk?: Buffer;
  localName?: string;
  size?: number;
  localSize?: number;
  extra?: Buffer;
  /** Hash and sizes stand behind the bytes, as writers that do not know them write. */
  described?: boolean;
}>;

/** @param comment of the zip @param hidden behind the last record of the central directory */
export function rawZip(
  entries: readonly RawEntry[],
  { comment = '', hidden = Buffer.alloc(0) }: Readonly<{ comment?: string; hidden?: Buffer }> = {},
): Buffer {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let at = 0;
  const put = (...more: readonly Buffer[]): void => {
    pieces.push(...more);
    for (const { length } of more) at += length;
  };
  for (const entry of entries) {
    const { before = Buffer.alloc(0), after = Buffer.alloc(0), described = false } = entry;
    put(before);
    records.push(centralOf(entry, at));
    put(localOf(entry), packedOf(entry));
    if (described) put(number(0x08074b50), said(entry, sizeOf(entry)));
    put(after);
  }
  const index = Buffer.concat([...records, hidden]);
  const count = number(entries.length + entries.length * 0x10000);
  const end = [number(0x06054b50), number(0), count, number(index.length), number(at), short(comment.length)];
  return Buffer.concat([...pieces, index, ...end, Buffer.from(comment, 'latin1')]);
}

/** One entry as it stands before the central directory. */
export function localEntry(entry: RawEntry): Buffer {
  return Buffer.concat([localOf(entry), packedOf(entry)]);
}

function localOf(entry: RawEntry): Buffer {
  const { extra = Buffer.alloc(0), described = false } = entry;
  const name = Buffer.from(entry.localName ?? entry.name);
  const facts = described ? Buffer.alloc(12) : said(entry, entry.localSize ?? sizeOf(entry));
  const lengths = [short(name.length), short(extra.length)];
  return Buffer.concat([number(0x04034b50), short(20), methodOf(entry), facts, ...lengths, name, extra]);
}

function centralOf(entry: RawEntry, at: number): Buffer {
  const { extra = Buffer.alloc(0) } = entry;
  const name = Buffer.from(entry.name);
  const lengths = [short(name.length), short(extra.length), short(0), short(0), short(0)];
  return Buffer.concat([
    number(0x02014b50),
    short(20),
    short(20),
    methodOf(entry),
    said(entry, sizeOf(entry)),
    ...lengths,
    number(0),
    number(at),
    name,
    extra,
  ]);
}

/** Flags, method, time and date. */
function methodOf({ deflated = false, described = false }: RawEntry): Buffer {
  return Buffer.concat([short(described ? 8 : 0), short(deflated ? 8 : 0), short(0), short(0x21)]);
}

function said(entry: RawEntry, size: number): Buffer {
  return Buffer.concat([number(crc32(entry.bytes)), number(packedOf(entry).length), number(size)]);
}

function sizeOf({ size, bytes }: RawEntry): number {
  return size ?? bytes.length;
}

function packedOf({ bytes, deflated = false, junk = Buffer.alloc(0) }: RawEntry): Buffer {
  return deflated ? Buffer.concat([deflateRawSync(bytes), junk]) : bytes;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}
