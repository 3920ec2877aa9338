// A node's own view of the log: while it lags, what was written since is not there, and nothing can be appended.
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { Appended, Batch, EventLog, StreamAppend } from '../../src/domain/kernel/log.js';

export class LaggingLog implements EventLog {
  readonly #log: EventLog;
  #last: Promise<number> | null = null;
  #caughtUp: Promise<void> = Promise.resolve();
  #onCatchUp: () => void = () => undefined;

  constructor(log: EventLog) {
    this.#log = log;
  }

  lag(): void {
    this.#last = this.#log.head();
    this.#caughtUp = new Promise((resolve) => (this.#onCatchUp = resolve));
  }

  catchUp(): void {
    this.#last = null;
    this.#onCatchUp();
  }

  append(appends: readonly StreamAppend[]): Promise<Appended> {
    return this.#last === null ? this.#log.append(appends) : new Promise(() => undefined);
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    for await (const event of this.#log.read(stream, fromRevision)) {
      if (this.#last !== null && event.position > (await this.#last)) return;
      yield event;
    }
  }

  async *subscribe(
    fromPosition: number,
    streamPrefixes: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Batch, void> {
    if (this.#last !== null) {
      yield { events: [], position: await this.#last, caughtUp: true };
      await this.#caughtUp;
    }
    for await (const batch of this.#log.subscribe(fromPosition, streamPrefixes, signal)) {
      if (this.#last !== null && batch.position > (await this.#last)) await this.#caughtUp;
      yield batch;
    }
  }

  async head(): Promise<number> {
    return this.#last ?? this.#log.head();
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
