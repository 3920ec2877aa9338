// Evidence as local files: reads one to attach, saves attached ones.
import { constants } from 'node:fs';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { lookup } from 'mime-types';
import type { EvidenceFile } from '../commands/reconciliations/evidence.js';
import { evidenceRefusal } from '../domain/reconciliation/refusals.js';
import { fileUnreadable, folderUnwritable } from '../messages/reconciliationPage.js';
import { actRefusalSentence } from '../messages/reconciliations.js';
import { Refused } from './refusalText.js';

const UNKNOWN_TYPE = 'application/octet-stream';
/** Longer names are cut, so that a name with a number added fits file systems' limits in bytes. */
const NAME_CHARACTERS_MAX = 60;
const SAME_NAMES_MAX = 1_000;

/** @throws Refused when it cannot be read, is empty or too large (checked before reading) */
export async function evidenceFileAt(path: string): Promise<EvidenceFile> {
  const bytes = await bytesAt(path);
  if (bytes === null) throw new Refused(fileUnreadable(path));
  const name = basename(path);
  return { name, mediaType: mediaTypeOf(name), bytes };
}

export function mediaTypeOf(name: string): string {
  return lookup(name) || UNKNOWN_TYPE;
}

/** Null when it is not a regular file or cannot be read. O_NONBLOCK: opening a pipe must not wait for a writer. */
async function bytesAt(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return null;
    const refusal = evidenceRefusal({ sizeBytes: stat.size });
    if (refusal !== null) throw new Refused(actRefusalSentence(refusal));
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** @throws Refused */
export async function folderFor(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    return path;
  } catch {
    throw new Refused(folderUnwritable(path));
  }
}

/** Adds a number to a name that another file has. @returns the path @throws Refused where it cannot write */
export async function saveEvidence(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const { name: stem, ext } = parse(fileNameOf(name));
  for (let number = 1; number <= SAME_NAMES_MAX; number++) {
    const path = join(folder, number === 1 ? `${stem}${ext}` : `${stem} (${number})${ext}`);
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') break;
      if ((await readFile(path).catch(() => null))?.equals(bytes) === true) return path;
    }
  }
  throw new Refused(folderUnwritable(folder));
}

/** A safe file name: without path separators and control characters, not hidden. */
function fileNameOf(name: string): string {
  const safe = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, '_').replace(/^\.+/, '');
  const { name: stem, ext } = parse(safe);
  const short = stem.slice(0, NAME_CHARACTERS_MAX).trim();
  return `${short === '' ? 'evidencia' : short}${ext.slice(0, NAME_CHARACTERS_MAX)}`;
}
