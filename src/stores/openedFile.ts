// Whether a path still names the file opened, which keeps its inode: no other file can have the number.
import { statSync } from 'node:fs';

export class OpenedFile {
  readonly #device: bigint;
  readonly #inode: bigint;

  /** @param path of a file or folder that was just opened */
  constructor(readonly path: string) {
    const { dev, ino } = statSync(path, { bigint: true });
    this.#device = dev;
    this.#inode = ino;
  }

  isSame(): boolean {
    const stats = statAt(this.path);
    return stats?.dev === this.#device && stats.ino === this.#inode;
  }
}

function statAt(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
