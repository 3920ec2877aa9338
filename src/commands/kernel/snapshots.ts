// The port of the snapshots: a local cache of fold states. A missing snapshot, or one of another version, is rebuilt from the log.

/** `lastId` is the id of the event at `revision`. */
export type Snapshot = Readonly<{ state: unknown; revision: number; lastId: string; at: string | null }>;

export type SnapshotStore = Readonly<{
  /** @returns a new copy; null when there is none or it cannot be read */
  get(stream: string, foldVersion: number): Snapshot | null;
  /** Copies the state before it returns. */
  put(stream: string, foldVersion: number, snapshot: Snapshot): void;
  close(): Promise<void>;
}>;
