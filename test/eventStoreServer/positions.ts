// Positions as EventStoreDB gives them out: they grow with bytes and not by one, and among ours lie records of the
// server's own. The embedded log counts 1, 2, 3…; both ways are pure arithmetic, so nothing has to be kept.

/** The n-th event of the embedded log, or the system record that follows it. */
export type RecordPlace = Readonly<{ n: number; isSystem: boolean }>;

const STEP = 137;
const UNEVEN = 89;
const SYSTEM_OFFSET = 20;
const SYSTEM_EVERY = 16;

export function wirePosition({ n, isSystem }: RecordPlace): number {
  return STEP * n + ((n * 53) % UNEVEN) + (isSystem ? SYSTEM_OFFSET : 0);
}

/** Null where no record begins. */
export function placeAt(wire: number): RecordPlace | null {
  const about = Math.floor(wire / STEP);
  for (const n of [about, about - 1])
    for (const isSystem of [false, true]) {
      if (n < 1 || (isSystem && !hasSystemRecord(n))) continue;
      if (wirePosition({ n, isSystem }) === wire) return { n, isSystem };
    }
  return null;
}

/** Whether a record of the server's own follows the n-th event. */
export function hasSystemRecord(n: number): boolean {
  return n % SYSTEM_EVERY === 0;
}
