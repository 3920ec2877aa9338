// Uploads that arrive at once share the request thread by clients, not by connections: otherwise one that sends thirty files
// leaves a thirty-first of the thread to another. Source: docs/spec/files.md#turns.
import { RoundRobin } from '../../../domain/kernel/roundRobin.js';

/** Blocks taken in one turn of the event loop; the sockets of all clients have been read in between. */
const BLOCKS_A_TURN = 2;

export type Arrival = Readonly<{
  /** When the next block may be taken; null: now, as while no other client's upload arrives. */
  turn(): Promise<void> | null;
  /** May be called twice. */
  end(): void;
}>;

export class ArrivalTurns {
  /** Uploads that arrive, by client. */
  readonly #arriving = new Map<number, number>();
  readonly #waiting = new RoundRobin<number, () => void>();
  #isScheduled = false;

  begin(clientId: number): Arrival {
    this.#count(clientId, 1);
    let isOver = false;
    return {
      turn: () => {
        if (this.#arriving.size === 1) return null;
        return new Promise((resolve) => {
          this.#waiting.add(clientId, resolve);
          this.#schedule();
        });
      },
      end: () => {
        if (!isOver) this.#count(clientId, -1);
        isOver = true;
      },
    };
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (let block = 0; block < BLOCKS_A_TURN; block++) this.#waiting.take()?.();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  #count(clientId: number, change: number): void {
    const count = (this.#arriving.get(clientId) ?? 0) + change;
    if (count > 0) this.#arriving.set(clientId, count);
    else this.#arriving.delete(clientId);
  }
}
