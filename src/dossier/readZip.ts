// Reads the files of a dossier, stored or deflated, in bounded memory. Source: docs/dossie.md.
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { NotADossier, zipIndex, type ZipEntry } from './zipIndex.js';

/** `sha256`: in hexadecimal. */
export type DossierFile = Readonly<{ bytes: number; sha256: string; read(): Buffer }>;
/** By name, in the zip's order. */
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
  let read = 0;
  for (let more = 1; more > 0 && read < packed; read += more)
    more = readSync(file.fd, bytes, read, packed - read, from + read);
  return deflated && size > 0 ? inflateRawSync(bytes, { maxOutputLength: size }) : bytes;
}
