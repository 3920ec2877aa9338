// How large a file is once it is read: an XLSX by its central directory, which reading holds it to; others by their size.
import { stat } from 'node:fs/promises';
import { readHead } from './readBytes.js';
import { FileRefused, READ_LIMITS } from './table.js';

/** @returns of a damaged zip, which is refused as soon as it is read, the size of the file */
export async function claimedBytes(path: string): Promise<number> {
  const { size } = await stat(path);
  const head = await readHead(path, 2);
  if (head.toString('latin1') !== 'PK') return size;
  const { openZip } = await import('./xlsx/zip.js');
  try {
    const zip = await openZip(path, READ_LIMITS);
    zip.close();
    return Math.max(size, zip.inflatedBytes);
  } catch (error) {
    if (error instanceof FileRefused) return size;
    throw error;
  }
}
