// Reads the entries of a dossier, stored or deflated. Source: docs/dossie.md.
import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';

/** Of all entries together. */
const BYTES_MAX = 2 ** 30;

/** Not a whole zip, or one that no dossier is. */
export class NotADossier extends Error {
  override readonly name = 'NotADossier';
}

/** By name, in the zip's order. @throws NotADossier; errors of the file system */
export async function readEntries(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      let bytes = 0;
      for await (const entry of zip.eachEntry()) {
        bytes += entry.uncompressedSize;
        if (bytes > BYTES_MAX || entries.has(entry.fileName)) throw new NotADossier(entry.fileName);
        entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof NotADossier || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new NotADossier('broken zip', { cause: error });
  }
  return entries;
}
