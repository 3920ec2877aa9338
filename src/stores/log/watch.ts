// Wakes those who wait for the log to grow: at once for this process's own events, by looking every few milliseconds
// for those of others. Looks only while somebody waits.

type Waiter = Readonly<{ position: number; wake: () => void }>;

export class Watch {
  readonly #head: () => number;
  readonly #pollMs: number;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;

  constructor(head: () => number, pollMs: number) {
    this.#head = head;
    this.#pollMs = pollMs;
  }

  /** Resolves once the log goes beyond the position, the signal aborts, or the watch is closed. */
  beyond(position: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiter = { position, wake: () => this.#release(waiter, signal, resolve) };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake, { once: true });
      this.#timer ??= setInterval(() => this.look(), this.#pollMs);
      if (signal.aborted || this.#head() > position) waiter.wake();
    });
  }

  look(): void {
    if (this.#waiters.size === 0) return;
    const head = this.#head();
    for (const waiter of this.#waiters) if (head > waiter.position) waiter.wake();
  }

  close(): void {
    for (const waiter of this.#waiters) waiter.wake();
  }

  #release(waiter: Waiter, signal: AbortSignal, resolve: () => void): void {
    this.#waiters.delete(waiter);
    signal.removeEventListener('abort', waiter.wake);
    if (this.#waiters.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    resolve();
  }
}
