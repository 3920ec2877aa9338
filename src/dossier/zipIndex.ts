// The entries of a dossier's zip. Every byte of the file belongs to one of them: a reader that goes from header to header has
// to find what the central directory names, and nothing else. Source: docs/dossie.md#o-zip.
import type { FileHandle } from 'node:fs/promises';
import { bytesMax, ENTRIES_MAX, INDEX_BYTES_MAX, RATIO_FROM_BYTES, RATIO_MAX, TOTAL_BYTES_MAX } from './limits.js';

/** `broken`: not a whole zip. `unnamed`: it holds what its central directory does not name, or names it otherwise. */
export type NoDossier = 'broken' | 'unnamed' | 'tooLarge';

export class NotADossier extends Error {
  override readonly name = 'NotADossier';
  constructor(readonly why: NoDossier) {
    super(why);
  }
}

/** `from`: where its `packed` bytes begin. */
export type ZipEntry = Readonly<{ name: string; deflated: boolean; packed: number; size: number; from: number }>;

const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const [LOCAL, CENTRAL, END, DESCRIPTOR] = [0x04034b50, 0x02014b50, 0x06054b50, 0x08074b50];
const [STORED, DEFLATED] = [0, 8];
/** The sizes stand behind the bytes, too. */
const WITH_DESCRIPTOR = 0x8;
/** With the speed of the compression and names in UTF-8. */
const FLAGS = WITH_DESCRIPTOR | 0x6 | 0x800;
/** Times and owners, as programs that compress write them. */
const EXTRA_FIELDS = [0x000a, 0x5455, 0x5855, 0x7875];
const EXTRA_BYTES_MAX = 64;

/** In the order of the file. @throws NotADossier; errors of the file system */
export async function zipIndex(file: FileHandle): Promise<readonly ZipEntry[]> {
  const { size: length } = await file.stat();
  const end = await bytesAt(file, length - END_BYTES, END_BYTES);
  if (end.readUInt32LE(0) !== END) throw new NotADossier('broken');
  const [count, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count > ENTRIES_MAX || bytes > INDEX_BYTES_MAX || length > TOTAL_BYTES_MAX)
    throw new NotADossier('tooLarge');
  const isOnly = end.readUInt32LE(4) === 0 && end.readUInt16LE(8) === count && end.readUInt16LE(20) === 0;
  if (!isOnly || offset + bytes + END_BYTES !== length) throw new NotADossier('unnamed');
  const index = await bytesAt(file, offset, bytes);
  const entries = new Map<string, ZipEntry>();
  let [at, next, total] = [0, 0, 0];
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
  const [name, extra, comment] = [28, 30, 32].map((field) => index.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ];
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
  const [flags, method] = [record.readUInt16LE(8), record.readUInt16LE(10)];
  const [packed, size] = [record.readUInt32LE(20), record.readUInt32LE(24)];
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
  const rest = await bytesAt(file, at + LOCAL_BYTES, rawName.length + extraBytes);
  // Flags, method, times, hash, sizes and the name's length stand in both in the same order.
  const said = record.subarray(8, 30);
  const isSame =
    local.subarray(6, 28).equals(said) || (described && local.subarray(6, 28).equals(undescribed(said)));
  if (local.readUInt32LE(0) !== LOCAL || !isSame || !rest.subarray(0, rawName.length).equals(rawName))
    throw new NotADossier('unnamed');
  for (const extra of [record.subarray(nameEnd), rest.subarray(rawName.length)]) refuseUnknown(extra);
  const from = at + LOCAL_BYTES + rest.length;
  const end =
    from + packed + (described ? await descriptorBytes(file, from + packed, record.subarray(16, 28)) : 0);
  return { entry: { name, deflated: isDeflated, packed, size, from }, end };
}

/** As a header without hash and sizes says it. */
function undescribed(said: Buffer): Buffer {
  return Buffer.from(said).fill(0, 8, 20);
}

/** @param said hash and sizes */
async function descriptorBytes(file: FileHandle, at: number, said: Buffer): Promise<number> {
  const found = await bytesAt(file, at, 4 + said.length);
  const signed = found.readUInt32LE(0) === DESCRIPTOR ? 4 : 0;
  if (!found.subarray(signed, signed + said.length).equals(said)) throw new NotADossier('unnamed');
  return signed + said.length;
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
