// Generates SQL from declarations: tables, upserts guarded by position, and selections that name their index, so that query plans
// do not depend on SQLite's estimates.
import {
  indexFor,
  indexForSort,
  type AnyView,
  type Condition,
  type Declared,
  type FieldType,
  type Order,
  type RowList,
  type Selection,
  type Value,
} from '../../../projections/engine/readStore.js';

/** Ids from one on, up to another one (exclusive). */
export type Span = Readonly<{ fromId: number; beforeId: number }>;
/** `ids`: all ids of a selection in it, ascending, where they are known. */
export type KnownSpan = Span & Readonly<{ ids?: readonly number[] }>;

export type Sql = Readonly<{ text: string; values: readonly Value[] }>;

const COLUMN_TYPES: Readonly<Record<FieldType, string>> = {
  integer: 'INTEGER',
  cents: 'INTEGER',
  boolean: 'INTEGER',
  text: 'TEXT',
};

/** The last event of each checkpoint, as JSON, in a separate table, as files of an earlier version lack it. */
export const LAST_EVENTS =
  'CREATE TABLE IF NOT EXISTS _last_events (projection TEXT PRIMARY KEY, logId TEXT NOT NULL, ' +
  'position INTEGER NOT NULL, event TEXT NOT NULL)';

export function schemaOf({ views, lists }: Declared): string[] {
  return [
    'CREATE TABLE _shapes (name TEXT PRIMARY KEY, shape TEXT NOT NULL)',
    'CREATE TABLE _checkpoints (projection TEXT PRIMARY KEY, logId TEXT NOT NULL, position INTEGER NOT NULL, ' +
      'changedAt INTEGER NOT NULL)',
    LAST_EVENTS,
    'CREATE TABLE _marks (view TEXT, clientId INTEGER, range INTEGER, mark INTEGER NOT NULL, ' +
      'changedAt INTEGER NOT NULL, PRIMARY KEY (view, clientId, range)) WITHOUT ROWID',
    'CREATE INDEX _marks_by_mark ON _marks (view, clientId, mark)',
    ...views.flatMap(viewTables),
    ...lists.map(listTable),
  ];
}

/** Increment it when the store's own tables or columns change. */
const LAYOUT = 4;

/** Compared as text: any change of a declaration makes a new generation, even with the same version. */
export function shapeOf(declaration: AnyView | RowList): string {
  return JSON.stringify([LAYOUT, declaration]);
}

function viewTables(view: AnyView): string[] {
  const columns = Object.entries(view.fields).map(([field, type]) =>
    field === 'id' ? '"id" INTEGER PRIMARY KEY' : `${quoted(field)} ${COLUMN_TYPES[type]}`,
  );
  for (const [field, { of, less }] of Object.entries(view.differences ?? {})) {
    const difference = [of, ...less].map(quoted).join(' - ');
    columns.push(`${quoted(field)} INTEGER GENERATED ALWAYS AS (${difference}) VIRTUAL`);
  }
  return [
    `CREATE TABLE ${quoted(view.name)} (${[...columns, '_position INTEGER NOT NULL', '_changedAt INTEGER NOT NULL'].join(', ')})`,
    // SQLite ends every index with the row's id by itself.
    ...view.indexes.map(
      (fields) =>
        `CREATE INDEX ${quoted(indexName(view, fields))} ON ${quoted(view.name)} (${fields.map(quoted).join(', ')})`,
    ),
  ];
}

function listTable(list: RowList): string {
  const keys = list.filterable.map((field) => `${keysColumn(field)} TEXT NOT NULL, `).join('');
  return (
    `CREATE TABLE ${quoted(list.name)} (parentId INTEGER, first INTEGER, count INTEGER NOT NULL, ` +
    `clientId INTEGER NOT NULL, _position INTEGER NOT NULL, _changedAt INTEGER NOT NULL, ${keys}json BLOB NOT NULL, ` +
    'PRIMARY KEY (parentId, first))'
  );
}

/** Values: the fields in declared order, then position and time. */
export function putSql(view: AnyView): string {
  const fields = [...Object.keys(view.fields).map(quoted), '_position', '_changedAt'];
  const updates = fields.filter((field) => field !== '"id"').map((field) => `${field} = excluded.${field}`);
  return (
    `INSERT INTO ${quoted(view.name)} (${fields.join(', ')}) VALUES (${fields.map(() => '?').join(', ')}) ` +
    `ON CONFLICT (id) DO UPDATE SET ${updates.join(', ')} WHERE _position <= excluded._position`
  );
}

/** Values: the fields, position, time, id, clientId, position. */
export function setSql(view: AnyView, fields: readonly string[]): string {
  const updates = fields.map((field) => `${quoted(field)} = ?`).join(', ');
  return (
    `UPDATE ${quoted(view.name)} SET ${updates}, _position = ?, _changedAt = ? ` +
    'WHERE id = ? AND clientId = ? AND _position <= ?'
  );
}

/** Values: parentId, first, count, clientId, position, time, the keys' JSON, the rows' JSON. */
export function blockSql(list: RowList): string {
  const columns = ['count', 'clientId', '_position', '_changedAt', ...list.filterable.map(keysColumn), 'json'];
  const updates = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return (
    `INSERT INTO ${quoted(list.name)} (parentId, first, ${columns.join(', ')}) ` +
    `VALUES (?, ?, ${columns.map(() => '?').join(', ')}) ` +
    `ON CONFLICT (parentId, first) DO UPDATE SET ${updates} WHERE _position <= excluded._position`
  );
}

/** The block a row is in. Values: parentId, index of the row, clientId. */
export function blockAtSql(list: RowList): string {
  return (
    `SELECT first, count, json FROM ${quoted(list.name)} ` +
    'WHERE parentId = ? AND first <= ? AND clientId = ? ORDER BY first DESC LIMIT 1'
  );
}

/** Values: parentId, clientId. */
export function listChangedSql(list: RowList): string {
  return `SELECT max(_changedAt) FROM ${quoted(list.name)} WHERE parentId = ? AND clientId = ? AND first = 0`;
}

/** Blocks that may hold a value, without their rows. Values: parentId, clientId, the value as JSON. */
export function blocksHoldingSql(list: RowList, field: string): string {
  const keys = keysColumn(field);
  return (
    `SELECT first, ${keys} FROM ${quoted(list.name)} ` +
    `WHERE parentId = ? AND clientId = ? AND instr(${keys}, ?) > 0 ORDER BY first`
  );
}

/** Rows from an id on, up to another one (exclusive), without the first `skip` of them in their order. */
export type SpanRange = Span & Readonly<{ order?: Order; skip: number; limit: number }>;

/** As SQL: `quoted`, and `ofV` of the table v. */
type Columns = Readonly<{ names: readonly string[]; areBoolean: readonly boolean[]; quoted: string; ofV: string }>;
const columns = new WeakMap<AnyView, Columns>();

/** The fields of a view, as each query needs them: put together once. */
export function columnsOf(view: AnyView): Columns {
  let found = columns.get(view);
  if (found === undefined) {
    const names = Object.keys(view.fields);
    const areBoolean = names.map((name) => view.fields[name] === 'boolean');
    const ofV = names.map((name) => `v.${quoted(name)}`).join(', ');
    columns.set(view, (found = { names, areBoolean, quoted: names.map(quoted).join(', '), ofV }));
  }
  return found;
}

/** Rows in the order of their ids, by a named index in that order: nothing is sorted. */
export function scanSql(
  view: AnyView,
  selection: Selection,
  { order = 'asc', fromId, beforeId, skip, limit }: SpanRange,
): Sql {
  const { text, values } = fromWhere(view, selection);
  return {
    text: `SELECT ${columnsOf(view).quoted} ${text} AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ? OFFSET ?`,
    values: [...values, fromId, beforeId, limit, skip],
  };
}

/** Rows in the order of a field, then of their ids, by an index in that order. `after`: where the range begins. */
export function sortedSql(
  view: AnyView,
  selection: Selection,
  range: Readonly<{ field: string; order: Order; after: readonly Condition[]; skip: number; limit: number }>,
): Sql {
  const { clientId, where } = selection;
  const index = quoted(indexName(view, indexForSort(view, where, range.field)));
  const { text, values } = all([{ field: 'clientId', is: clientId }, ...where]);
  const after = all(range.after, '');
  const sort = quoted(range.field);
  return {
    text:
      `SELECT ${columnsOf(view).quoted} FROM ${quoted(view.name)} INDEXED BY ${index} WHERE ${text} AND ${after.text} ` +
      `ORDER BY ${sort} ${range.order}, id ${range.order} LIMIT ? OFFSET ?`,
    values: [...values, ...after.values, range.limit, range.skip],
  };
}

/** The rows with some keys. Values: the keys as JSON, clientId. */
export function lookUpSql(view: AnyView, fields: readonly string[]): string {
  const equal = fields.map((field, at) => `v.${quoted(field)} = json_extract(k.value, '$[${at}]')`);
  const index = fields[0] === 'id' ? '' : `INDEXED BY ${quoted(indexName(view, ['clientId', ...fields]))} `;
  return (
    `SELECT ${columnsOf(view).ofV} FROM json_each(?) k CROSS JOIN ${quoted(view.name)} v ${index}` +
    `WHERE v.clientId = ? AND ${equal.join(' AND ')}`
  );
}

/** The ids of at most `limit` rows among `ids` ids from one on, ascending. */
export function idsSql(view: AnyView, selection: Selection, { fromId, beforeId }: Span, limit: number): Sql {
  const { text, values } = fromWhere(view, selection);
  return {
    text: `SELECT id ${text} AND id >= ? AND id < ? ORDER BY id LIMIT ?`,
    values: [...values, fromId, beforeId, limit],
  };
}

/** Rows among `ids` ids from one on. */
export function countSql(view: AnyView, selection: Selection, fromId: number, ids: number): Sql {
  const { text, values } = fromWhere(view, selection);
  return { text: `SELECT count(*) ${text} AND id >= ? AND id < ?`, values: [...values, fromId, fromId + ids] };
}

function fromWhere(view: AnyView, { clientId, where, changedSince }: Selection): Sql {
  const { text, values } = all([{ field: 'clientId', is: clientId }, ...where]);
  const index = quoted(indexName(view, indexFor(view, where)));
  const from = `FROM ${quoted(view.name)} INDEXED BY ${index} WHERE ${text}`;
  return changedSince === undefined
    ? { text: from, values }
    : { text: `${from} AND _changedAt >= ?`, values: [...values, changedSince] };
}

export function getSql(view: AnyView): string {
  return `SELECT ${columnsOf(view).quoted} FROM ${quoted(view.name)} WHERE id = ? AND clientId = ?`;
}

export function stored(value: Value): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** @param plus before fields compared by ranges and lists, see below */
function all(conditions: readonly Condition[], plus: '+' | '' = '+'): Sql {
  const parts = conditions.map((condition) => one(condition, plus));
  return {
    text: parts.map(({ text }) => text).join(' AND ') || '1',
    values: parts.flatMap(({ values }) => values),
  };
}

function one(condition: Condition, plus: '+' | ''): Sql {
  if ('any' in condition) {
    const parts = condition.any.map((each) => all(each));
    return {
      text: `(${parts.map(({ text }) => `(${text})`).join(' OR ') || '0'})`,
      values: parts.flatMap(({ values }) => values),
    };
  }
  const field = quoted(condition.field);
  if ('isNull' in condition) return { text: `${field} IS ${condition.isNull ? '' : 'NOT '}NULL`, values: [] };
  // `+` prevents SQLite from choosing an index by a range or list, which would not be in the order of ids.
  if ('above' in condition) return { text: `${plus}${field} > ?`, values: [condition.above] };
  if ('below' in condition) return { text: `${plus}${field} < ?`, values: [condition.below] };
  if ('upTo' in condition) return { text: `+${field} <= ?`, values: [condition.upTo] };
  // The first condition is all that most rows cost: a sixth less for a search of 20,000.
  if ('wordPrefix' in condition) {
    const text = `instr(${field}, ?) > 0 AND instr(' ' || ${field}, ?) > 0`;
    return { text, values: [condition.wordPrefix, ` ${condition.wordPrefix}`] };
  }
  if ('in' in condition) {
    return {
      text: `+${field} IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(condition.in.map(stored))],
    };
  }
  return condition.is === null
    ? { text: `${field} IS NULL`, values: [] }
    : { text: `${field} = ?`, values: [stored(condition.is)] };
}

const quoted = (name: string) => `"${name}"`;
export const keysColumn = (field: string) => quoted(`keys_${field}`);
const indexName = (view: AnyView, fields: readonly string[]) => `${view.name}_by_${fields.join('_')}`;
