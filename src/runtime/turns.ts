// Shares the event loop: work in many steps takes one turn per step, in which other owners have theirs. Unlike
// `FairQueue` it has no bound and refuses nothing.
type Waiter = Readonly<{ serve(): void }>;

/**
 * Serves, in each turn of the event loop, one of each owner's. Between two turns whatever has come meanwhile is
 * served.
 */
export class Turns {
  readonly #waiting = new Map<string, Set<Waiter>>();
  #isScheduled = false;

  /** @param owner whose turn it waits for */
  add(owner: string, one: Waiter): void {
    const waiting = this.#waiting.get(owner);
    if (waiting) waiting.add(one);
    else this.#waiting.set(owner, new Set([one]));
    this.#schedule();
  }

  next(owner: string): Promise<void> {
    return new Promise((resolve) => this.add(owner, { serve: resolve }));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#serve());
  }

  #serve(): void {
    this.#isScheduled = false;
    for (const [owner, waiting] of Array.from(this.#waiting)) {
      const [one] = waiting;
      if (one) waiting.delete(one);
      if (waiting.size === 0) this.#waiting.delete(owner);
      one?.serve();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}

/** Lets timers and other requests run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
