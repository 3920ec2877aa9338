// Queries on the lists of one file of read models: blocks of columns, whose rows are written as JSON text here.
import type { RowBlock, RowList } from '../../../projections/engine/readStore.js';
import { rowText, type RowText } from '../../../projections/engine/rows/rowText.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { blockAtSql, blocksHoldingSql, listChangedSql } from './sql.js';

const OPEN = 0x5b; // [
const CLOSE = 0x5d; // ]
const NOTHING = Buffer.from('[]');

/** Its text has a comma on either side, which become the brackets of a page's array in place. */
type Block = Readonly<{ first: number; count: number; text: RowText }>;

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
  const slices: Buffer[] = [];
  for (let next = from; next < from + limit;) {
    const block = blockAt(db, list, clientId, parentId, next);
    if (block === undefined || next >= block.first + block.count) break;
    const to = Math.min(from + limit, block.first + block.count);
    slices.push(block.text(next - block.first, to - block.first));
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
    if (block !== undefined) slices.push(...onPage.map((at) => block.text(at, at + 1)));
  }
  return { total, rows: asArray(slices) };
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
  const [first, count, constants, columns] = values as [number, number, string, Buffer];
  return {
    first,
    count,
    text: rowText(list, { constants: JSON.parse(constants) as RowBlock['constants'], columns }),
  };
}

/** Converts one slice to an array in place, or joins several with separators. */
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
