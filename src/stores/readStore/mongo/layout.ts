// The layout of the read models in the database: flat documents with the field names of the rows, a string `_id`, and the store's
// own members, which begin with `_`.
import type { Collection, Db, Document } from 'mongodb';
import type { KnownEvent } from '../../../domain/kernel/knownEvent.js';
import type { AnyView, RowList } from '../../../projections/engine/readStore.js';

/** The store's own members of a document. */
export type ViewDocument = Document & { _id: string; _position: number; _changedAt: number };
/** A row of a list; `_row` is its index inside the parent, from 0. */
export type ListDocument = Document & {
  _id: string;
  _clientId: number;
  _parentId: number;
  _row: number;
  _changedAt: number;
};
export type CheckpointDocument = {
  _id: string;
  logId: string;
  position: number;
  changedAt?: number;
  last?: KnownEvent | null;
};
export type MarkDocument = { _id: string; mark: string };
/** In `readModels`: `live` names the generation to read; one document per generation contains its shapes. */
export type PointerDocument = { _id: string; generation?: string; last?: number; shapes?: Record<string, string> };

export const READ_MODELS = 'readModels';
export const LIVE = 'live';
export const NUMBERS = 'generations';
const GENERATION = /^(read_\d{6,})_/;

export const generationName = (number: number): string => `read_${String(number).padStart(6, '0')}`;

/** The generation a collection belongs to; null for any other collection. */
export function generationOf(collection: string): string | null {
  return GENERATION.exec(collection)?.[1] ?? null;
}

export const viewId = (id: number): string => String(id);
export const listId = (parentId: number, row: number): string => `${parentId}.${row}`;
export const markId = (view: string, clientId: number): string => `${view}.${clientId}`;

/** The collections of one generation. */
export type Collections = Readonly<{
  view(declaration: Pick<AnyView, 'name'>): Collection<ViewDocument>;
  list(declaration: Pick<RowList, 'name'>): Collection<ListDocument>;
  checkpoints: Collection<CheckpointDocument>;
  marks: Collection<MarkDocument>;
}>;

export function collectionsOf(db: Db, generation: string): Collections {
  return {
    view: ({ name }) => db.collection(`${generation}_${name}`),
    list: ({ name }) => db.collection(`${generation}_${name}`),
    checkpoints: db.collection(`${generation}__checkpoints`),
    marks: db.collection(`${generation}__marks`),
  };
}

/** Increment it when the store's own members or collections change. */
const LAYOUT = 2;

/** Compared as text: any change of a declaration makes a new generation, even with the same version. */
export function shapeOf(declaration: AnyView | RowList): string {
  return JSON.stringify([LAYOUT, declaration]);
}

export type Index = Readonly<{ name: string; key: Readonly<Record<string, 1>> }>;

export const CHANGED_INDEX = 'by_change';

/** Every index of a view ends with the sort field. */
export function viewIndexes(view: AnyView): readonly Index[] {
  return [
    ...view.indexes.map((fields) => ({ name: viewIndexName(fields), key: keyOf([...fields, 'id']) })),
    { name: CHANGED_INDEX, key: keyOf(['clientId', '_changedAt']) },
  ];
}

export const viewIndexName = (fields: readonly string[]): string => `by_${fields.join('_')}`;

export const LIST_INDEX = 'by_parent';
export const filterIndexName = (field: string): string => `by_parent_${field}`;

export function listIndexes(list: RowList): readonly Index[] {
  return [
    { name: LIST_INDEX, key: keyOf(['_clientId', '_parentId', '_row']) },
    ...list.filterable.map((field) => ({
      name: filterIndexName(field),
      key: keyOf(['_clientId', '_parentId', field, '_row']),
    })),
  ];
}

const keyOf = (fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [field, 1]));
