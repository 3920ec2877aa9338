// Files that the service keeps of uploads, in one folder for each process.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../../support/changingFolder.js';

/** May be called while the service writes and removes them. @throws when there is no folder of uploads at all */
export async function uploadedFiles(dataDir: string): Promise<readonly string[]> {
  const uploads = join(dataDir, 'uploads');
  const files = (await readdir(uploads)).map((process) => namesIn(join(uploads, process)));
  return (await Promise.all(files)).flat();
}
