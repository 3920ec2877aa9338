// Declares a projection: a name, the streams it follows, and one pure handler per event type.
import type { DomainEvent, Recorded } from '../../domain/kernel/event.js';
import type { AnyView, RowList, StoredRow, Value, View, Write } from './readStore.js';

/** Where the parts of a fact are: `count` events of a stream, from a revision on. */
export type PartsRef = Readonly<{ stream: string; fromRevision: number; count: number }>;

/** The parts' bytes in order; ends with an error when one is missing. */
export type PartBytes = AsyncIterable<Uint8Array>;

/** Pure: event in, writes out. A fact with parts says where they are and gets them as a stream, to bound memory. */
export type Handler<Event extends DomainEvent> =
  | ((event: Recorded<Event>) => Iterable<Write>)
  | Readonly<{
      parts(event: Recorded<Event>): PartsRef;
      handle(event: Recorded<Event>, parts: PartBytes): AsyncIterable<Write>;
    }>;

export type Projection = Readonly<{
  name: string;
  /** Every type of event in these streams has a handler; any other stops the projection. */
  streamPrefixes: readonly string[];
  views: readonly AnyView[];
  lists: readonly RowList[];
  on: Readonly<Record<string, Handler<DomainEvent> | undefined>>;
}>;

/** Checked against the union of events: a type without a handler does not compile. */
export function projection<Event extends DomainEvent>(
  definition: Readonly<{
    name: string;
    streamPrefixes: readonly string[];
    views: readonly AnyView[];
    lists?: readonly RowList[];
    on: { [Type in Event['type']]: Handler<Extract<Event, { type: Type }>> };
  }>,
): Projection {
  return { ...definition, lists: definition.lists ?? [], on: definition.on as unknown as Projection['on'] };
}

/** Handler of a fact that this projection does not show. */
export const showsNothing = (): Iterable<Write> => [];

/** Writes of one view, typed by its row: a misspelt field does not compile. */
export function writes<Row extends StoredRow>(
  view: View<Row>,
): Readonly<{
  put(row: Row): Write;
  set(clientId: number, id: number, fields: Partial<Omit<Row, 'id' | 'clientId'>>): Write;
}> {
  return {
    put: (row) => ({ op: 'put', view: view.name, row: row }),
    set: (clientId, id, fields) => ({
      op: 'set',
      view: view.name,
      clientId,
      id,
      fields: fields as Record<string, Value>,
    }),
  };
}
