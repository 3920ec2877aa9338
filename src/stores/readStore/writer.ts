// Writes of projections to one file of read models. Guards by position make a replayed batch, or a second projector,
// change nothing.
import type { Checkpoint, PositionedWrite, Value, Write } from '../../projections/engine/readStore.js';
import type { Connection } from './connection.js';
import { markOf, rangeOf } from './counts.js';
import { framed } from './reader.js';
import { blockSql, putSql, setSql, stored, type Declared } from './sql.js';

type Of<Op extends Write['op']> = Extract<Write, { op: Op }>;

export class Writer {
  readonly #db: Connection;
  readonly #views: ReadonlyMap<string, Declared['views'][number]>;
  readonly #lists: ReadonlyMap<string, Declared['lists'][number]>;
  readonly #puts: ReadonlyMap<string, Readonly<{ sql: string; fields: readonly string[] }>>;

  constructor(db: Connection, { views, lists }: Declared) {
    this.#db = db;
    this.#views = new Map(views.map((view) => [view.name, view]));
    this.#lists = new Map(lists.map((list) => [list.name, list]));
    this.#puts = new Map(
      views.map((view) => [view.name, { sql: putSql(view), fields: Object.keys(view.fields) }]),
    );
  }

  checkpoint(projection: string): Checkpoint | null {
    const found = this.#db.first('SELECT logId, position FROM _checkpoints WHERE projection = ?', [projection]);
    if (found === undefined) return null;
    const [logId, position] = found as [string, number];
    return { logId, position };
  }

  /** @returns about how many bytes were written */
  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): number {
    let bytes = 0;
    this.#db.transaction(() => {
      const touched = new Touched();
      for (const { write, position } of writes) {
        bytes += this.#write(write, position);
        if (write.op === 'put') touched.add(write.view, write.row.clientId, write.row.id);
        else if (write.op === 'set') touched.add(write.view, write.clientId, write.id);
      }
      for (const each of touched.all()) this.#mark(each);
      if (checkpoint !== null) this.#store(projection, checkpoint);
    });
    return bytes;
  }

  #write(write: Write, position: number): number {
    switch (write.op) {
      case 'put':
        return this.#put(write, position);
      case 'set':
        return this.#set(write, position);
      case 'rows':
        return this.#rows(write, position);
    }
  }

  #put({ view, row }: Of<'put'>, position: number): number {
    const { sql, fields } = declared(this.#puts, view);
    const values: Value[] = fields.map((field) => present(row[field], field));
    this.#db.run(sql, [...values.map(stored), position]);
    return ROW_BYTES;
  }

  #set({ view, clientId, id, fields }: Of<'set'>, position: number): number {
    const sql = setSql(declared(this.#views, view), Object.keys(fields));
    this.#db.run(sql, [...Object.values(fields).map(stored), position, id, clientId, position]);
    return ROW_BYTES;
  }

  #rows({ list: name, clientId, parentId, first, blocks }: Of<'rows'>, position: number): number {
    const list = declared(this.#lists, name);
    const sql = blockSql(list);
    let next = first;
    let bytes = 0;
    for (const { count, keys, ends, text } of blocks) {
      const keysJson = list.filterable.map((field) => keys[field] ?? '[]');
      const endsBytes = Buffer.from(ends.buffer, ends.byteOffset, ends.byteLength);
      this.#db.run(sql, [parentId, next, count, clientId, position, ...keysJson, endsBytes, framed(text)]);
      next += count;
      bytes += text.length + endsBytes.length;
    }
    return bytes;
  }

  #mark({ view, clientId, ranges }: TouchedRows): void {
    const mark = markOf(this.#db, declared(this.#views, view), clientId) + 1;
    for (const range of ranges)
      this.#db.run(
        'INSERT INTO _marks VALUES (?, ?, ?, ?) ON CONFLICT (view, clientId, range) DO UPDATE SET mark = excluded.mark',
        [view, clientId, range, mark],
      );
  }

  /** Never back within one log. */
  #store(projection: string, { logId, position }: Checkpoint): void {
    this.#db.run(
      'INSERT INTO _checkpoints VALUES (?, ?, ?) ON CONFLICT (projection) DO UPDATE ' +
        'SET logId = excluded.logId, position = excluded.position ' +
        'WHERE logId <> excluded.logId OR position < excluded.position',
      [projection, logId, position],
    );
  }
}

type TouchedRows = Readonly<{ view: string; clientId: number; ranges: Set<number> }>;

/** Whose rows of which view, and which ranges of them, some writes touched. */
class Touched {
  readonly #rows = new Map<string, TouchedRows>();

  add(view: string, clientId: number, id: number): void {
    const key = `${view} ${clientId}`;
    let rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, (rows = { view, clientId, ranges: new Set() }));
    rows.ranges.add(rangeOf(id));
  }

  all(): Iterable<TouchedRows> {
    return this.#rows.values();
  }
}

/** A row with its share of indexes, roughly: only decides when the write-ahead log is taken over. */
const ROW_BYTES = 400;

function declared<Declaration>(declarations: ReadonlyMap<string, Declaration>, name: string): Declaration {
  const found = declarations.get(name);
  if (found === undefined) throw new Error(`${name} is not declared in this store`);
  return found;
}

function present(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`${field} is missing in a row`);
  return value;
}
