// How many items each composition of a competence had, while its events are read in order: rows beyond a shorter composition are
// withdrawn.
import type { Recorded } from '../../../domain/kernel/event.js';
import type { ReconciliationEvent } from '../../../domain/reconciliation/events.js';
import { actedPartsLocation } from '../../../domain/reconciliation/parts/actedItems.js';
import { composedItems, type ComposedItem } from '../../../domain/reconciliation/parts/composedItems.js';
import type { PartsRef } from '../../engine/projection.js';
import type { Counted } from '../competences/tallies.js';

const NO_PARTS: PartsRef = { stream: '', fromRevision: 0, count: 0 };

/** Only compositions count. */
export function compositionParts({ type, data }: Recorded<ReconciliationEvent>): PartsRef {
  return type === 'CompositionRecorded' ? actedPartsLocation(data) : NO_PARTS;
}

/** `before`: how many items it had. */
export type Recomposed = Readonly<{ item: ComposedItem; before: number }>;

export class ItemCounts implements Counted {
  revision = -1;
  /** By the last event. */
  recomposed: readonly Recomposed[] = [];
  readonly #counts = new Map<number, number>();

  get size(): number {
    return this.#counts.size;
  }

  apply(event: Recorded<ReconciliationEvent>, parts: readonly Uint8Array[]): void {
    this.revision = event.revision;
    this.recomposed =
      event.type !== 'CompositionRecorded'
        ? []
        : composedItems(event.data, parts).map((item) => {
            const before = this.#counts.get(item.reconciliationId) ?? 0;
            this.#counts.set(item.reconciliationId, item.composition.length);
            return { item, before };
          });
  }
}
