// Keeps what was counted of the competences in work, so that an event costs its own items. What is missing is counted again
// from its stream, up to the event before.
import { LRUCache } from 'lru-cache';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { ReconciliationEvent } from '../../../domain/reconciliation/events.js';
import { actedPartsLocation } from '../../../domain/reconciliation/parts.js';
import type { PartBytes, PartsRef, ReadStream } from '../../engine/projection.js';

/** Reconciliations kept in all counts together, about 100 bytes each. */
const ITEMS_MAX = 300_000;

const NO_PARTS: PartsRef = { stream: '', fromRevision: 0, count: 0 };

/** Of one competence. `revision`: of the last event applied, -1 before the first; `size`: reconciliations it keeps. */
export type Counted = {
  readonly revision: number;
  readonly size: number;
  /** Called with every event of the stream, in order. */
  apply(event: Recorded<ReconciliationEvent>, parts: readonly Uint8Array[]): void;
};

export class Tallies<Count extends Counted> {
  readonly #make: () => Count;
  readonly #partsOf: (event: Recorded<ReconciliationEvent>) => PartsRef;
  readonly #counts = new LRUCache<string, Count>({
    maxSize: ITEMS_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });

  constructor(make: () => Count, partsOf = tallyParts) {
    this.#make = make;
    this.#partsOf = partsOf;
  }

  /** What is counted of the event's competence after the event. */
  async after(event: Recorded<ReconciliationEvent>, parts: PartBytes, read: ReadStream): Promise<Count> {
    const { stream, revision } = event;
    const known = this.#counts.get(stream);
    const count = known?.revision === revision - 1 ? known : await this.#before(event, read);
    // Forgotten meanwhile: an event that was applied in part must not be continued.
    this.#counts.delete(stream);
    count.apply(event, await all(parts));
    this.#counts.set(stream, count);
    return count;
  }

  async #before({ stream, revision }: Recorded, read: ReadStream): Promise<Count> {
    const count = this.#make();
    if (revision === 0) return count;
    for await (const recorded of read(stream)) {
      if (recorded.revision >= revision) break;
      const event = recorded as Recorded<ReconciliationEvent>;
      count.apply(event, await partsIn(read, this.#partsOf(event)));
    }
    return count;
  }
}

export function tallyParts({ type, data }: Recorded<ReconciliationEvent>): PartsRef {
  if (type === 'TrialBalanceReleased')
    return { stream: data.items.stream, fromRevision: 0, count: data.items.count };
  if (type === 'ReconciliationsCommented' || type === 'EvidenceAttached' || type === 'VariationExplained')
    return NO_PARTS;
  return actedPartsLocation(data);
}

async function partsIn(read: ReadStream, { stream, count }: PartsRef): Promise<readonly Uint8Array[]> {
  if (count === 0) return [];
  const found: Uint8Array[] = [];
  for await (const { data } of read(stream)) {
    if (data instanceof Uint8Array) found.push(data);
    if (found.length === count) return found;
  }
  throw new Error(`${found.length} of ${count} parts are in ${stream}`);
}

async function all(parts: PartBytes): Promise<readonly Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const part of parts) found.push(part);
  return found;
}
