// The leaves of the log's tree, kept for proofs, in one file after a line with the id of the log: a cache, made
// anew from the log. Processes that write at the same time write the same bytes to the same places. Not flushed:
// what is read back may be damaged, and the reader verifies it. Source: docs/spec/log.md#leaves.
import { open, readFile, rm, writeFile } from 'node:fs/promises';

/** Bytes of a leaf: its hash, and its event's position in the log as a double. */
export const LEAF_BYTES = 40;

export type LeafStore = ReturnType<typeof openLeafFile>;

/** @param logId leaves under another id are not read: a copy has other positions */
export function openLeafFile(file: string, logId: string) {
  const head = Buffer.from(`${logId}\n`);
  return {
    /** Whole leaves from the first on; empty when there are none. */
    async read(): Promise<Buffer> {
      const bytes = await readFile(file).catch(unlessMissing);
      if (bytes?.subarray(0, head.length).equals(head) !== true) return Buffer.alloc(0);
      const whole = Math.floor((bytes.length - head.length) / LEAF_BYTES);
      return bytes.subarray(head.length, head.length + whole * LEAF_BYTES);
    },
    /** Writes the leaves from number `first` on. */
    async write(first: number, leaves: Uint8Array): Promise<void> {
      if (first === 0) return writeFile(file, Buffer.concat([head, leaves]), { mode: 0o600 });
      const handle = await open(file, 'r+');
      try {
        await handle.write(leaves, 0, leaves.length, head.length + first * LEAF_BYTES);
      } finally {
        await handle.close();
      }
    },
    clear: () => rm(file, { force: true }),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
