// SQL for collections of documents: a table each, with the key, the document as JSON text unless it is flat, and a
// column for each field of an index, written with the document: an update leaves the indexes alone whose fields it
// does not name (generated columns would make it rewrite all). Queries name their index, so that plans do not
// depend on SQLite's estimates.
import type { Change, Choice, Collection, FlatField, Stored } from '../../commands/kernel/documents.js';
import type { Range, Scalar, Test, Where } from '../../domain/kernel/where.js';
import type { Bound } from './sqliteFile.js';

export type Sql = Readonly<{ text: string; values: readonly Bound[] }>;

export type Table = Collection &
  Readonly<{
    /** Fields that have columns, but the key: those that are indexed, all of a flat collection. */
    columns: readonly string[];
    /** Expression of the JSON text of a document. */
    doc: string;
    getSql: string;
  }>;

/** @param stored fields of a flat collection that the file has columns for */
export function tableOf(of: Collection, stored = of.flat): Table {
  const { flat, indexes, newest } = of;
  const indexed = Object.values(indexes).flatMap((each) => each.map(fieldOf));
  const fields = new Set(flat ? Object.keys(flat) : [...indexed, ...(newest === undefined ? [] : [newest])]);
  fields.delete('_id');
  const doc = documentOf(stored);
  return { ...of, columns: [...fields], doc, getSql: `SELECT ${doc} FROM ${quote(of.name)} WHERE _id = ?` };
}

export function schemaOf({ name, columns, flat, indexes, absentWithout = {} }: Table): readonly string[] {
  const doc = flat ? [] : ['doc TEXT NOT NULL'];
  const fields = columns.map((field) => `${quote(field)}${flat ? ` ${COLUMN_TYPES[flat[field] ?? 'text']}` : ''}`);
  const all = ['_id TEXT PRIMARY KEY', ...doc, ...fields];
  return [
    `CREATE TABLE IF NOT EXISTS ${quote(name)} (${all.join(', ')})`,
    ...Object.entries(indexes).map(([index, fields]) => {
      const by = fields.map((field) => orderSql(quote(fieldOf(field)), field));
      const field = absentWithout[index];
      const of = field === undefined ? '' : ` WHERE ${quote(field)} IS NOT NULL`;
      return `CREATE INDEX IF NOT EXISTS ${indexName(name, index)} ON ${quote(name)} (${by.join(', ')})${of}`;
    }),
  ];
}

/** Whole numbers that come as floating-point ones are stored as integers. */
const COLUMN_TYPES: Readonly<Record<FlatField, string>> = { integer: 'INTEGER', boolean: 'INTEGER', text: 'TEXT' };

type Insert = Readonly<{ text: string; valuesOf(document: Stored): readonly Bound[] }>;

/** Inserts a document, unless its key exists. */
export function insertSql(of: Table): Insert {
  return insertStatement(of, 'ON CONFLICT DO NOTHING');
}

/** Inserts a document, or replaces the one with its key unless that is newer. */
export function putSql(of: Table): Insert {
  const { newest } = of;
  const set = writtenOf(of).map((column) => `${column} = excluded.${column}`);
  const unless = newest === undefined ? '' : ` WHERE ${quote(newest)} <= excluded.${quote(newest)}`;
  return insertStatement(of, `ON CONFLICT (_id) DO UPDATE SET ${set.join(', ')}${unless}`);
}

function insertStatement(of: Table, onConflict: string): Insert {
  const { columns, flat } = of;
  const names = ['_id', ...writtenOf(of)];
  const places = names.map(() => '?');
  return {
    text: `INSERT INTO ${quote(of.name)} (${names.join(', ')}) VALUES (${places.join(', ')}) ${onConflict}`,
    valuesOf(document) {
      const fields = document as Readonly<Record<string, Scalar | undefined>> & Stored;
      const values = columns.map((field) => toBound(fields[field] ?? null));
      return [document._id, ...(flat ? [] : [JSON.stringify(document)]), ...values];
    },
  };
}

function writtenOf({ columns, flat }: Table): readonly string[] {
  return [...(flat ? [] : ['doc']), ...columns.map(quote)];
}

function documentOf(flat: Collection['flat']): string {
  if (flat === undefined) return 'doc';
  const members = Object.entries(flat).map(([field, type]) => {
    const value = quote(field);
    return `'${field}', ${type === 'boolean' ? `json(CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : value}`;
  });
  return `json_object('_id', _id, ${members.join(', ')})`;
}

export function lastStampSql({ name, stamped = '' }: Table): string {
  return `SELECT coalesce(max(${quote(stamped)}), 0) FROM ${quote(name)}`;
}

export function selectSql(of: Table, expressions: string, where: Where, choice: Choice = {}): Sql {
  const { index, sort = [], skip = 0, limit } = choice;
  const condition = conditionSql(of, where);
  const by = sort.map((field) => orderSql(columnOf(of, fieldOf(field)), field));
  const text = [
    `SELECT ${expressions} FROM ${quote(of.name)}`,
    ...usedIndex(of, where, index),
    `WHERE ${condition.text}`,
    ...(by.length === 0 ? [] : [`ORDER BY ${by.join(', ')}`]),
    ...(limit === undefined && skip === 0 ? [] : ['LIMIT ? OFFSET ?']),
  ].join(' ');
  const page = limit === undefined && skip === 0 ? [] : [limit ?? -1, skip];
  return { text, values: [...condition.values, ...page] };
}

/** Changes the documents that match; with a choice, the first of them. */
export function updateSql(of: Table, where: Where, change: Change, choice?: Choice): Sql {
  const changed = assignmentsOf(of, change);
  if (choice === undefined) {
    const { text, values } = conditionSql(of, where);
    const table = [quote(of.name), ...usedIndex(of, where)].join(' ');
    const update = `UPDATE ${table} SET ${changed.text} WHERE ${text}`;
    return { text: update, values: [...changed.values, ...values] };
  }
  const first = selectSql(of, 'rowid', where, { ...choice, limit: 1 });
  return {
    text: `UPDATE ${quote(of.name)} SET ${changed.text} WHERE rowid = (${first.text}) RETURNING ${of.doc}`,
    values: [...changed.values, ...first.values],
  };
}

/** Deletes at most so many of the documents that match. */
export function deleteSql(of: Table, where: Where, limit: number): Sql {
  const { text, values } = selectSql(of, 'rowid', where, { limit });
  return { text: `DELETE FROM ${quote(of.name)} WHERE rowid IN (${text})`, values };
}

type Part = readonly [text: string, value: Bound];

/** Assignments of the document, and of the columns whose fields change. */
function assignmentsOf({ flat, columns }: Table, { set = {}, inc = {}, push = {} }: Change): Sql {
  const members: Part[] = [];
  const assigned: Part[] = [];
  for (const [field, value] of definedEntries(set)) {
    members.push([`'$.${field}', json(?)`, JSON.stringify(value)]);
    if (columns.includes(field)) assigned.push([`${quote(field)} = ?`, toBound(value as Scalar)]);
  }
  for (const [field, by] of definedEntries(inc)) {
    members.push([`'$.${field}', coalesce(doc ->> '$.${field}', 0) + ?`, Number(by)]);
    if (columns.includes(field)) assigned.push([`${quote(field)} = coalesce(${quote(field)}, 0) + ?`, Number(by)]);
  }
  const pushed = definedEntries(push).map(([field, value]): Part => [
    `'$.${field}[#]', json(?)`,
    JSON.stringify(value),
  ]);
  if (flat !== undefined) return listSql(assigned);
  const document = callSql('json_insert', callSql('json_set', { text: 'doc', values: [] }, members), pushed);
  const { text, values } = listSql(assigned);
  return {
    text: [`doc = ${document.text}`, ...(text ? [text] : [])].join(', '),
    values: [...document.values, ...values],
  };
}

function listSql(parts: readonly Part[]): Sql {
  return { text: parts.map(([text]) => text).join(', '), values: parts.map(([, value]) => value) };
}

/** The function of SQL called on an expression with these arguments; without any, the expression itself. */
function callSql(name: string, expression: Sql, parts: readonly Part[]): Sql {
  if (parts.length === 0) return expression;
  const { text, values } = listSql(parts);
  return { text: `${name}(${expression.text}, ${text})`, values: [...expression.values, ...values] };
}

/** The named one, or that of the key where documents are named by it: SQLite's estimates prefer others. */
function usedIndex({ name }: Table, where: Where, index?: string): readonly string[] {
  if (index !== undefined) return [`INDEXED BY ${indexName(name, index)}`];
  return namesKeys(where) ? [`INDEXED BY ${quote(`sqlite_autoindex_${name}_1`)}`] : [];
}

function namesKeys(where: Where): boolean {
  if (Array.isArray(where)) return where.some((each: Where) => namesKeys(each));
  const { _id } = where as Readonly<{ _id?: Test }>;
  return typeof _id === 'string' || (typeof _id === 'object' && _id !== null && 'in' in _id);
}

function definedEntries(fields: object): readonly (readonly [string, unknown])[] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}

function conditionSql(of: Table, where: Where): Sql {
  if (Array.isArray(where))
    return joinSql(
      ' AND ',
      '1',
      where.map((each: Where) => conditionSql(of, each)),
    );
  const tests = definedEntries(where).map(([field, test]) =>
    field === 'any'
      ? joinSql(
          ' OR ',
          '0',
          (test as readonly Where[]).map((each) => conditionSql(of, each)),
        )
      : testSql(columnOf(of, field), test as Test),
  );
  return joinSql(' AND ', '1', tests);
}

function joinSql(word: string, empty: string, parts: readonly Sql[]): Sql {
  const text = parts.map((part) => part.text).join(word);
  return {
    text: parts.length === 0 ? empty : parts.length === 1 ? text : `(${text})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function testSql(column: string, test: Test): Sql {
  if (test === null) return { text: `${column} IS NULL`, values: [] };
  if (typeof test !== 'object') return { text: `${column} = ?`, values: [toBound(test)] };
  if ('in' in test) return { text: `${column} IN (SELECT value FROM json_each(?))`, values: [jsonList(test.in)] };
  if ('notIn' in test)
    return {
      text: `(${column} IS NULL OR ${column} NOT IN (SELECT value FROM json_each(?)))`,
      values: [jsonList(test.notIn)],
    };
  if ('not' in test)
    return test.not === null
      ? { text: `${column} IS NOT NULL`, values: [] }
      : { text: `${column} IS NOT ?`, values: [toBound(test.not)] };
  if ('wordPrefix' in test)
    // The first condition is all that most rows cost.
    return {
      text: `(instr(${column}, ?) > 0 AND instr(' ' || ${column}, ?) > 0)`,
      values: [test.wordPrefix, ` ${test.wordPrefix}`],
    };
  const range = definedEntries(test) as readonly (readonly [keyof Range, number | string])[];
  const parts = range.map(([name, value]) => ({ text: `${column} ${COMPARISONS[name]} ?`, values: [value] }));
  return joinSql(' AND ', `${column} IS NOT NULL`, parts);
}

const COMPARISONS: Readonly<Record<keyof Range, string>> = { above: '>', from: '>=', below: '<', upTo: '<=' };

function toBound(value: Scalar): Bound {
  return typeof value === 'boolean' ? Number(value) : value;
}

function jsonList(values: readonly Scalar[]): string {
  return JSON.stringify(values.map(toBound));
}

function columnOf(of: Table, field: string): string {
  return field === '_id' || of.columns.includes(field) ? quote(field) : `(doc ->> '$.${field}')`;
}

function fieldOf(field: string): string {
  return field.startsWith('-') ? field.slice(1) : field;
}

function orderSql(column: string, field: string): string {
  return field.startsWith('-') ? `${column} DESC` : column;
}

const quote = (name: string): string => `"${name}"`;

function indexName(collection: string, index: string): string {
  return quote(`${collection}_${index}`);
}
