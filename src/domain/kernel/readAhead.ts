// Reads the parts of the next events while those of the previous one are handled, so that a remote log costs no wait per event.
import type { EventLog } from './log.js';
import type { PartsLocation } from './parts.js';
import type { Recorded } from './event.js';

/** Largest number of parts read ahead, but at least those of one event; each has at most some 900 kB. */
export const PARTS_AHEAD_MAX = 8;

type Begun = Readonly<{
  place: PartsLocation;
  events: AsyncIterator<Recorded>;
  first: Promise<IteratorResult<Recorded>>;
}>;

/** Reads like the log; starts planned reads before they are requested. */
export class ReadAhead implements Pick<EventLog, 'read'> {
  readonly #log: Pick<EventLog, 'read'>;
  #plannedReads: PartsLocation[] = [];
  #reads: Begun[] = [];
  /** Parts of the reads started or in progress. */
  #parts = 0;

  constructor(log: Pick<EventLog, 'read'>) {
    this.#log = log;
  }

  /** Replaces the plan by the reads to come, in order; planned reads that were not requested are dropped. */
  plan(places: readonly PartsLocation[]): void {
    for (const { place, events } of this.#reads.splice(0)) {
      this.#parts -= place.count;
      events.return?.().catch(() => undefined);
    }
    this.#plannedReads = places.filter(({ count }) => count > 0);
    this.#begin();
  }

  async *read(stream: string, fromRevision: number): AsyncGenerator<Recorded, void> {
    const at = this.#reads.findIndex(
      ({ place }) => place.stream === stream && place.fromRevision === fromRevision,
    );
    const [reading] = at === -1 ? [] : this.#reads.splice(at, 1);
    if (reading === undefined) {
      yield* this.#log.read(stream, fromRevision);
      return;
    }
    try {
      for (let next = await reading.first; next.done !== true; next = await reading.events.next())
        yield next.value;
    } finally {
      this.#parts -= reading.place.count;
      this.#begin();
      await reading.events.return?.();
    }
  }

  #begin(): void {
    for (let place = this.#plannedReads[0]; place !== undefined; place = this.#plannedReads[0]) {
      if (this.#parts > 0 && this.#parts + place.count > PARTS_AHEAD_MAX) return;
      this.#plannedReads.shift();
      const events = this.#log.read(place.stream, place.fromRevision)[Symbol.asyncIterator]();
      const first = events.next();
      first.catch(() => undefined); // thrown where it is read
      this.#reads.push({ place, events, first });
      this.#parts += place.count;
    }
  }
}
