// Read-your-writes: a write notes its position; the next reads of the same key wait until the read models have reached it.
// The port; app.ts waits before reads. Adapters: src/stores/documents. Source: docs/spec/requests.md#read-your-writes.

/** How long a read waits at most, looking up the position included. After that it answers from the read models as they are. */
export const READ_YOUR_WRITES_MAX_MS = 2_000;

/** The last position that each key wrote, shared by all processes. */
export type WrittenPositions = Readonly<{
  /** Called after a write and before its answer. Never throws; takes at most 200 ms. */
  note(keyId: number, position: number): Promise<void>;
  /** Resolves when the read models have reached the key's position, or after `READ_YOUR_WRITES_MAX_MS`. Never throws. */
  waitFor(keyId: number): Promise<void> | void;
}>;
