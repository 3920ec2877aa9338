// Port: where the leaves of the tree are kept for proofs. A cache, made anew from the log. Adapter: src/stores/log/caches.ts.
// Source: docs/spec/log.md#leaves.

/** Bytes of a leaf: its hash, and its event's position in the log as a double. */
export const LEAF_BYTES = 40;

/** The leaves from the first on. What is read back may be damaged: the reader verifies it. */
export type LeafStore = Readonly<{
  /** Whole leaves only; empty when there are none. */
  read(): Promise<Buffer>;
  /** Writes the leaves from number `first` on. */
  write(first: number, leaves: Uint8Array): Promise<void>;
  /** Forgets all leaves. */
  clear(): Promise<void>;
}>;
