// Handlers of events about reconciliations: the rows of each of them, whether it is in the event or in its parts.
import type { DomainEvent, Recorded } from '../../../domain/kernel/event.js';
import type {
  ActedEvent,
  ActedItem,
  ComposedItem,
  CompositionRecorded,
  ReleasedItem,
  TrialBalanceReleased,
} from '../../../domain/reconciliation/events.js';
import { actedItems, composedItems, decodeReleased, itemsLocation } from '../../../domain/reconciliation/parts.js';
import { allOf, type Handler } from '../../engine/projection.js';
import type { Write } from '../../engine/readStore.js';

type RowsOf<Event extends DomainEvent, Item> = (event: Recorded<Event>, item: Item) => Iterable<Write>;

export function eachReleased(rowsOf: RowsOf<TrialBalanceReleased, ReleasedItem>): Handler<TrialBalanceReleased> {
  return {
    parts: itemsLocation,
    async *handle(event, parts) {
      for await (const part of parts) for (const item of decodeReleased(part)) yield* rowsOf(event, item);
    },
  };
}

export function eachActed<Event extends ActedEvent>(rowsOf: RowsOf<Event, ActedItem>): Handler<Event> {
  return {
    parts: itemsLocation,
    async *handle(event, parts) {
      for (const item of actedItems(event.data, await allOf(parts))) yield* rowsOf(event, item);
    },
  };
}

export function eachComposed(rowsOf: RowsOf<CompositionRecorded, ComposedItem>): Handler<CompositionRecorded> {
  return {
    parts: itemsLocation,
    async *handle(event, parts) {
      for (const item of composedItems(event.data, await allOf(parts))) yield* rowsOf(event, item);
    },
  };
}
