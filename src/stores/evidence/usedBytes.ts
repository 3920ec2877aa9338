// How much the files of each client take, counted again from time to time: every upload asks.

/** What other processes store meanwhile is not known for so long. */
const KNOWN_MS = 10 * 60_000;

export type UsedBytes = Readonly<{
  of(clientId: number): Promise<number>;
  /** What this process stored. */
  add(clientId: number, bytes: number): void;
}>;

/** @param count reads all files of a client */
export function createUsedBytes(count: (clientId: number) => Promise<number>): UsedBytes {
  const known = new Map<number, { bytes: number; atMs: number }>();
  return {
    async of(clientId) {
      const last = known.get(clientId);
      if (last !== undefined && performance.now() - last.atMs < KNOWN_MS) return last.bytes;
      const counted = { bytes: await count(clientId), atMs: performance.now() };
      known.set(clientId, counted);
      return counted.bytes;
    },
    add(clientId, bytes) {
      const last = known.get(clientId);
      if (last !== undefined) last.bytes += bytes;
    },
  };
}
