// Read-your-writes in one process: the last position each key wrote, forgotten once the read models have shown it.
import type { WrittenPositions } from './api/writtenPositions.js';
import type { PositionWaiter } from './projections/engine/waitFor.js';

/** Keys remembered at once; the longest unused goes first. */
const KEYS_MAX = 10_000;

/** @param projection the one that shows what a key may write */
export function rememberWritten(waiter: PositionWaiter, projection: string): WrittenPositions {
  const positions = new Map<number, number>();
  return {
    async note(keyId, position) {
      const before = positions.get(keyId) ?? 0;
      positions.delete(keyId);
      positions.set(keyId, Math.max(before, position));
      const [oldest] = positions.keys();
      if (positions.size > KEYS_MAX && oldest !== undefined) positions.delete(oldest);
    },
    waitFor(keyId) {
      const position = positions.get(keyId);
      if (position === undefined) return;
      return waiter.waitFor(projection, position).then((reached) => {
        if (reached && positions.get(keyId) === position) positions.delete(keyId);
      });
    },
  };
}
