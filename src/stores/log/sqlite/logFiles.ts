// The files of an open log. Once one of them was removed, renamed or replaced, every append is refused: it would be lost, or
// another process that opens the path would write another log.
import { StoreError } from '../../../domain/kernel/storeError.js';
import type { OpenedFile } from '../../openedFile.js';

export class LogFiles {
  readonly #files: readonly OpenedFile[];
  #fault: StoreError | null = null;

  constructor(files: readonly OpenedFile[]) {
    this.#files = files;
  }

  /** Takes a few µs. @throws StoreError at the first missing file, and at every later call */
  check(): void {
    if (this.#fault !== null) throw this.#fault;
    const gone = this.#files.find((file) => !file.isSame());
    if (gone === undefined) return;
    this.#fault = new StoreError({ is: 'StoreTakenAway', path: gone.path });
    throw this.#fault;
  }
}
