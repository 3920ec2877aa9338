// Keys generated once in the data folder, mode 0600: 32 bytes in base64.
import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { StoreError, type StoreProblem } from '../domain/kernel/storeError.js';

export const KEY_BYTES = 32;

/**
 * @param missing thrown when the file does not exist; null when it may be created
 * @throws StoreError
 */
export async function keyFromFile(path: string, missing: StoreProblem | null): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing !== null) return existing.trim();
  if (missing !== null) throw new StoreError(missing);
  // Processes may start at once: link() publishes a complete file, and the second process reads the first one's.
  const made = await writeKey(path, randomBytes(KEY_BYTES).toString('base64'));
  try {
    await link(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  return (await readFile(path, 'utf8')).trim();
}

/** Writes the key durably to a new file beside the path. @returns that file */
export async function writeKey(path: string, key: string): Promise<string> {
  const made = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(made, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return made;
}
