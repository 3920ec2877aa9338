// The entries of a dossier in memory, for tests that read or change them.
import { hash } from 'node:crypto';
import { withDossier, type DossierFile, type DossierFiles } from '../../src/dossier/readZip.js';

export type Entries = Map<string, Buffer>;

/** By name, in the zip's order. */
export function readEntries(path: string): Promise<Entries> {
  return withDossier(path, async (files) => new Map([...files].map(([name, file]) => [name, file.read()])));
}

export function filesOf(entries: ReadonlyMap<string, Buffer>): DossierFiles {
  const fileOf = (bytes: Buffer): DossierFile => ({
    bytes: bytes.length,
    sha256: hash('sha256', bytes),
    read: () => bytes,
  });
  return new Map([...entries].map(([name, bytes]) => [name, fileOf(bytes)]));
}
