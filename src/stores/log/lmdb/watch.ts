// Wakes those who wait for the log to grow: at once for this process's own events, by looking every few milliseconds
// for those of others. Looks only while somebody waits.

type Waiter = Readonly<{ position: number; wake: () => void }>;

export class Watch {
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
  beyond(position: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#end() > position) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = { position, wake: () => this.#release(waiter, signal, resolve) };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake, { once: true });
      this.#timer ??= setInterval(() => this.look(), this.#pollMs);
    });
  }

  look(): void {
    if (this.#waiters.size === 0) return;
    const end = this.#end();
    for (const waiter of this.#waiters) if (end > waiter.position) waiter.wake();
  }

  close(): void {
    this.#closed = true;
    for (const waiter of this.#waiters) waiter.wake();
  }

  /** Who waits is woken by an error too, and meets it when it reads: a timer has nobody to throw it to. */
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
