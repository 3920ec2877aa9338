// The port of the read models: declarations of views, writes of projections, reads of queries, and the replacement
// of one generation of collections by another. Everything can be rebuilt from the log; no decision reads it. A
// store needs upserts guarded by position, sorted ranges and counts; no transactions, no joins.
import { equalFields, rangedFields, type Where } from '../../domain/kernel/where.js';
import type { Order } from '../../domain/kernel/vocabulary.js';
import type { LogCheckpoint } from '../../domain/kernel/knownEvent.js';

/** `cents`: an integer count of centavos. Any field may be null. */
export type FieldType = 'integer' | 'cents' | 'text' | 'boolean';
export type Value = number | string | boolean | null;

/** Every stored row belongs to one client, and every query names it. Lists are sorted by `id`. */
export type StoredRow = Readonly<{ id: number; clientId: number }>;

/** A row as it is read, perhaps without its client (`without`). */
export type ReadRow = Readonly<{ id: number }>;

/** One collection. Fields in the order of the contract, then those that are only stored. */
export type AnyView = Readonly<{
  name: string;
  /** Raised with each change of shape; the store then fills a new collection. */
  version: number;
  fields: Readonly<Record<string, FieldType>>;
  /** Kept by the store, for conditions, sorting and indexes; a row does not contain them. */
  differences?: Readonly<Record<string, Difference>>;
  /**
   * In order of preference (`indexFor`). Each starts with `clientId`, and the store appends `id`; the last is
   * `clientId` alone. One that ends with a field to sort by also serves sorted lists (`indexForSort`).
   */
  indexes: readonly (readonly string[])[];
}>;

/** One field in centavos less others; none of them is ever null. */
type Difference = Readonly<{ of: string; less: readonly string[] }>;

/** Every collection of the read models. */
export type Declared = Readonly<{
  views: readonly AnyView[];
  lists: readonly RowList[];
  /** Projection that writes each view; that of the view's own name where it is not said. */
  writtenBy?: Readonly<Record<string, string>>;
}>;

/** A view typed by its row; created by `view`. */
export type View<Row extends ReadRow> = AnyView & Readonly<{ __row?: Row }>;

/** Typed by the row: unknown fields and indexes do not compile. */
export function view<Row extends StoredRow>(
  declaration: AnyView &
    Readonly<{
      fields: Readonly<Record<keyof Row & string, FieldType>>;
      indexes: readonly (readonly string[])[];
    }>,
): View<Row> {
  return declaration;
}

/** The same rows without some fields: a list that shows none of them does not read them. */
export function without<Row extends StoredRow, Name extends Exclude<keyof Row & string, 'id'>>(
  whole: View<Row>,
  names: readonly Name[],
): View<Omit<Row, Name> & ReadRow> {
  const keptFields = Object.entries(whole.fields).filter(([name]) => !names.some((each) => each === name));
  return { ...whole, fields: Object.fromEntries(keptFields) };
}

/** Rows that never change and are read only inside their parent, in the order written (trial balance lines). */
export type RowList = Readonly<{
  name: string;
  version: number;
  /** Text fields that `findInList` filters by exact value. */
  filterable: readonly string[];
}>;

/** Fields in the order of the contract. */
export type ListRow = Readonly<Record<string, string | number>>;

/** Absolute values only, so that a replayed batch changes nothing. */
export type Write =
  | Readonly<{ op: 'put'; view: string; row: StoredRow & Readonly<Record<string, Value>> }>
  /** Ignored when the row does not exist. */
  | Readonly<{ op: 'set'; view: string; clientId: number; id: number; fields: Readonly<Record<string, Value>> }>
  /** `first`: index of the first row in its parent. The `count` `rows` may be made one by one when written. */
  | Readonly<{
      op: 'rows';
      list: string;
      clientId: number;
      parentId: number;
      first: number;
      count: number;
      rows: Iterable<ListRow>;
    }>;

/**
 * A write with position and time (ms) of its event; a document keeps the newest of both. The runner assigns the
 * times (`changedAfter`): strictly ascending within a projection.
 */
export type PositionedWrite = Readonly<{ write: Write; position: number; changedAt: number }>;

/**
 * Read models of an earlier id of the log are rebuilt. `changedAt` is the time (ms) of the last projected event, 0
 * before the first; every later event has a later one.
 */
export type Checkpoint = LogCheckpoint & Readonly<{ changedAt: number }>;

/** Highest ids of the rows of a view; 0 without any. */
export type HighestIds = Readonly<{ view: string; id: number; clientId: number }>;

/** Rows of one client that match all conditions. `changedSince`: only rows changed at this time (ms) or later. */
export type Selection = Readonly<{
  clientId: number;
  where: Where;
  changedSince?: number | undefined;
}>;

/**
 * Rows in the order of their ids, ascending if absent, after `afterId` (exclusive; null, the default: from the
 * first), without the first `skip` of them. In descending order those after an id are the rows with smaller ids.
 * With `sort`, by that field and then by id, both in the same order; the range begins after the row with `afterId`
 * and the value `after`.
 */
export type RowRange = Readonly<{
  order?: Order;
  sort?: Sort | undefined;
  afterId?: number | null;
  skip?: number;
  limit: number;
}>;

/** The field is never null and has an index for it (`indexForSort`). `after` is ignored without `afterId`. */
type Sort = Readonly<{ field: string; after?: number | string | null }>;

/** The first index whose fields are all compared by equality, so that its rows are in ascending id. */
export function indexFor(view: AnyView, where: Where): readonly string[] {
  const equal = ['clientId', ...equalFields(where)];
  return view.indexes.find((fields) => fields.every((field) => equal.includes(field))) ?? ['clientId'];
}

/** The index of a count: also one that ends with a field compared with a range, after more that are equal. */
export function indexForCount(view: AnyView, where: Where): readonly string[] {
  const equal = ['clientId', ...equalFields(where)];
  const ranged = rangedFields(where);
  const ends = (fields: readonly string[]): boolean =>
    ranged.includes(fields.at(-1) ?? '') && fields.slice(0, -1).every((field) => equal.includes(field));
  return [indexFor(view, where), ...view.indexes.filter(ends)].sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The index of a sorted query: the first one that ends with the field, after fields compared by equality. */
export function indexForSort(view: AnyView, where: Where, field: string): readonly string[] {
  const equal = ['clientId', ...equalFields(where)];
  const index = view.indexes.find(
    (fields) => fields.at(-1) === field && fields.slice(0, -1).every((each) => equal.includes(each)),
  );
  if (index === undefined) throw new Error(`${view.name} has no index to sort by ${field}`);
  return index;
}

/** A stored value of a row, or a difference. */
export function valueIn({ differences = {} }: AnyView, row: ReadRow, field: string): number | string {
  const values = row as unknown as Readonly<Record<string, number>>;
  const difference = differences[field];
  if (difference === undefined) return values[field] as number | string;
  return difference.less.reduce((left, each) => left - (values[each] ?? 0), values[difference.of] ?? 0);
}

/** The reads of queries. While no generation of the declared shape is live, every read throws `Unavailable`. */
export type ReadModels = Readonly<{
  get<Row extends ReadRow>(view: View<Row>, clientId: number, id: number): Promise<Row | null>;
  scan<Row extends ReadRow>(view: View<Row>, selection: Selection, range: RowRange): Promise<readonly Row[]>;
  /** By `id` alone, or by the fields of an index after `clientId`, in any order. @param keys at most a page */
  lookUp<Row extends ReadRow>(
    view: View<Row>,
    clientId: number,
    fields: readonly string[],
    keys: readonly (readonly (number | string | boolean)[])[],
  ): Promise<readonly Row[]>;
  count(view: AnyView, selection: Selection): Promise<number>;
  /** The time in ms of the last event that the projection of this view has handled; 0 before the first. */
  viewChangedAt(view: Pick<AnyView, 'name'>): Promise<number>;
  /** Changes whenever a row of this client in this view has been written; compared for equality only. */
  changeMark(view: AnyView, clientId: number): Promise<string>;

  /** JSON text of an array of at most `limit` rows, from an index on. */
  listRows(list: RowList, clientId: number, parentId: number, from: number, limit: number): Promise<Uint8Array>;
  /** The same for the rows whose field has exactly this value, with their total. */
  findInList(
    list: RowList,
    clientId: number,
    parentId: number,
    field: string,
    value: string,
    range: Readonly<{ skip: number; limit: number }>,
  ): Promise<Readonly<{ total: number; rows: Uint8Array }>>;
  /** The time of the event that wrote the rows of a parent; null when it has none. */
  listChangedAt(list: RowList, clientId: number, parentId: number): Promise<number | null>;

  /** The checkpoint of the live generation; null before its first batch, or while none is live. */
  checkpoint(projection: string): Promise<Checkpoint | null>;
  close(): Promise<void>;
}>;

/** One generation of all collections, for writing. */
export type Generation = Readonly<{
  name: string;
  /** Aborted once another generation is live; writers continue there, from its checkpoints. */
  replaced: AbortSignal;
  checkpoint(projection: string): Promise<Checkpoint | null>;
  /**
   * Applies the writes in order, and the checkpoint, if any, with them or after them. A checkpoint of the same log
   * never decreases. Writes may be lost in a crash with the checkpoint that follows them: they are projected
   * again.
   */
  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): Promise<void>;
  /** Closes this handle; the generation stays. */
  close(): Promise<void>;
}>;

/** A new generation beside the live one. */
export type Filling = Generation &
  Readonly<{
    /** Every process reads this generation within a second. The one before is dropped a minute later. */
    goLive(): Promise<void>;
    /** Drops it, unless it went live. */
    discard(): Promise<void>;
  }>;

/** Held by one projector at a time. `lost` aborts when the lease is lost. */
export type Lease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

export type ReadStore = ReadModels &
  Readonly<{
    /** The live generation; null when there is none or its shape is not the declared one: then fill a new one. */
    live(): Promise<Generation | null>;
    /** All checkpoints of the live generation, of any shape and projection; empty when none is live. */
    checkpoints(): Promise<readonly Checkpoint[]>;
    /** The highest ids in each view of the live generation, of any shape; empty when none is live. */
    highestIds(): Promise<readonly HighestIds[]>;
    /** @throws FillInProgress while another process fills one */
    fill(): Promise<Filling>;
    /** Waits for the lease. Null when the signal aborts first. */
    lease(signal: AbortSignal): Promise<Lease | null>;
  }>;

/** Another process is already rebuilding the read models. */
export class FillInProgress extends Error {
  override readonly name = 'FillInProgress';
}
