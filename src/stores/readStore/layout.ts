// The collections of one generation. Fields are named as in rows; the store's own members begin with `_`.
import type { KnownEvent } from '../../domain/kernel/knownEvent.js';
import type {
  AnyView,
  Checkpoint,
  Declared,
  FieldType,
  Lease,
  RowList,
  StoredRow,
  Value,
} from '../../projections/engine/readStore.js';
import {
  collection,
  type Collection,
  type Documents,
  type FlatField,
  type Puts,
  type Stored,
} from '../../commands/kernel/documents.js';

type Positioned = Stored & Readonly<{ _position: number; _changedAt: number }>;

/** A row of a view, with its differences. */
export type RowDocument = Positioned & StoredRow & Readonly<Record<string, Value>>;

/** Rows of a list from index `first` on: `rows` is the JSON text of an array of `count`. */
export type PartDocument = Positioned &
  Readonly<{ clientId: number; parentId: number; first: number; count: number; rows: string }>;

/** Keys of a part: by filterable field, the words of its rows' values in their order (`wordOf`). */
export type KeysDocument = Positioned &
  Readonly<{ clientId: number; parentId: number; first: number }> &
  Readonly<Record<string, string | number>>;

/** Rows of one part: as many as a page usually has. */
export const PART_ROWS = 100;

export const BY_CHANGE = 'by_change';
export const BY_PARENT = 'by_parent';

const FLAT: Readonly<Record<FieldType, FlatField>> = {
  integer: 'integer',
  cents: 'integer',
  text: 'text',
  boolean: 'boolean',
};
const POSITIONED = { _position: 'integer', _changedAt: 'integer' } as const;

const collections = new WeakMap<AnyView, Collection<RowDocument>>();

/** Put together once: each question names it. */
export function rowsOf(view: AnyView): Collection<RowDocument> {
  const cached = collections.get(view) ?? collectionOf(view);
  collections.set(view, cached);
  return cached;
}

/** Every index of a view ends with the id. */
function collectionOf(view: AnyView): Collection<RowDocument> {
  const byFields = view.indexes.map((fields) => [indexName(fields), [...fields, 'id']] as const);
  return {
    name: view.name,
    indexes: { ...Object.fromEntries(byFields), [BY_CHANGE]: ['clientId', '_changedAt'] },
    flat: {
      ...Object.fromEntries(Object.entries(view.fields).map(([field, type]) => [field, FLAT[type]])),
      ...Object.fromEntries(Object.keys(view.differences ?? {}).map((field) => [field, FLAT.cents])),
      ...POSITIONED,
    },
    newest: '_position',
  };
}

export function indexName(fields: readonly string[]): string {
  return `by_${fields.join('_')}`;
}

export function partsOf({ name }: RowList): Collection<PartDocument> {
  return ofParent(name, { count: 'integer', rows: 'text' });
}

export function keysOf({ name, filterable }: RowList): Collection<KeysDocument> {
  return ofParent(`${name}Keys`, Object.fromEntries(filterable.map((field) => [field, 'text'])));
}

function ofParent<Doc extends PartDocument | KeysDocument>(
  name: string,
  fields: Readonly<Record<string, FlatField>>,
): Collection<Doc> {
  return {
    name,
    indexes: { [BY_PARENT]: ['clientId', 'parentId', 'first'] },
    flat: { clientId: 'integer', parentId: 'integer', first: 'integer', ...POSITIONED, ...fields },
    newest: '_position',
  };
}

/** The key is the name of the projection. */
export type CheckpointDocument = Stored &
  Readonly<{ logId: string; position: number; changedAt: number; last: KnownEvent | null }>;
export const checkpoints = collection<CheckpointDocument>('_checkpoints', {}, { newest: 'position' });

export async function checkpointIn(documents: Documents, projection: string): Promise<Checkpoint | null> {
  const checkpoint = await documents.get(checkpoints, projection);
  return checkpoint && checkpointOf(checkpoint);
}

export async function checkpointsIn(documents: Documents): Promise<readonly Checkpoint[]> {
  return (await documents.find(checkpoints, {})).map(checkpointOf);
}

function checkpointOf({ logId, position, changedAt, last }: CheckpointDocument): Checkpoint {
  return { logId, position, changedAt, ...(last && { last }) };
}

/** The mark is another one after each write to a client's rows of a view. */
export const marks = collection<Stored & Readonly<{ mark: string }>>('_marks');

export const shapes = collection<Stored & Readonly<{ shape: string }>>('_shapes');
type Shapes = ReadonlyMap<string, string>;

export async function shapesIn(documents: Documents): Promise<Shapes> {
  return new Map((await documents.find(shapes, {})).map(({ _id, shape }) => [_id, shape]));
}

export function collectionsOf({ views, lists }: Declared): readonly Collection[] {
  return [
    ...views.map(rowsOf),
    ...lists.flatMap((list) => [partsOf(list), keysOf(list)]),
    checkpoints,
    marks,
    shapes,
  ];
}

/** Increment it when the store's own members or collections change. */
const LAYOUT = 5;

/** Compared as text: any change of a declaration makes a new generation, even with the same version. */
export function shapeOf(declaration: AnyView | RowList): string {
  return JSON.stringify([LAYOUT, declaration]);
}

/** What is written first to a new generation: its collections, and their shapes last. */
export function beginningOf(declared: Declared): readonly Puts[] {
  const all = [...declared.views, ...declared.lists];
  const documents = all.map((each) => ({ _id: each.name, shape: shapeOf(each) }));
  return [...collectionsOf(declared).map((into) => ({ into, documents: [] })), { into: shapes, documents }];
}

/** Ascends with the ids: new rows are added at the end of the index of keys. */
export const rowKey = (id: number): string => String(id).padStart(12, '0');
export const partKey = (parentId: number, first: number): string => `${parentId}.${first}`;
export const markKey = (view: string, clientId: number): string => `${view}.${clientId}`;

/** Without spaces, and no other word begins with it: the quotation mark at its end is in none but there. */
export function wordOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(' ', '\\u0020');
}

/** Where generations are kept: the collections of each apart from those of all others. */
export type Generations = Readonly<{
  /** The name of the live one; names ascend and are never used again. */
  current(): Promise<string | null>;
  /** Opens a generation for reading. Null when it is damaged. */
  read(name: string): Promise<Reading | null>;
  /** Opens a generation for a projector, which may wait. */
  write(name: string): Documents;
  /** A new one, without its collections. @throws FillInProgress while another process fills one */
  make(): Promise<Making>;
  /** The projector's. Null when the signal aborts first. */
  lease(signal: AbortSignal): Promise<Lease | null>;
  /** Drops what was neither live nor being filled for a minute. Called by the holder of the lease. */
  tidy(): Promise<void>;
}>;

/** `near` answers questions on few documents, `far` on any number: these may delay each other, not the caller. */
export type Reading = Readonly<{ near: Documents; far: Documents; shapes: Shapes }>;

export type Making = Readonly<{
  name: string;
  documents: Documents;
  /** Makes it the live one, once everything is durable. @returns the documents to go on with */
  goLive(): Promise<Documents>;
  drop(): Promise<void>;
  /** Ends the turn of this process to fill one. */
  release(): Promise<void>;
}>;

/** How long a generation stays after another went live; readers of other processes switch within a second. */
export const KEEP_MS = 60_000;
