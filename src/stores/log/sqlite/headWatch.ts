// Waits for the log to grow: woken at once by the commits of this process, whichever thread makes them, by polling for those of
// other processes. Polls only while there are waiters.
import { BroadcastChannel } from 'node:worker_threads';

/** A poll wakes the thread, which costs 0.1 ms: at shorter intervals an idle service would use a few percent of a core. */
const POLL_MS = 20;

type Waiter = Readonly<{ position: number; wake: () => void }>;

export class HeadWatch {
  readonly #head: () => number;
  readonly #commits: BroadcastChannel;
  readonly #waiters = new Set<Waiter>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param folder of the log: its watches in all threads of this process hear of each other's commits */
  constructor(head: () => number, folder: string) {
    this.#head = head;
    this.#commits = new BroadcastChannel(`log ${folder}`);
    this.#commits.onmessage = () => this.#check();
    this.#commits.unref();
  }

  committed(): void {
    if (this.#closed) return;
    this.#commits.postMessage(null);
    this.#check();
  }

  /** Resolves once the log goes beyond the position, the signal aborts, or the watch is closed. */
  waitBeyond(position: number, signal: AbortSignal): Promise<void> {
    if (this.#closed || signal.aborted || this.#end() > position) return Promise.resolve();
    return new Promise((resolve) => {
      const waiter = { position, wake: () => this.#release(waiter, signal, resolve) };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', waiter.wake, { once: true });
      this.#timer ??= setInterval(() => this.#check(), POLL_MS);
    });
  }

  close(): void {
    this.#closed = true;
    this.#commits.close();
    for (const waiter of this.#waiters) waiter.wake();
  }

  #check(): void {
    if (this.#waiters.size === 0) return;
    const end = this.#end();
    for (const waiter of this.#waiters) if (end > waiter.position) waiter.wake();
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
