// Follows a log as a projection does: keeps its checkpoint with what it took, and goes on from there after every
// error.
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '../../../src/domain/kernel/log.js';
import { numberOf } from '../../support/logEvents.js';

export class Follower {
  readonly numbers: number[] = [];
  readonly ids: string[] = [];
  readonly #abort = new AbortController();
  readonly #running: Promise<void>;
  restarts = 0;
  #checkpoint = 0;

  constructor(log: EventLog, prefixes: readonly string[]) {
    this.#running = this.#run(log, prefixes);
  }

  /** Waits until so many events came; 20 s at most. */
  async until(count: number): Promise<void> {
    for (let waitedMs = 0; this.numbers.length < count; waitedMs += 5) {
      if (waitedMs > 20_000) throw new Error(`Only ${this.numbers.length} of ${count} events came`);
      await pause(5);
    }
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#running;
  }

  async #run(log: EventLog, prefixes: readonly string[]): Promise<void> {
    while (!this.#abort.signal.aborted)
      try {
        for await (const batch of log.subscribe(this.#checkpoint, prefixes, this.#abort.signal)) {
          for (const event of batch.events) {
            this.numbers.push(numberOf(event));
            this.ids.push(event.id);
          }
          this.#checkpoint = batch.position;
        }
      } catch {
        this.restarts += 1;
        await pause(20);
      }
  }
}
