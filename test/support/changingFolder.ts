// Reads a folder while its files come and go: what is removed between two looks is left out.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the folder itself; none when it is gone. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessGone(readdir(folder))) ?? [];
}

/** The content of every file of the folder and those in it. */
export async function* contentsIn(folder: string): AsyncGenerator<Readonly<{ name: string; bytes: Buffer }>> {
  for (const entry of (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* contentsIn(path);
    const bytes = entry.isFile() ? await unlessGone(readFile(path)) : null;
    if (bytes !== null) yield { name: entry.name, bytes };
  }
}

async function unlessGone<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}
