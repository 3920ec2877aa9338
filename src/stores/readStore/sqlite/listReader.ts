// Queries on the lists of one file of read models: blocks of rows as JSON.
import type { RowList } from '../../../projections/engine/readStore.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { blockAtSql, blocksHoldingSql, listChangedSql } from './sql.js';

/** `json`: an array of `count` rows. */
type Block = Readonly<{ first: number; count: number; json: Buffer }>;

export function listChangedAt(db: SqliteFile, list: RowList, clientId: number, parentId: number): number | null {
  return (db.getRaw(listChangedSql(list), parentId, clientId)?.[0] ?? null) as number | null;
}

/** Rows `from` to `from + limit`, across blocks. */
export function listRows(
  db: SqliteFile,
  list: RowList,
  clientId: number,
  parentId: number,
  from: number,
  limit: number,
): Uint8Array {
  const rows: unknown[] = [];
  for (let next = from; next < from + limit;) {
    const block = blockAt(db, list, clientId, parentId, next);
    if (block === undefined || next >= block.first + block.count) break;
    const to = Math.min(from + limit, block.first + block.count);
    if (to - next === limit && limit === block.count) return block.json; // the usual page
    rows.push(...rowsIn(block).slice(next - block.first, to - block.first));
    next = to;
  }
  return Buffer.from(JSON.stringify(rows));
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
  const rows: unknown[] = [];
  let total = 0;
  for (const [first, keys] of candidates as [number, string][]) {
    const found = (JSON.parse(keys) as string[]).flatMap((key, at) => (key === value ? [at] : []));
    const onPage = found.slice(Math.max(range.skip - total, 0), Math.max(range.skip + range.limit - total, 0));
    total += found.length;
    if (onPage.length === 0) continue;
    const block = blockAt(db, list, clientId, parentId, first);
    const all = block === undefined ? [] : rowsIn(block);
    rows.push(...onPage.map((at) => all[at]));
  }
  return { total, rows: Buffer.from(JSON.stringify(rows)) };
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
  const [first, count, json] = values as [number, number, Buffer];
  return { first, count, json };
}

function rowsIn({ json }: Block): readonly unknown[] {
  return JSON.parse(json.toString()) as readonly unknown[];
}
