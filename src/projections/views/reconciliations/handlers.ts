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
  return async function* (event, log) {
    for await (const part of log.parts(itemsLocation(event)))
      for (const item of decodeReleased(part)) yield* rowsOf(event, item);
  };
}

export function eachActed<Event extends ActedEvent>(rowsOf: RowsOf<Event, ActedItem>): Handler<Event> {
  return async function* (event, log) {
    const parts = await allOf(log.parts(itemsLocation(event)));
    for (const item of actedItems(event.data, parts)) yield* rowsOf(event, item);
  };
}

export function eachComposed(rowsOf: RowsOf<CompositionRecorded, ComposedItem>): Handler<CompositionRecorded> {
  return async function* (event, log) {
    const parts = await allOf(log.parts(itemsLocation(event)));
    for (const item of composedItems(event.data, parts)) yield* rowsOf(event, item);
  };
}
