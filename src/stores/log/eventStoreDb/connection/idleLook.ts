// Sends a small request to the leader while subscriptions are open and no other call is in progress. Without it, subscriptions
// of a quiet log would not detect a leader that no longer answers.
import type { LeaderConnection } from './leaderConnection.js';

const IDLE_MS = 1_000;

export class IdleLook {
  readonly #leader: Pick<LeaderConnection, 'lastAskedMs'>;
  readonly #ask: () => Promise<unknown>;
  #timer: NodeJS.Timeout | null = null;
  #isAsking = false;

  constructor(leader: Pick<LeaderConnection, 'lastAskedMs'>, ask: () => Promise<unknown>) {
    this.#leader = leader;
    this.#ask = ask;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.#look(), IDLE_MS / 2).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    if (this.#isAsking || performance.now() - this.#leader.lastAskedMs < IDLE_MS) return;
    this.#isAsking = true;
    await this.#ask().catch(() => undefined); // the subscriptions report it
    this.#isAsking = false;
  }
}
