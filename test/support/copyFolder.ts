// A copy of a data folder that no process uses.
import { cp, rm } from 'node:fs/promises';

/**
 * Copies a folder. libsql closes a file only when its statements are collected, so the `-shm` and `-wal` of a
 * store closed in this process can disappear during the copy, after a checkpoint into the file: the copy is then
 * begun anew.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  for (;;)
    try {
      await cp(from, to, { recursive: true });
      return;
    } catch (error) {
      if (
        (error as NodeJS.ErrnoException).code !== 'ENOENT' ||
        !(error as NodeJS.ErrnoException).path?.startsWith(from)
      )
        throw error;
      await rm(to, { recursive: true, force: true });
    }
}
