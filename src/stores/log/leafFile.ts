// The leaves of the log's tree in one file, after a line with the id of the log. Processes that write at the same time write
// the same bytes to the same places. Not flushed: readers verify leaves. Source: docs/spec/log.md#leaves.
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { LEAF_BYTES, type LeafStore } from '../../commands/seals/leafStore.js';

/** @param logId leaves under another id are not read: a copy has other positions */
export function openLeafFile(file: string, logId: string): LeafStore {
  const head = Buffer.from(`${logId}\n`);
  return {
    async read() {
      const bytes = await readFile(file).catch(unlessMissing);
      if (bytes?.subarray(0, head.length).equals(head) !== true) return Buffer.alloc(0);
      const whole = Math.floor((bytes.length - head.length) / LEAF_BYTES);
      return bytes.subarray(head.length, head.length + whole * LEAF_BYTES);
    },
    async write(first, leaves) {
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
