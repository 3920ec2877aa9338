// The port of a local cache of fold states. Never truth: what is not found, or is of another shape, is read from the log.

export type Snapshot = Readonly<{ state: unknown; revision: number; at: string | null }>;

export type SnapshotStore = Readonly<{
  /** A fresh copy, or null; also when what is stored cannot be read. */
  get(stream: string, foldVersion: number): Snapshot | null;
  /** Takes the state as it is now; later changes to it do not count. */
  put(stream: string, foldVersion: number, snapshot: Snapshot): void;
  close(): Promise<void>;
}>;
