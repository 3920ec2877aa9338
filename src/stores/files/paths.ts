// What is asked of a file by its path.
import { accessSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Null where the file, or a folder of its path, is not there. */
export async function unlessGone<Result>(result: Promise<Result>): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** Durable once it returns: the bytes of a file, or the names in a folder. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** @param mode `R_OK` or `W_OK` */
export function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
