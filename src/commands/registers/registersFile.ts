// Reads the file of `apply` and the accounts files it names, which must be in the same folder.
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, isAbsolute } from 'node:path';
import type { RegisterFileReason } from '../../domain/clients/refusals.js';
import { refuse } from '../../domain/problem.js';
import type { AccountsFile } from './accountsFile.js';

/** `document`: the parsed JSON, unchecked. */
export type RegistersFile = Readonly<{
  document: unknown;
  /** A file of the same folder, as bytes or already read. */
  readAdjacent(name: string): Promise<Uint8Array | AccountsFile | Unreadable>;
}>;
type Unreadable = Readonly<{ unreadable: RegisterFileReason }>;

/** A document without files beside it. */
export function inMemory(document: unknown): RegistersFile {
  return { document, readAdjacent: async () => ({ unreadable: { is: 'NoFiles' } }) };
}

const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** @throws DomainError RegistersInvalid when the file cannot be read or is not JSON */
export async function readRegistersFile(path: string): Promise<RegistersFile> {
  const bytes = await readWhole(path);
  if (!(bytes instanceof Uint8Array)) return invalid(path, bytes.unreadable);
  return { document: parsed(path, bytes), readAdjacent: (name) => readAdjacentFile(dirname(path), name) };
}

async function readAdjacentFile(folder: string, name: string): Promise<Uint8Array | Unreadable> {
  const outside: Unreadable = { unreadable: { is: 'FileOutside' } };
  const path = resolve(folder, name);
  if (isAbsolute(name) || !isWithin(resolve(folder), path)) return outside;
  try {
    if (!isWithin(await realpath(folder), await realpath(path))) return outside;
  } catch {
    return { unreadable: { is: 'FileUnreadable', name } };
  }
  return readWhole(path);
}

async function readWhole(path: string): Promise<Uint8Array | Unreadable> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_MAX) return { unreadable: { is: 'FileTooLarge', name } };
    return await readFile(path);
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { unreadable: { is: absent ? 'FileAbsent' : 'FileUnreadable', name } };
  }
}

function parsed(path: string, bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalid(path, { is: 'NotUtf8' });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    return invalid(path, { is: 'NotJson', at: placeOf(error) });
  }
}

/** Node reports the place only in the message of its error. */
function placeOf(error: unknown): Readonly<{ line: number; column: number }> | null {
  const place = /line (\d+) column (\d+)/.exec(String(error));
  return place && { line: Number(place[1]), column: Number(place[2]) };
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith('../') && !isAbsolute(way);
}

function invalid(path: string, reason: RegisterFileReason): never {
  refuse({ is: 'RegistersInvalid', errors: [{ path: [basename(path)], reason }] });
}
