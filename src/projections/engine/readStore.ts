// The port of the read models: declarations of views, writes of projections, reads of queries, and how one generation of
// collections replaces another. All of it can be rebuilt from the log; no decision reads it. A store needs upserts guarded by
// position, sorted ranges and counts; no transactions, no joins.

/** `cents`: an integer count of centavos, written and read as such. Any field may be null. */
export type FieldType = 'integer' | 'cents' | 'text' | 'boolean';
export type Value = number | string | boolean | null;

/** Every stored row belongs to one client; queries cannot be written without it. `id` is what lists are sorted by. */
export type StoredRow = Readonly<{ id: number; clientId: number }>;

/** One collection. Fields come in the order of the contract, then those only stored. */
export type AnyView = Readonly<{
  name: string;
  /** A change of shape takes the next number; the store then fills a fresh collection. */
  version: number;
  fields: Readonly<Record<string, FieldType>>;
  /**
   * Each starts with `clientId`; the store appends `id`. In order of preference (`indexFor`); the last is `clientId`
   * alone.
   */
  indexes: readonly (readonly string[])[];
}>;

/** Every collection a store of read models keeps. */
export type Declared = Readonly<{ views: readonly AnyView[]; lists: readonly RowList[] }>;

/** Says which rows a view holds; made by `view`. */
export type View<Row extends StoredRow> = AnyView & Readonly<{ __row?: Row }>;

/** Checked against the row: fields and indexes that are not the row's do not compile. */
export function view<Row extends StoredRow>(
  declaration: AnyView &
    Readonly<{
      fields: Readonly<Record<keyof Row & string, FieldType>>;
      indexes: readonly (readonly (keyof Row & string)[])[];
    }>,
): View<Row> {
  return declaration;
}

/**
 * Rows that never change once written and are read only inside their parent, in the order written (the lines of a
 * trial balance). They are serialised once, by the projection, in blocks. MongoDB: parsed into flat documents.
 */
export type RowList = Readonly<{
  name: string;
  version: number;
  /** In the order of the contract. */
  fields: readonly string[];
  /** Text fields that `findInList` may ask for by exact value. */
  filterable: readonly string[];
}>;

/** Rows one after another as JSON text in UTF-8, a comma between. `ends[i]` is where row i ends, its comma apart. */
export type RowBlock = Readonly<{
  count: number;
  text: Uint8Array;
  ends: Uint32Array;
  /** The values of each filterable field, one per row, as the text JSON.stringify gives for their array. */
  keys: Readonly<Record<string, string>>;
}>;

/** Absolute values only, so that a replayed batch changes nothing. */
export type Write =
  | Readonly<{ op: 'put'; view: string; row: StoredRow & Readonly<Record<string, Value>> }>
  /** A row that is not there stays absent. */
  | Readonly<{ op: 'set'; view: string; clientId: number; id: number; fields: Readonly<Record<string, Value>> }>
  /** `first` is the index (from 0) of the first row of the first block inside the parent. */
  | Readonly<{
      op: 'rows';
      list: string;
      clientId: number;
      parentId: number;
      first: number;
      blocks: readonly RowBlock[];
    }>;

/**
 * A write with the position and the time (ms) of the event it comes from: a document keeps the newest of both. Times
 * are the runner's (`changedAfter`): no two events of a projection have the same, and later ones have later ones.
 */
export type PositionedWrite = Readonly<{ write: Write; position: number; changedAt: number }>;

/**
 * `logId` ties it to one log: read models of another log, or beyond its head, are rebuilt. `changedAt` is the time (ms)
 * of the last event up to here, 0 before the first: whatever is shown later has a later one.
 */
export type Checkpoint = Readonly<{ logId: string; position: number; changedAt: number }>;

export type Condition =
  | Readonly<{ field: string; is: Value }>
  | Readonly<{ field: string; in: readonly Value[] }>
  | Readonly<{ field: string; isNull: boolean }>
  /** Numbers by size, texts by their UTF-8 bytes; a null is neither. */
  | Readonly<{ field: string; above: number | string }>
  | Readonly<{ field: string; upTo: number | string }>
  | Readonly<{ any: readonly (readonly Condition[])[] }>;

/** All conditions hold, for one client. `changedSince`: only rows whose time is this one (ms) or later. */
export type Selection = Readonly<{
  clientId: number;
  where: readonly Condition[];
  changedSince?: number | undefined;
}>;

/** Rows in ascending id, after an id (exclusive), `skip` of them left out. */
export type RowRange = Readonly<{ afterId: number; skip: number; limit: number }>;

/** The index of a query: the first whose fields it all asks for by equality, so its rows lie in ascending id. */
export function indexFor(view: AnyView, where: readonly Condition[]): readonly string[] {
  const equal = new Set(['clientId', ...where.flatMap((each) => ('is' in each ? [each.field] : []))]);
  return view.indexes.find((fields) => fields.every((field) => equal.has(field))) ?? ['clientId'];
}

/** What queries read. While no generation of the declared shape is live, every read throws `Unavailable`. */
export type ReadModels = Readonly<{
  get<Row extends StoredRow>(view: View<Row>, clientId: number, id: number): Promise<Row | null>;
  scan<Row extends StoredRow>(view: View<Row>, selection: Selection, range: RowRange): Promise<readonly Row[]>;
  count(view: AnyView, selection: Selection): Promise<number>;
  /** The time of the last event shown by the projection of this view's name; 0 before the first. */
  shownUntil(view: Pick<AnyView, 'name'>): Promise<number>;
  /** Changes whenever a row of this client in this view has been written; compared for equality only. */
  changeMark(view: AnyView, clientId: number): Promise<string>;

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
  /** The time of the event that wrote the rows of a parent; null when it has none. */
  listChangedAt(list: RowList, clientId: number, parentId: number): Promise<number | null>;

  /** How far the live generation is. Null before its first batch, or while none is live. */
  checkpoint(projection: string): Promise<Checkpoint | null>;
  /** Names the live generation; compared for equality only. Null while none is live. */
  generation(): string | null;
  close(): Promise<void>;
}>;

/** Where a projection writes: one generation of all collections. */
export type Generation = Readonly<{
  name: string;
  /** Aborted once another generation is live; writers continue there, from its checkpoints. */
  replaced: AbortSignal;
  checkpoint(projection: string): Promise<Checkpoint | null>;
  /**
   * Writes in order; then the checkpoint, if any, with them or after them. A checkpoint of the same log never goes
   * back. Durable enough to be rebuilt, no more.
   */
  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): Promise<void>;
  /** Ends this handle; the generation stays. */
  close(): Promise<void>;
}>;

/** A fresh generation beside the live one. */
export type Filling = Generation &
  Readonly<{
    /** Within a second every process reads this one; the previous one is dropped a minute later. */
    goLive(): Promise<void>;
    /** Drops it, unless it went live. */
    discard(): Promise<void>;
  }>;

/** Held by one projector at a time. `lost` aborts when it no longer is. */
export type Lease = Readonly<{ lost: AbortSignal; release(): Promise<void> }>;

export type ReadStore = ReadModels &
  Readonly<{
    /** The live generation, for writing. Null when there is none, or its shape is not the declared one: fill another. */
    live(): Promise<Generation | null>;
    /** @throws FillInProgress while another process fills one */
    fill(): Promise<Filling>;
    /** Waits until no other projector holds it. Null when the signal aborts first. */
    lease(signal: AbortSignal): Promise<Lease | null>;
  }>;

/** Another process is already building the read models anew. */
export class FillInProgress extends Error {
  override readonly name = 'FillInProgress';
}
