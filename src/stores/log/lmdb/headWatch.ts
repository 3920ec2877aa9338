// Waits for the log to grow: woken at once by this process's own commits, by polling every few milliseconds for those of
// other processes. Polls only while there are waiters.

type Waiter = Readonly<{ position: number; wake: () => void }>;

export class HeadWatch {
  readonly #head: () => number;
  readonly #pollMs: number;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(head: () => number, pollMs: number) {
    this.#head = head;
    this.#pollMs = pollMs;
  }

  /** Resolves once the log goes beyond the position, the signal aborts, or the watch is closed. */
  waitBeyond(position: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#end() > position) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = { position, wake: () => this.#release(waiter, signal, resolve) };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake, { once: true });
      this.#timer ??= setInterval(() => this.check(), this.#pollMs);
    });
  }

  check(): void {
    if (this.#waiters.size === 0) return;
    const end = this.#end();
    for (const waiter of this.#waiters) if (end > waiter.position) waiter.wake();
  }

  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters) waiter.wake();
  }

  /** An error wakes the waiters too: their next read throws it to the caller, which this timer cannot. */
  #end(): number {
    try {
      return this.#head();
    } catch {
      return Infinity;
    }
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
