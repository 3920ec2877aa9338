// The port of the read models: what a view declares, what a projection writes, what a query reads.
// Everything here can be rebuilt from the log; nothing here decides anything.

export type FieldType = 'integer' | 'number' | 'text' | 'boolean';
export type Value = number | string | boolean | null;

/** Every stored row belongs to one client; queries cannot be written without it. `id` is what lists are sorted by. */
export type StoredRow = Readonly<{ id: number; clientId: number }>;

/** One collection. Fields come in the order of the reference's table, then those only stored. Any field may be null. */
export type View<Row extends StoredRow = StoredRow> = Readonly<{
  name: string;
  /** A change of shape takes the next number; the store then fills a fresh collection. */
  version: number;
  fields: Readonly<{ [Field in keyof Row & string]: FieldType }>;
  /** Each starts with `clientId` and is followed by `id` without saying so. */
  indexes: readonly (readonly (keyof Row & string)[])[];
}>;

/**
 * Rows that never change once written and are read only inside their parent, in the order written (the lines of a
 * trial balance). Embedded: serialised once, in blocks. MongoDB: flat documents.
 */
export type RowList<Row extends object = object> = Readonly<{
  name: string;
  version: number;
  fields: Readonly<{ [Field in keyof Row & string]: FieldType }>;
  /** Text fields that `findInList` may ask for by exact value. */
  filterable: readonly (keyof Row & string)[];
}>;

/** Absolute values only, so that a replayed batch changes nothing. */
export type Write =
  | Readonly<{ op: 'put'; view: string; clientId: number; id: number; row: StoredRow }>
  | Readonly<{ op: 'set'; view: string; clientId: number; id: number; fields: Readonly<Record<string, Value>> }>
  /** `first` is the index (from 0) of the first of these rows inside the parent; a multiple of 100. */
  | Readonly<{
      op: 'rows';
      list: string;
      clientId: number;
      parentId: number;
      first: number;
      rows: readonly object[];
    }>;

/** A write and the position of the event it comes from: a document keeps the newest position that touched it. */
export type PositionedWrite = Write & Readonly<{ position: number }>;

/** `logId` ties it to one log: read models of another log, or beyond its head, are rebuilt. */
export type Checkpoint = Readonly<{ logId: string; position: number }>;

export type Condition =
  | Readonly<{ field: string; is: Value }>
  | Readonly<{ field: string; in: readonly Value[] }>
  | Readonly<{ field: string; from?: Value; below?: Value }>
  | Readonly<{ field: string; isNull: boolean }>
  | Readonly<{ any: readonly (readonly Condition[])[] }>;

/** All conditions hold, for one client. */
export type Selection = Readonly<{ clientId: number; where: readonly Condition[] }>;

export type ReadStore = Readonly<{
  get<Row extends StoredRow>(view: View<Row>, clientId: number, id: number): Promise<Row | null>;
  /** Rows in ascending id, after an id (exclusive), `skip` of them left out. */
  scan<Row extends StoredRow>(
    view: View<Row>,
    selection: Selection,
    range: Readonly<{ afterId: number; skip: number; limit: number }>,
  ): Promise<readonly Row[]>;
  count(view: View, selection: Selection): Promise<number>;
  /** Changes whenever a row of this client in this view has been written; compared for equality only. */
  changeMark(view: View, clientId: number): Promise<string>;

  /** JSON text of an array of rows, from an index on, as ready bytes. Fewer rows than asked for at the end. */
  listRows(list: RowList, clientId: number, parentId: number, from: number, limit: number): Promise<Uint8Array>;
  /** The same for the rows whose field has exactly this value, with their number. */
  findInList(
    list: RowList,
    clientId: number,
    parentId: number,
    field: string,
    value: string,
    range: Readonly<{ skip: number; limit: number }>,
  ): Promise<Readonly<{ total: number; rows: Uint8Array }>>;

  checkpoint(projection: string): Promise<Checkpoint | null>;
  /** Writes in order; the checkpoint with the last of them or after them. Durable enough to be rebuilt, no more. */
  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): Promise<void>;
  close(): Promise<void>;
}>;
