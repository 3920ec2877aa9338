// Bytes of a file on disk. Reading blocks: files are read in a thread of their own.
import { closeSync, openSync, readSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { FileRefused } from './table.js';

const CHUNK_BYTES = 65_536;

/** The file from a position on, in chunks that the caller may keep. */
export async function* readBytes(path: string, signal: AbortSignal, from = 0): AsyncGenerator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (let position = from; ;) {
      signal.throwIfAborted();
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytesRead = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    closeSync(file);
  }
}

/** The first bytes of the file, fewer where it is shorter. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

// How large a file is once it is read: an XLSX by its central directory, which reading holds it to; others by
// their size.

/** @returns of a damaged zip, which is refused as soon as it is read, the size of the file */
export async function claimedBytes(path: string): Promise<number> {
  const { size } = await stat(path);
  const head = await readHead(path, 2);
  if (head.toString('latin1') !== 'PK') return size;
  const { openZip } = await import('./xlsx/zip.js');
  try {
    const zip = await openZip(path);
    zip.close();
    return Math.max(size, zip.inflatedBytes);
  } catch (error) {
    if (error instanceof FileRefused) return size;
    throw error;
  }
}
