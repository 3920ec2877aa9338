// Turns of the event loop, so that whoever asks for much of it waits for himself. Nothing is refused: `fairQueue.ts` bounds.

type Waiting = Readonly<{ serve(): void }>;

/** In each turn of the event loop, one of each owner's is served. Between two turns whatever has come meanwhile is. */
export class Turns {
  readonly #waiting = new Map<string, Set<Waiting>>();
  #isScheduled = false;

  /** @param owner whose turn it waits for */
  add(owner: string, one: Waiting): void {
    const others = this.#waiting.get(owner);
    if (others) others.add(one);
    else this.#waiting.set(owner, new Set([one]));
    this.#schedule();
  }

  /** Resolves when it is the owner's turn. */
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
    for (const [owner, waiting] of [...this.#waiting]) {
      const [one] = waiting;
      if (one) waiting.delete(one);
      if (waiting.size === 0) this.#waiting.delete(owner);
      one?.serve();
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}
