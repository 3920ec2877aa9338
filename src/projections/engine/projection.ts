// Declares a projection: a name, the streams it follows, and one pure handler per event type.
import type { DomainEvent, Recorded } from '../../domain/kernel/event.js';
import type { PartsLocation } from '../../domain/kernel/parts.js';
import type { AnyView, RowList, StoredRow, Value, View, Write } from './readStore.js';

/** Reads the log beside an event: up to the event only, so that a rebuild makes the same rows. */
export type ReadLog = Readonly<{
  /** The bytes of the parts, in order, which bounds memory; ends with an error when one is missing. */
  parts(location: PartsLocation): AsyncIterable<Uint8Array>;
  /** A stream from its start, as far as the caller reads; to complete what older versions of an event left out. */
  stream(stream: string): AsyncIterable<Recorded>;
}>;

export async function allOf(parts: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const bytes: Uint8Array[] = [];
  for await (const part of parts) bytes.push(part);
  return bytes;
}

/** Event in, writes out, without any effect. */
export type Handler<Event extends DomainEvent> = (
  event: Recorded<Event>,
  log: ReadLog,
) => Iterable<Write> | AsyncIterable<Write>;

export type Projection = Readonly<{
  name: string;
  /** An event without a handler writes nothing; one of an unknown type stops the projection. */
  streamPrefixes: readonly string[];
  views: readonly AnyView[];
  lists: readonly RowList[];
  /** Called for each run from a checkpoint, so that the memory of handlers that have one starts with the run. */
  begin(): Handlers;
}>;

/** Handlers by event type; more than one where projections run together. */
export type Handlers = Readonly<Record<string, readonly Handler<DomainEvent>[] | undefined>>;
export type HandlersOf<Event extends DomainEvent> = {
  [Type in Event['type']]?: Handler<Extract<Event, { type: Type }>>;
};

/**
 * Typed by the union of events: a handler of another event does not compile. `begin` instead of `on`, for handlers
 * that remember what they read in their run: the memory only saves reading a stream again, and rows are the same
 * without it.
 */
export function projection<Event extends DomainEvent>(
  definition: Omit<Projection, 'lists' | 'begin'> &
    Readonly<{ lists?: readonly RowList[] }> &
    (Readonly<{ on: HandlersOf<Event> }> | Readonly<{ begin(): HandlersOf<Event> }>),
): Projection {
  const { name, streamPrefixes, views, lists = [] } = definition;
  const begin = () => handlersOf('on' in definition ? definition.on : definition.begin());
  return { name, streamPrefixes, views, lists, begin };
}

function handlersOf<Event extends DomainEvent>(on: HandlersOf<Event>): Handlers {
  const handlers = Object.entries(on) as readonly (readonly [string, Handler<DomainEvent>])[];
  return Object.fromEntries(handlers.map(([type, handler]) => [type, [handler]]));
}

/** Projections of the same streams as one, with one subscription and checkpoint: each event is read once. */
export function together(name: string, members: readonly Projection[]): Projection {
  return {
    name,
    streamPrefixes: [...new Set(members.flatMap(({ streamPrefixes }) => streamPrefixes))],
    views: members.flatMap(({ views }) => views),
    lists: members.flatMap(({ lists }) => lists),
    begin: () => joinHandlers(members.map((member) => member.begin())),
  };
}

function joinHandlers(members: readonly Handlers[]): Handlers {
  const types = new Set(members.flatMap((on) => Object.keys(on)));
  return Object.fromEntries([...types].map((type) => [type, members.flatMap((on) => on[type] ?? [])]));
}

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
