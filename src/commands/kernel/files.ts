// The port of files in folders. Both names are one segment of a path. Adapters: src/stores/files.

export type Files = Readonly<{
  /** Durable once resolved, complete once seen; one with this content is kept. @returns whether it wrote */
  put(folder: string, name: string, content: Uint8Array): Promise<boolean>;
  /** Does `put` for the file at a path, which may be moved; a power loss may take it. */
  take(folder: string, name: string, path: string): Promise<void>;
  /** Null without such a file. */
  read(folder: string, name: string): Promise<Uint8Array | null>;
  /**
   * Runs with the path of the file, valid until `work` ends; `dir` takes a copy where the store has none on this
   * machine.
   * @returns null without such a file
   */
  withFile<Result>(
    folder: string,
    name: string,
    dir: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null>;
  /** Bytes of each file of the folder, by name. */
  sizes(folder: string): Promise<ReadonlyMap<string, number>>;
  /** Ignores unknown folders. */
  remove(folder: string): Promise<void>;
  /** Removes folders that were written before a time, and what interrupted runs left. */
  purge(beforeMs: number): Promise<void>;
}>;
