// Files that come with the program: its package.json, guides, assets of its pages.
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that comes with the program is not there: the installation is incomplete. */
export class ProgramFileMissing extends Error {
  override readonly name = 'ProgramFileMissing';
  constructor(readonly path: string) {
    super(path);
  }
}

/**
 * The nearest folder above this code with a package.json: the same for `dist/src` and for what is joined in
 * `dist/bin`.
 */
const ROOT = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isFile(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
})();

/**
 * The path of a file that comes with the program.
 * @param name below the folder of the program, as `docs/erros.md`
 * @throws ProgramFileMissing when no file is there
 */
export function programFile(name: string): string {
  const path = join(ROOT, name);
  if (!isFile(path)) throw new ProgramFileMissing(path);
  return path;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export function deployedVersion(): string {
  const text = readFileSync(programFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
