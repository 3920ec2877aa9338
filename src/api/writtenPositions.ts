// The port of read-your-writes (readYourWrites.ts): the last position that each key wrote, whatever the number of processes.

/** How long a read waits, the look-up of the position included. Then it answers with what is there. */
export const READ_YOUR_WRITES_MAX_MS = 2_000;

export type WrittenPositions = Readonly<{
  /** After a write and before its answer. Never throws; takes at most 200 ms. */
  note(keyId: number, position: number): Promise<void>;
  /** Until the read models have reached the key's last written position, at most `READ_YOUR_WRITES_MAX_MS`. Never throws. */
  waitFor(keyId: number): Promise<void> | void;
}>;
