// Attempts on their way at once. More deliveries are in hand than that: while some are answered the next are ready, and
// nothing waits for the queue.

/** Attempts at once of one process. */
export const ON_THE_WIRE_MAX = 128;

export type Wire = Readonly<{
  /** First come, first served. */
  enter(): Promise<void>;
  leave(): void;
}>;

export function createWire(max: number = ON_THE_WIRE_MAX): Wire {
  const waiting: (() => void)[] = [];
  let free = max;
  return {
    async enter() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
