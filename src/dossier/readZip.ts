// Reads the files of a dossier, stored or deflated, in bounded memory. Source: docs/dossie.md.
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';

// What a dossier may be at most: known before anything of it is inflated or made. Source: docs/dossie.md#limites.

const MEBIBYTE = 2 ** 20;

const ENTRIES_MAX = 10_000;
/** Limit of all parts that the events name, so that each of them can be an entry. */
export const PARTS_MAX = ENTRIES_MAX;
const FILE_BYTES_MAX = 512 * MEBIBYTE;
/** Limit of the zip, and of all files together. */
const TOTAL_BYTES_MAX = 4096 * MEBIBYTE;
/** Limit of the zip's central directory. */
const INDEX_BYTES_MAX = 16 * MEBIBYTE;
/** Limit of manifest.json, and of every other file that is read as a whole. */
const TEXT_BYTES_MAX = 16 * MEBIBYTE;
/** Lists and objects in such a file of JSON: a few bytes each, but many in memory. */
export const OBJECTS_MAX = 100_000;
/** Limit of events.ndjson and of proofs.ndjson, which are read line by line. */
const LINES_BYTES_MAX = 128 * MEBIBYTE;
export const LINE_BYTES_MAX = MEBIBYTE;
export const EVENTS_MAX = 400_000;
/** Limit of a part: those that are written have at most 900 kB. */
const PART_BYTES_MAX = 4 * MEBIBYTE;
/** Inflated to deflated, of files above a size: a small file of one letter may shrink more. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = MEBIBYTE;

const COMPARED = /^(evidence\/.*|.*\.(csv|xlsx|html|md))$/s;

/** Limit of the file of this name; a file that is only hashed may be as large as any. */
function bytesMax(name: string): number {
  if (name === 'events.ndjson' || name === 'proofs.ndjson') return LINES_BYTES_MAX;
  if (name.startsWith('parts/')) return PART_BYTES_MAX;
  return COMPARED.test(name) ? FILE_BYTES_MAX : TEXT_BYTES_MAX;
}

// The entries of a dossier's zip. Every byte of the file belongs to one of them: a reader that goes from header to
// header has to find what the central directory names, and nothing else. Source: docs/dossie.md#o-zip.

/**
 * `broken`: not a whole zip. `unnamed`: it holds what its central directory does not name, or names it otherwise.
 */
export type NoDossier = 'broken' | 'unnamed' | 'tooLarge';

export class NotADossier extends Error {
  override readonly name = 'NotADossier';
  constructor(readonly why: NoDossier) {
    super(why);
  }
}

/** `from`: where its `packed` bytes begin. */
type ZipEntry = Readonly<{ name: string; deflated: boolean; packed: number; size: number; from: number }>;

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DESCRIPTOR = 0x08074b50;
const STORED = 0;
const DEFLATED = 8;
/** The sizes stand behind the bytes, too. */
const WITH_DESCRIPTOR = 0x8;
/** Flags for the speed of the compression and names in UTF-8. */
const FLAGS = WITH_DESCRIPTOR | 0x6 | 0x800;
/** Times and owners, as programs that compress write them. */
const EXTRA_FIELDS = [0x000a, 0x5455, 0x5855, 0x7875];
const EXTRA_BYTES_MAX = 64;

/** Entries in the order of the file. @throws NotADossier; errors of the file system */
async function zipIndex(file: FileHandle): Promise<readonly ZipEntry[]> {
  const { size: length } = await file.stat();
  const end = await bytesAt(file, length - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END) throw new NotADossier('broken');
  const count = end.readUInt16LE(10);
  const bytes = end.readUInt32LE(12);
  const offset = end.readUInt32LE(16);
  if (count > ENTRIES_MAX || bytes > INDEX_BYTES_MAX || length > TOTAL_BYTES_MAX)
    throw new NotADossier('tooLarge');
  const isOnly = end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === count && end.readUInt16LE(20) === 0;
  if (!isOnly || offset + bytes + END_BYTES !== length) throw new NotADossier('unnamed');
  const index = await bytesAt(file, offset, bytes);
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  let next = 0;
  let total = 0;
  for (let n = 0; n < count; n += 1) {
    const record = recordAt(index, at);
    const { entry, end: after } = await entryOf(file, record, next);
    total += entry.size;
    if (total > TOTAL_BYTES_MAX) throw new NotADossier('tooLarge');
    if (entries.has(entry.name)) throw new NotADossier('unnamed');
    entries.set(entry.name, entry);
    at += record.length;
    next = after;
  }
  if (at !== bytes || next !== offset) throw new NotADossier('unnamed');
  return [...entries.values()];
}

/** One entry's record of the central directory, with its name and extra fields. */
function recordAt(index: Buffer, at: number): Buffer {
  if (at + CENTRAL_BYTES > index.length || index.readUInt32LE(at) !== CENTRAL) throw new NotADossier('unnamed');
  const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => index.readUInt16LE(at + field));
  const record = index.subarray(at, at + CENTRAL_BYTES + name + extra);
  if (comment > 0 || record.length < CENTRAL_BYTES + name + extra) throw new NotADossier('unnamed');
  return record;
}

/** @param at where its header has to be @returns with where what follows it begins */
async function entryOf(
  file: FileHandle,
  record: Buffer,
  at: number,
): Promise<Readonly<{ entry: ZipEntry; end: number }>> {
  const flags = record.readUInt16LE(8);
  const method = record.readUInt16LE(10);
  const packed = record.readUInt32LE(20);
  const size = record.readUInt32LE(24);
  const nameEnd = CENTRAL_BYTES + record.readUInt16LE(28);
  const rawName = record.subarray(CENTRAL_BYTES, nameEnd);
  const name = rawName.toString();
  if (size > bytesMax(name)) throw new NotADossier('tooLarge');
  if (size > RATIO_FROM_BYTES && size > packed * RATIO_MAX) throw new NotADossier('tooLarge');
  const isDeflated = method === DEFLATED;
  const described = isDeflated && (flags & WITH_DESCRIPTOR) !== 0;
  const isKnown = isDeflated || (method === STORED && packed === size && (flags & WITH_DESCRIPTOR) === 0);
  if (!isKnown || (flags & ~FLAGS) !== 0 || record.readUInt32LE(42) !== at) throw new NotADossier('unnamed');
  const local = await bytesAt(file, at, LOCAL_BYTES);
  const extraBytes = local.readUInt16LE(28);
  const nameAndExtra = await bytesAt(file, at + LOCAL_BYTES, rawName.length + extraBytes);
  // Flags, method, times, hash, sizes and the name's length stand in both in the same order; a header whose
  // sizes stand behind the bytes has zeros for hash and sizes.
  const description = record.subarray(8, 30);
  const isSame =
    local.subarray(6, 28).equals(description) ||
    (described && local.subarray(6, 28).equals(Buffer.from(description).fill(0, 8, 20)));
  if (local.readUInt32LE(0) !== LOCAL || !isSame || !nameAndExtra.subarray(0, rawName.length).equals(rawName))
    throw new NotADossier('unnamed');
  for (const extra of [record.subarray(nameEnd), nameAndExtra.subarray(rawName.length)]) refuseUnknown(extra);
  const from = at + LOCAL_BYTES + nameAndExtra.length;
  const end =
    from + packed + (described ? await descriptorBytes(file, from + packed, record.subarray(16, 28)) : 0);
  return { entry: { name, deflated: isDeflated, packed, size, from }, end };
}

/** @param description hash and sizes */
async function descriptorBytes(file: FileHandle, at: number, description: Buffer): Promise<number> {
  const bytes = await bytesAt(file, at, 4 + description.length);
  const signed = bytes.readUInt32LE(0) === DESCRIPTOR ? 4 : 0;
  if (!bytes.subarray(signed, signed + description.length).equals(description)) throw new NotADossier('unnamed');
  return signed + description.length;
}

/** Other fields may give another name or other sizes, or hide a file. */
function refuseUnknown(extra: Buffer): void {
  if (extra.length > EXTRA_BYTES_MAX) throw new NotADossier('unnamed');
  let at = 0;
  while (at + 4 <= extra.length && EXTRA_FIELDS.includes(extra.readUInt16LE(at)))
    at += 4 + extra.readUInt16LE(at + 2);
  if (at !== extra.length) throw new NotADossier('unnamed');
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, Math.max(0, at));
  if (at < 0 || bytesRead !== length) throw new NotADossier('broken');
  return buffer;
}

/** `sha256`: in hexadecimal. */
export type DossierFile = Readonly<{ bytes: number; sha256: string; read(): Buffer }>;
/** Files by name, in the zip's order. */
export type DossierFiles = ReadonlyMap<string, DossierFile>;

const PIECE_BYTES = 65_536;

/** @param use may read the files until it ends @throws NotADossier; errors of the file system */
export async function withDossier<Result>(
  path: string,
  use: (files: DossierFiles) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r');
  try {
    const files = new Map<string, DossierFile>();
    for (const entry of await zipIndex(file)) {
      const sha256 = await hashOf(file, entry);
      files.set(entry.name, { bytes: entry.size, sha256, read: () => contentOf(file, entry) });
    }
    return await use(files);
  } finally {
    await file.close();
  }
}

/** Never more than `size` bytes are inflated, whatever the entry holds. */
async function hashOf(file: FileHandle, { deflated, packed, size, from }: ZipEntry): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  const hashed = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > size) throw new RangeError('It is larger than it says');
      hash.update(piece);
    }
  };
  const source = piecesOf(file, from, packed);
  if (!deflated) await hashed(source);
  else {
    const inflate = createInflateRaw();
    await pipeline(source, inflate as Transform, hashed).catch(() => {
      throw new NotADossier(bytes > size ? 'tooLarge' : 'broken');
    });
    // What stands behind the end of the deflated bytes would be read by who goes from header to header.
    if (inflate.bytesWritten !== packed) throw new NotADossier('unnamed');
  }
  if (bytes !== size) throw new NotADossier('broken');
  return hash.digest('hex');
}

async function* piecesOf(file: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
  const end = from + length;
  for (let at = from; at < end;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(PIECE_BYTES, end - at)), { position: at });
    if (bytesRead === 0) throw new NotADossier('broken');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function contentOf(file: FileHandle, { deflated, packed, size, from }: ZipEntry): Buffer {
  const bytes = Buffer.alloc(packed);
  let bytesRead = 0;
  for (let lastRead = 1; lastRead > 0 && bytesRead < packed; bytesRead += lastRead)
    lastRead = readSync(file.fd, bytes, bytesRead, packed - bytesRead, from + bytesRead);
  return deflated && size > 0 ? inflateRawSync(bytes, { maxOutputLength: size }) : bytes;
}
