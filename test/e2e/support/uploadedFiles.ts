// Files that the service keeps of uploads, in one folder for each process.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** May be called while the service writes and removes them. @throws when there is no folder of uploads at all */
export async function uploadedFiles(dataDir: string): Promise<readonly string[]> {
  const uploads = join(dataDir, 'uploads');
  const files = (await readdir(uploads)).map((process) => filesOf(join(uploads, process)));
  return (await Promise.all(files)).flat();
}

/** A process that ends removes its folder between two looks. */
async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}
