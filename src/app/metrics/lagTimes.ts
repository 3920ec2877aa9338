// Measures how long parts of the process have been behind the log, from the heads seen by health checks: a part that has not
// reached a head has been behind at least since that head was first seen. Needs no reads; as exact as checks are frequent.

/** Largest number of remembered heads; above it, every second one is dropped. */
const SEEN_MAX = 2_048;

export class LagTimes {
  /** Oldest first; heads grow. */
  #seen: { head: number; atMs: number }[] = [];

  constructor(private readonly nowMs: () => number) {}

  note(head: number): void {
    const last = this.#seen.at(-1);
    if (last !== undefined && head < last.head) this.#seen = []; // the log was restored to an earlier state
    if (last?.head !== head) this.#seen.push({ head, atMs: this.nowMs() });
    if (this.#seen.length > SEEN_MAX) this.#seen = this.#seen.filter((_, index) => index % 2 === 0);
  }

  /** Seconds since a head beyond the position was first seen; 0 for a part that has reached the last one. */
  secondsBehind(position: number): number {
    const seen = this.#seen;
    let [low, high] = [0, seen.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((seen[middle]?.head ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    const first = seen[low];
    return first === undefined ? 0 : Math.round(Math.max(0, this.nowMs() - first.atMs)) / 1_000;
  }
}
