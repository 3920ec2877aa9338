// The bytes of a file or page that is the same for everybody: read and compressed once.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { weakTag } from './etag.js';

export type Loaded = Readonly<{ bytes: Buffer; gzipped: Buffer; tag: string }>;

/** A file that comes with the program is not there: the installation is incomplete. */
export class ProgramFileMissing extends Error {
  override readonly name = 'ProgramFileMissing';
  constructor(readonly path: string) {
    super(path);
  }
}

/**
 * The path of a file that comes with the program.
 * @throws ProgramFileMissing when no file is there
 */
export function programFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) throw new ProgramFileMissing(path);
  return path;
}

/**
 * The path of a file that the build copied out of a package (`scripts/pageAssets.mjs`).
 * @throws ProgramFileMissing when no file is there
 */
export function vendorFile(name: string): string {
  return programFile(fileURLToPath(new URL(`../../../vendor/${name}`, import.meta.url)));
}

export function loaded(bytes: Buffer): Loaded {
  return { bytes, gzipped: gzipSync(bytes), tag: weakTag([bytes]) };
}

export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
