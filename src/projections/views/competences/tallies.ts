// Keeps the tallies of the competences in work, so that an event costs its own items. A tally that is missing is made again
// from its stream, up to the event before.
import { LRUCache } from 'lru-cache';
import type { Recorded } from '../../../domain/kernel/event.js';
import type { ReconciliationEvent } from '../../../domain/reconciliation/events.js';
import { actedPartsLocation } from '../../../domain/reconciliation/parts/actedItems.js';
import type { PartBytes, PartsRef, ReadStream } from '../../engine/projection.js';
import { Tally } from './tally.js';

/** Reconciliations kept in all tallies together, about 100 bytes each. */
const ITEMS_MAX = 300_000;

const NO_PARTS: PartsRef = { stream: '', fromRevision: 0, count: 0 };

export class Tallies {
  readonly #tallies = new LRUCache<string, Tally>({
    maxSize: ITEMS_MAX,
    sizeCalculation: ({ size }) => size + 1,
  });

  /** The tally of the event's competence after the event. */
  async after(event: Recorded<ReconciliationEvent>, parts: PartBytes, read: ReadStream): Promise<Tally> {
    const { stream, revision } = event;
    const known = this.#tallies.get(stream);
    const tally = known?.revision === revision - 1 ? known : await tallyBefore(event, read);
    // Forgotten meanwhile: an event that was applied in part must not be continued.
    this.#tallies.delete(stream);
    tally.apply(event, await all(parts));
    this.#tallies.set(stream, tally);
    return tally;
  }
}

export function tallyParts({ type, data }: Recorded<ReconciliationEvent>): PartsRef {
  if (type === 'TrialBalanceReleased')
    return { stream: data.items.stream, fromRevision: 0, count: data.items.count };
  if (type === 'ReconciliationsCommented' || type === 'EvidenceAttached' || type === 'VariationExplained')
    return NO_PARTS;
  return actedPartsLocation(data);
}

async function tallyBefore({ stream, revision }: Recorded, read: ReadStream): Promise<Tally> {
  const tally = new Tally();
  if (revision === 0) return tally;
  for await (const recorded of read(stream)) {
    if (recorded.revision >= revision) break;
    const event = recorded as Recorded<ReconciliationEvent>;
    tally.apply(event, await partsIn(read, tallyParts(event)));
  }
  return tally;
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
