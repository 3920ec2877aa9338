// Queries on one file of read models. Every call is a few bounded statements and leaves no iterator open: an open one keeps
// the write-ahead log from being truncated.
import type {
  Checkpoint,
  Declared,
  RowList,
  RowRange,
  Selection,
  StoredRow,
  View,
} from '../../../projections/engine/readStore.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { RANGE_IDS, rangesOf, type Span } from './counts.js';
import {
  blockAtSql,
  blocksHoldingSql,
  getSql,
  listChangedSql,
  scanBelowSql,
  scanSql,
  shapeOf,
  stored,
} from './sql.js';

const OPEN = 0x5b; // [
const CLOSE = 0x5d; // ]
const COMMA = 0x2c;
const NOTHING = Buffer.from('[]');

/** A block as stored: its text between two commas, which become the brackets of a page's array in place. */
type Block = Readonly<{ first: number; count: number; ends: Uint32Array; text: Buffer }>;

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

export function getRow<Row extends StoredRow>(db: SqliteFile, view: View<Row>, clientId: number, id: number) {
  const values = db.getRaw(getSql(view), id, clientId);
  return values === undefined ? null : rowOf<Row>(Object.entries(view.fields), values);
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
  spans: readonly Span[] | null,
): readonly Row[] {
  if (spans === null || range.skip > 0) {
    const beforeId = spans?.at(-1)?.beforeId ?? Number.MAX_SAFE_INTEGER;
    return scanSpan(db, view, selection, { ...range, beforeId });
  }
  const rows: Row[] = [];
  for (const { fromId, beforeId } of spans) {
    if (beforeId <= range.afterId + 1) continue;
    const afterId = Math.max(range.afterId, fromId - 1);
    const limit = range.limit - rows.length;
    rows.push(...scanSpan(db, view, selection, { afterId, beforeId, skip: 0, limit }));
    if (rows.length >= range.limit) break;
  }
  return rows;
}

function scanSpan<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  range: RowRange & Readonly<{ beforeId: number }>,
): readonly Row[] {
  const { text, values } = scanSql(view, selection, range);
  const fields = Object.entries(view.fields);
  return db.allRaw(text, ...values.map(stored)).map((row) => rowOf<Row>(fields, row));
}

/**
 * Rows that changed since a time, one range of ids after another: only ranges with a change since then are read, and the
 * event loop runs between two. Rows written meanwhile may be included or not.
 */
export async function scanChanged<Row extends StoredRow>(
  db: SqliteFile,
  view: View<Row>,
  selection: Selection,
  { afterId, skip, limit }: RowRange,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const fields = Object.entries(view.fields);
  let left = skip;
  for (const range of rangesOf(db, view, selection, 0)) {
    const belowId = (range + 1) * RANGE_IDS;
    if (belowId <= afterId) continue;
    const from = Math.max(afterId, range * RANGE_IDS - 1);
    const { text, values } = scanBelowSql(view, selection, {
      afterId: from,
      belowId,
      limit: left + limit - rows.length,
    });
    const found = db.allRaw(text, ...values.map(stored));
    rows.push(...found.slice(left).map((row) => rowOf<Row>(fields, row)));
    left = Math.max(left - found.length, 0);
    if (rows.length === limit) break;
    await nextTurn();
  }
  return rows;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export function listChangedAt(db: SqliteFile, list: RowList, clientId: number, parentId: number): number | null {
  return (db.getRaw(listChangedSql(list), parentId, clientId)?.[0] ?? null) as number | null;
}

/** Rows `from` to `from + limit`, whichever blocks they are in. */
export function listRows(
  db: SqliteFile,
  list: RowList,
  clientId: number,
  parentId: number,
  from: number,
  limit: number,
): Uint8Array {
  const slices: Buffer[] = [];
  for (let next = from; next < from + limit;) {
    const block = blockAt(db, list, clientId, parentId, next);
    if (block === undefined || next >= block.first + block.count) break;
    const to = Math.min(from + limit, block.first + block.count);
    slices.push(slice(block, next - block.first, to - block.first));
    next = to;
  }
  return asArray(slices);
}

/** Selects blocks by their keys; reads only those that hold a row of the page. */
export function findInList(
  db: SqliteFile,
  list: RowList,
  parent: Readonly<{ clientId: number; parentId: number }>,
  field: string,
  value: string,
  range: Readonly<{ skip: number; limit: number }>,
): { total: number; rows: Uint8Array } {
  const { clientId, parentId } = parent;
  const candidates = db.allRaw(blocksHoldingSql(list, field), parentId, clientId, JSON.stringify(value));
  const slices: Buffer[] = [];
  let total = 0;
  for (const [first, keys] of candidates as [number, string][]) {
    const found = (JSON.parse(keys) as string[]).flatMap((key, at) => (key === value ? [at] : []));
    const onPage = found.slice(Math.max(range.skip - total, 0), Math.max(range.skip + range.limit - total, 0));
    total += found.length;
    if (onPage.length === 0) continue;
    const block = blockAt(db, list, clientId, parentId, first);
    if (block !== undefined) slices.push(...onPage.map((at) => slice(block, at, at + 1)));
  }
  return { total, rows: asArray(slices) };
}

function rowOf<Row extends StoredRow>(
  fields: readonly (readonly [string, string])[],
  values: readonly unknown[],
): Row {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at++) {
    const [name, type] = fields[at] as readonly [string, string];
    const value = values[at];
    row[name] = type === 'boolean' && value !== null ? value === 1 : value;
  }
  return row as unknown as Row;
}

function blockAt(
  db: SqliteFile,
  list: RowList,
  clientId: number,
  parentId: number,
  row: number,
): Block | undefined {
  const values = db.getRaw(blockAtSql(list), parentId, row, clientId);
  if (values === undefined) return undefined;
  const [first, count, ends, text] = values as [number, number, Buffer, Buffer];
  const aligned = new Uint32Array(count);
  for (let at = 0; at < count; at++) aligned[at] = ends.readUInt32LE(at * 4);
  return { first, count, ends: aligned, text };
}

/** Rows `from` to `to` of a block with a separator on either side, in bytes that may be changed. */
function slice({ ends, text }: Block, from: number, to: number): Buffer {
  const start = from === 0 ? 0 : (ends[from - 1] as number) + 1;
  return text.subarray(start, (ends[to - 1] as number) + 2);
}

/** One slice becomes an array in place; several are joined, one separator between. */
function asArray(slices: readonly Buffer[]): Uint8Array {
  if (slices.length === 0) return NOTHING;
  const bytes =
    slices.length === 1
      ? (slices[0] as Buffer)
      : Buffer.concat(slices.map((part, at) => (at === 0 ? part : part.subarray(1))));
  bytes[0] = OPEN;
  bytes[bytes.length - 1] = CLOSE;
  return bytes;
}

/** What `slice` and `asArray` rely on. */
export function framed(text: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(text.length + 2);
  bytes[0] = COMMA;
  bytes.set(text, 1);
  bytes[bytes.length - 1] = COMMA;
  return bytes;
}
