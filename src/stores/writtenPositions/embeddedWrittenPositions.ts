// Read-your-writes between the processes of one machine: the last position each key wrote, in a small file that all of them
// have open. It stays in the page cache and need not survive a power loss.
import { closeSync, constants, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { READ_YOUR_WRITES_MAX_MS, type WrittenPositions } from '../../api/readYourWrites.js';

/** One number each. Keys that share a slot wait for each other's writes, which is harmless. */
const SLOTS = 65_536;
const SLOT_BYTES = 8;

export type EmbeddedPositions = WrittenPositions & Readonly<{ close(): void }>;

export type EmbeddedPositionsOptions = Readonly<{
  folder: string;
  /** Separates the positions of different logs. Null before the log was first reached: nothing was written yet. */
  logId(): string | null;
  /** @returns whether the read models show the position in time */
  waitFor(position: number, timeoutMs: number): Promise<boolean>;
}>;

export function openEmbeddedWrittenPositions({
  folder,
  logId,
  waitFor,
}: EmbeddedPositionsOptions): EmbeddedPositions {
  let opened: number | null = null;
  /** Positions projected or timed out: no read waits for them again. */
  const settled = new Float64Array(SLOTS);
  const bytes = Buffer.alloc(SLOT_BYTES);

  function file(): number | null {
    const id = opened === null ? logId() : null;
    if (id === null) return opened;
    mkdirSync(folder, { recursive: true });
    opened = openSync(join(folder, id), constants.O_RDWR | constants.O_CREAT, 0o600);
    return opened;
  }

  const slotOf = (keyId: number): number => keyId % SLOTS;

  function read(positions: number, slot: number): number {
    return readSync(positions, bytes, 0, SLOT_BYTES, slot * SLOT_BYTES) < SLOT_BYTES ? 0 : bytes.readDoubleLE();
  }

  function raise(positions: number, slot: number, position: number): void {
    // Reads again, as another process may have written a lower one meanwhile.
    while (read(positions, slot) < position) {
      bytes.writeDoubleLE(position);
      writeSync(positions, bytes, 0, SLOT_BYTES, slot * SLOT_BYTES);
    }
  }

  /** 0 when the file cannot be read: the read is answered without waiting. */
  function noted(slot: number): number {
    try {
      const positions = file();
      return positions === null ? 0 : read(positions, slot);
    } catch {
      return 0;
    }
  }

  return {
    async note(keyId, position) {
      try {
        const positions = file();
        if (positions !== null) raise(positions, slotOf(keyId), position);
      } catch {
        return; // a full disk: the key's next read may be slightly behind
      }
    },
    waitFor(keyId) {
      const slot = slotOf(keyId);
      const position = noted(slot);
      if (position <= (settled[slot] ?? 0)) return;
      return waitFor(position, READ_YOUR_WRITES_MAX_MS).then(() => {
        settled[slot] = Math.max(settled[slot] ?? 0, position);
      });
    },
    close() {
      if (opened !== null) closeSync(opened);
      opened = null;
    },
  };
}
