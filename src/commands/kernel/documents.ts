// The port of everything that is stored beside the log: collections of JSON documents. It has what SQLite and
// MongoDB have in common. A change of one document is atomic; there are no transactions, joins, views or change
// streams. Drivers: stores/sqlite/sqliteDocuments.ts, stores/mongo/mongoDocuments.ts.

import type { Where } from '../../domain/kernel/where.js';

/** A document is JSON; `_id` is its key. */
export type Stored = Readonly<{ _id: string }>;

export type FlatField = 'integer' | 'text' | 'boolean';

/** `indexes`: the fields of each, by name, `-` before descending ones. An index is made with its collection. */
export type Collection<Doc extends Stored = Stored> = Readonly<{
  name: string;
  indexes: Readonly<Record<string, readonly string[]>>;
  /** What is deleted from it is overwritten in the files of an embedded store. */
  leavesNoTrace?: boolean;
  /** The first field of an index: the time (ms) of the insert and of each change with `stamp`, by the store. */
  stamped?: string;
  /**
   * By index, a field that is null in documents which nothing asks for by this index: SQLite leaves them out, so
   * that changing them costs it nothing. A query by the index compares the field with a value, in equality or a
   * range.
   */
  absentWithout?: Readonly<Record<string, string>>;
  /**
   * All fields but the key, of documents that are flat: a missing one is null. SQLite keeps them in columns only,
   * and no text of the document, so that it need not look into one to compare a field, and a long text is not
   * escaped.
   */
  flat?: Readonly<Record<string, FlatField>>;
  /** The field by which `write` tells that a stored document is newer: a number. */
  newest?: string;
  __document?: Doc;
}>;

export function collection<Doc extends Stored>(
  name: string,
  indexes: Readonly<
    Record<string, readonly (Extract<keyof Doc, string> | `-${Extract<keyof Doc, string>}`)[]>
  > = {},
  options: Omit<Collection, 'name' | 'indexes' | '__document'> = {},
): Collection<Doc> {
  return { name, indexes, ...options };
}

/** `index`: the name of the one to use. `sort`: fields, `-` before descending ones; absent: in no order. */
export type Choice = Readonly<{ index?: string; sort?: readonly string[]; skip?: number; limit?: number }>;

/** Step from value to value of an index's first field, for at most so many of them. */
export type Step = Readonly<{ index: string; after: string; limit: number }>;

/** `inc` counts a missing field as 0, `push` appends to a list that may be missing. */
export type Change<Doc extends Stored = Stored> = Readonly<{
  set?: Partial<Omit<Doc, '_id'>>;
  inc?: Readonly<{ [Field in keyof Doc]?: number }>;
  push?: Readonly<{ [Field in keyof Doc]?: unknown }>;
  stamp?: true;
}>;

/** Documents of one collection, each with another key. They are iterated once. */
export type Puts = Readonly<{ into: Collection; documents: Iterable<Stored> }>;

/** Methods throw StoreUnavailable while the store is unavailable; a write may have been stored all the same. */
export type Documents = Readonly<{
  /** Keeps documents that exist. @returns for each whether it is new */
  insert<Doc extends Stored>(into: Collection<Doc>, documents: readonly Doc[]): Promise<readonly boolean[]>;
  /**
   * Stores documents and replaces those that exist, unless they are newer: all of it or nothing in SQLite,
   * elsewhere in this order, what comes first before what follows. Without documents it makes the collection.
   * Stamps nothing.
   */
  write(puts: readonly Puts[]): Promise<void>;
  get<Doc extends Stored>(from: Collection<Doc>, id: string): Promise<Doc | null>;
  find<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>, choice?: Choice): Promise<readonly Doc[]>;
  /** First document by this index of each value of its first field above `after`, ascending. */
  firstOfEach<Doc extends Stored>(from: Collection<Doc>, step: Step): Promise<readonly Doc[]>;
  count<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>, index?: string): Promise<number>;
  /** Changes each document that matches. @returns how many did */
  update<Doc extends Stored>(of: Collection<Doc>, where: Where<Doc>, change: Change<Doc>): Promise<number>;
  /** Changes the first that matches. @returns it as changed; if it then matches no more, to one caller only */
  findAndUpdate<Doc extends Stored>(
    of: Collection<Doc>,
    where: Where<Doc>,
    change: Change<Doc>,
    choice?: Pick<Choice, 'index' | 'sort'>,
  ): Promise<Doc | null>;
  /** What is stamped and not visible yet will have this time or a later one, whichever process stamps it. */
  stampedUntil(of: Collection): Promise<number>;
  /** @returns how many were deleted */
  delete<Doc extends Stored>(from: Collection<Doc>, where: Where<Doc>): Promise<number>;
  close(): Promise<void>;
}>;

/** What `firstOfEach` finds after the last document that it found. */
export function nextOfEach(
  { indexes }: Collection,
  { index, after }: Step,
  lastDocument: Stored | undefined,
): readonly [Where, Choice] {
  const sort = indexes[index] ?? [];
  const [field = '_id'] = sort;
  const above = (lastDocument as Readonly<Record<string, string>> | undefined)?.[field] ?? after;
  return [{ [field]: { above } }, { index, sort, limit: 1 }];
}

/** Stores a document; one with this key is changed if it matches `replaces`. @returns whether it was stored */
export async function put<Doc extends Stored>(
  documents: Documents,
  into: Collection<Doc>,
  document: Doc,
  ...replaces: readonly Where<Doc>[]
): Promise<boolean> {
  const { _id, ...set } = document;
  const change = () => documents.update(into, [{ _id } as Where<Doc>, ...replaces], { set });
  if ((await change()) > 0) return true;
  const [isNew] = await documents.insert(into, [document]);
  return isNew === true || (await change()) > 0; // another one inserted it meanwhile
}

const PAGE_DOCUMENTS = 500;

/** All documents of a collection, by pages in the order of their keys. */
export async function* everyDocument<Doc extends Stored>(
  documents: Documents,
  from: Collection<Doc>,
): AsyncGenerator<Doc> {
  for (let after = ''; ;) {
    const where = { _id: { above: after } } as Where<Doc>;
    const page = await documents.find(from, where, { sort: ['_id'], limit: PAGE_DOCUMENTS });
    yield* page;
    after = page.at(-1)?._id ?? after;
    if (page.length < PAGE_DOCUMENTS) return;
  }
}
