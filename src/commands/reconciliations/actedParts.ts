// The reconciliations of an act, in the event or, where they are too many, in parts.
import { randomUUID } from 'node:crypto';
import type { StreamAppend } from '../../domain/kernel/log.js';
import type { ActedEvent } from '../../domain/reconciliation/events.js';
import {
  actedItems,
  composedItems,
  encodeActed,
  encodeComposed,
  exceedsEvent,
} from '../../domain/reconciliation/parts.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { partsAppends, partsHash } from '../kernel/parts.js';
import type { Prepared } from '../kernel/transact.js';

/** Moves items that exceed one event into parts. */
export function withParts<Event extends ActedEvent>(
  { clock }: Readonly<{ clock: Clock }>,
  context: CommandContext,
  events: readonly Event[],
): Prepared<Event> {
  const appends: StreamAppend[] = [];
  const stored = events.map((event) => {
    const { items } = event.data;
    if (items === null || !exceedsEvent(items)) return event;
    const bytes =
      event.type === 'CompositionRecorded' && event.data.composition === null
        ? encodeComposed(composedItems(event.data, []))
        : encodeActed(actedItems(event.data, []));
    const stream = `acted-${randomUUID()}`;
    appends.push(...partsAppends(clock, context, stream, 'ActedReconciliationsListed', bytes));
    const parts = { stream, count: bytes.length, lines: items.reconciliationId.length, hash: partsHash(bytes) };
    return { ...event, data: { ...event.data, items: null, parts } };
  });
  return { events: stored, parts: appends };
}
