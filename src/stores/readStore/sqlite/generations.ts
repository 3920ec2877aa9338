// The files of read models. `read.current`, replaced by rename, names the live one; every process polls it.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CURRENT = 'read.current';
const NAME = /^read-(\d{6,})\.db$/;
/** How long a file stays after another went live; readers of other processes move within a second. */
const KEEP_MS = 60_000;

export class Generations {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Name of the live file; null before the first one, or if it is missing. */
  current(): string | null {
    const name = this.#named();
    return name !== null && existsSync(this.path(name)) ? name : null;
  }

  /**
   * A name that was never used, not even by a deleted file that a reader may still have open.
   * Only for the holder of the rebuild lock, so that names stay unique.
   */
  next(): string {
    const numbers = [this.#named(), ...this.#names()].map((name) => Number(NAME.exec(name ?? '')?.[1] ?? 0));
    return `read-${String(Math.max(...numbers) + 1).padStart(6, '0')}.db`;
  }

  makeCurrent(name: string): void {
    const next = join(this.#folder, `${CURRENT}.next`);
    writeFileSync(next, `${name}\n`);
    renameSync(next, join(this.#folder, CURRENT));
  }

  drop(name: string): void {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${this.path(name)}${suffix}`, { force: true });
  }

  /** Drops files that are not live and have not been for a minute. Only for the holder of the rebuild lock. */
  tidy(now: number): void {
    const current = this.current();
    if (current === null || now - statSync(join(this.#folder, CURRENT)).mtimeMs < KEEP_MS) return;
    for (const name of this.#names()) if (name !== current) this.drop(name);
  }

  #named(): string | null {
    let name: string;
    try {
      name = readFileSync(join(this.#folder, CURRENT), 'utf8').trim();
    } catch {
      return null;
    }
    return NAME.test(name) ? name : null;
  }

  #names(): string[] {
    return readdirSync(this.#folder).filter((name) => NAME.test(name));
  }
}
