// Queries on one file of read models. Every call is a few bounded statements and leaves no iterator open: an open one keeps
// the write-ahead log from being truncated.
import type {
  Checkpoint,
  Condition,
  Declared,
  HighestIds,
  Order,
  RowRange,
  Selection,
  Sort,
  StoredRow,
  View,
} from '../../../projections/engine/readStore.js';
import type { KnownEvent } from '../../../domain/kernel/knownEvent.js';
import type { Bound, SqliteFile } from '../../sqlite/sqliteFile.js';
import { RANGE_IDS, rangesOf } from './counts.js';
import {
  columnsOf,
  getSql,
  lookUpSql,
  scanSql,
  shapeOf,
  sortedSql,
  stored,
  type KnownSpan,
  type Span,
  type SpanRange,
} from './sql.js';

/** Names of the declared views and lists whose shape the file has. */
export function usableIn(db: SqliteFile, { views, lists }: Declared): ReadonlySet<string> {
  const shapes = new Map(db.allRaw('SELECT name, shape FROM _shapes') as [string, string][]);
  return new Set([...views, ...lists].filter((d) => shapes.get(d.name) === shapeOf(d)).map((d) => d.name));
}

export function checkpointIn(db: SqliteFile, projection: string): Checkpoint | null {
  const found = db.getRaw('SELECT logId, position, changedAt FROM _checkpoints WHERE projection = ?', projection);
  if (found === undefined) return null;
  const [logId, position, changedAt] = found as [string, number, number];
  return { logId, position, changedAt };
}

/** Checkpoints with the last events, which files of an earlier version lack. */
export function checkpointsIn(db: SqliteFile): ReadonlyMap<string, Checkpoint> {
  const hasEvents = db.getRaw("SELECT 1 FROM sqlite_master WHERE name = '_last_events'") !== undefined;
  const events = hasEvents ? (db.allRaw('SELECT projection, logId, event FROM _last_events') as string[][]) : [];
  const rows = db.allRaw('SELECT projection, logId, position, changedAt FROM _checkpoints');
  return new Map(
    (rows as [string, string, number, number][]).map(([projection, logId, position, changedAt]) => {
      const found = events.find(([name, id]) => name === projection && id === logId)?.[2];
      const last = found === undefined ? {} : { last: JSON.parse(found) as KnownEvent };
      return [projection, { logId, position, changedAt, ...last }];
    }),
  );
}

/** The highest ids of the declared views that the file has. */
export function highestIdsIn(db: SqliteFile, { views }: Declared): HighestIds[] {
  const tables = new Set((db.allRaw('SELECT name FROM sqlite_master') as string[][]).map(([name]) => name));
  return views
    .filter(({ name }) => tables.has(name))
    .map(({ name }) => {
      const [id, clientId] = db.getRaw(`SELECT max(id), max(clientId) FROM "${name}"`) as [number?, number?];
      return { view: name, id: id ?? 0, clientId: clientId ?? 0 };
    });
}

export function getRow<Row extends StoredRow>(db: SqliteFile, view: View<Row>, clientId: number, id: number) {
  const values = db.getRaw(getSql(view), id, clientId);
  return values === undefined ? null : rowOf(view, values);
}

export function lookUpRows<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  clientId: number,
  fields: readonly string[],
  keys: readonly (readonly (number | string)[])[],
): readonly Row[] {
  if (keys.length === 0) return [];
  return rowsOf(db, view, lookUpSql(view, fields), [JSON.stringify(keys), clientId]);
}

/** Rows that have the value of the row before come first, then those after it: two ranges of the index. */
export function sortedRows<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  { order = 'asc', sort, afterId, skip, limit }: RowRange & Readonly<{ sort: Sort }>,
): readonly Row[] {
  const { field, after } = sort;
  const read = (from: readonly Condition[], skipped: number, max: number) => {
    const { text, values } = sortedSql(view, selection, { field, order, after: from, skip: skipped, limit: max });
    return rowsOf(db, view, text, values.map(stored));
  };
  if (afterId === null || after === null) return read([], skip, limit);
  const [same, beyond]: readonly [Condition, Condition] =
    order === 'asc'
      ? [
          { field: 'id', above: afterId },
          { field, above: after },
        ]
      : [
          { field: 'id', below: afterId },
          { field, below: after },
        ];
  const first = read([{ field, is: after }, same], 0, skip + limit);
  const rows = first.slice(skip);
  if (first.length === skip + limit) return rows;
  return [...rows, ...read([beyond], Math.max(skip - first.length, 0), limit - rows.length)];
}

/**
 * @param spans the ranges of ids that hold rows of the selection, if known; the rest is skipped. Buys: a filter that few
 *   rows pass does not walk all rows of a client (lists with a million lines ≥ 0.9 of an almost empty store)
 */
export function scanRows<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  range: RowRange,
  spans: readonly KnownSpan[] | null,
): readonly Row[] {
  if (spans === null || (range.skip > 0 && spans.every(({ ids }) => ids === undefined))) {
    const whole = {
      fromId: spans?.[0]?.fromId ?? 0,
      beforeId: spans?.at(-1)?.beforeId ?? Number.MAX_SAFE_INTEGER,
    };
    return scanSpan(db, view, selection, { ...range, ...within(whole, range) });
  }
  const rows: Row[] = [];
  let left = range.skip;
  for (const each of range.order === 'desc' ? spans.toReversed() : spans) {
    const span = within(each, range);
    if (span.beforeId <= span.fromId) continue;
    const limit = left + range.limit - rows.length;
    const found = each.ids
      ? knownRows(db, view, selection, { span, ids: each.ids, order: range.order, skip: left, limit })
      : scanSpan(db, view, selection, { ...range, ...span, skip: 0, limit });
    const skipped = Math.min(left, found.length);
    rows.push(...found.slice(skipped).filter((row) => row !== null));
    left -= skipped;
    if (rows.length >= range.limit) break;
  }
  return rows;
}

/** Rows of known ids in order, of which the first `skip` are null: not read. */
function knownRows<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  { clientId }: Selection,
  known: Readonly<{ span: Span; ids: readonly number[]; order?: Order | undefined; skip: number; limit: number }>,
): readonly (Row | null)[] {
  const { span, order, skip, limit } = known;
  const [from, to] = [placeOf(known.ids, span.fromId), placeOf(known.ids, span.beforeId)];
  const ids =
    order === 'desc'
      ? known.ids.slice(Math.max(to - limit, from), to).reverse()
      : known.ids.slice(from, Math.min(from + limit, to));
  const keys = ids.slice(skip).map((id) => [id]);
  const rows = new Map(lookUpRows(db, view, clientId, ['id'], keys).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id) ?? null);
}

/** How many of some ascending ids are below one. */
function placeOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part of a span that comes after the range's start; empty when none does. */
function within({ fromId, beforeId }: Span, { order, afterId }: Pick<RowRange, 'order' | 'afterId'>): Span {
  if (afterId === null) return { fromId, beforeId };
  if (order === 'desc') return { fromId, beforeId: Math.min(beforeId, afterId) };
  return { fromId: Math.max(fromId, afterId + 1), beforeId };
}

function scanSpan<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  range: SpanRange,
): readonly Row[] {
  const { text, values } = scanSql(view, selection, range);
  return rowsOf(db, view, text, values.map(stored));
}

/**
 * Rows that changed since a time, one range of ids after another: only ranges with a change since then are read, and the
 * event loop runs between two. Rows written meanwhile may be included or not.
 */
export async function scanChanged<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  range: RowRange,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const { skip, limit } = range;
  let left = skip;
  const changed = rangesOf(db, view, selection, 0);
  for (const each of range.order === 'desc' ? changed.toReversed() : changed) {
    const span = within({ fromId: each * RANGE_IDS, beforeId: (each + 1) * RANGE_IDS }, range);
    if (span.beforeId <= span.fromId) continue;
    const found = scanSpan(db, view, selection, { ...range, ...span, skip: 0, limit: left + limit - rows.length });
    rows.push(...found.slice(left));
    left = Math.max(left - found.length, 0);
    if (rows.length === limit) break;
    await nextTurn();
  }
  return rows;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function rowsOf<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  sql: string,
  values: readonly Bound[],
): readonly Row[] {
  return db.allJson(columnsOf(view).names, sql, ...values).map((row) => rowOf(view, row));
}

function rowOf<Row extends StoredRow>(view: View<Row>, values: readonly unknown[]): Row {
  const { names, areBoolean } = columnsOf(view);
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at++) {
    const value = values[at];
    row[names[at] as string] = areBoolean[at] === true && value !== null ? value === 1 : value;
  }
  return row as unknown as Row;
}
