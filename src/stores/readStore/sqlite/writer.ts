// Writes of projections to one file of read models. Guards by position make a replayed batch, or a second projector,
// change nothing.
import type {
  Checkpoint,
  Declared,
  PositionedWrite,
  Value,
  Write,
} from '../../../projections/engine/readStore.js';
import type { SqliteFile } from '../../sqlite/sqliteFile.js';
import { markOf, rangeOf } from './counts.js';
import { checkpointsIn } from './reader.js';
import { blockSql, putSql, setSql, stored } from './sql.js';

type Of<Op extends Write['op']> = Extract<Write, { op: Op }>;

export class Writer {
  readonly #db: SqliteFile;
  readonly #views: ReadonlyMap<string, Declared['views'][number]>;
  readonly #lists: ReadonlyMap<string, Declared['lists'][number]>;
  readonly #puts: ReadonlyMap<string, Readonly<{ sql: string; fields: readonly string[] }>>;

  constructor(db: SqliteFile, { views, lists }: Declared) {
    this.#db = db;
    this.#views = new Map(views.map((view) => [view.name, view]));
    this.#lists = new Map(lists.map((list) => [list.name, list]));
    this.#puts = new Map(
      views.map((view) => [view.name, { sql: putSql(view), fields: Object.keys(view.fields) }]),
    );
  }

  checkpoint(projection: string): Checkpoint | null {
    return checkpointsIn(this.#db).get(projection) ?? null;
  }

  /** @returns the approximate number of bytes written */
  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): number {
    let bytes = 0;
    this.#db.transaction(() => {
      const touched = new Touched();
      for (const each of writes) {
        const { write, changedAt } = each;
        bytes += this.#write(each);
        if (write.op === 'put') touched.add(write.view, write.row.clientId, write.row.id, changedAt);
        else if (write.op === 'set') touched.add(write.view, write.clientId, write.id, changedAt);
      }
      for (const each of touched.all()) this.#mark(each);
      if (checkpoint !== null) this.#store(projection, checkpoint);
    });
    return bytes;
  }

  #write({ write, ...when }: PositionedWrite): number {
    switch (write.op) {
      case 'put':
        return this.#put(write, when);
      case 'set':
        return this.#set(write, when);
      case 'rows':
        return this.#rows(write, when);
    }
  }

  #put({ view, row }: Of<'put'>, { position, changedAt }: When): number {
    const { sql, fields } = declared(this.#puts, view);
    const values: Value[] = fields.map((field) => present(row[field], field));
    this.#db.run(sql, ...values.map(stored), position, changedAt);
    return ROW_BYTES;
  }

  #set({ view, clientId, id, fields }: Of<'set'>, { position, changedAt }: When): number {
    const sql = setSql(declared(this.#views, view), Object.keys(fields));
    this.#db.run(sql, ...Object.values(fields).map(stored), position, changedAt, id, clientId, position);
    return ROW_BYTES;
  }

  #rows({ list: name, clientId, parentId, first, rows }: Of<'rows'>, when: When): number {
    const list = declared(this.#lists, name);
    const sql = blockSql(list);
    let bytes = 0;
    for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
      const block = rows.slice(from, from + BLOCK_ROWS);
      const head = [parentId, first + from, block.length, clientId, when.position, when.changedAt];
      const keys = list.filterable.map((field) => JSON.stringify(block.map((row) => row[field])));
      const json = Buffer.from(JSON.stringify(block));
      this.#db.run(sql, ...head, ...keys, json);
      bytes += json.length;
    }
    return bytes;
  }

  /** The newest time of a range never decreases. */
  #mark({ view, clientId, ranges }: TouchedRows): void {
    const mark = markOf(this.#db, declared(this.#views, view), clientId) + 1;
    for (const [range, changedAt] of ranges)
      this.#db.run(
        'INSERT INTO _marks VALUES (?, ?, ?, ?, ?) ON CONFLICT (view, clientId, range) DO UPDATE ' +
          'SET mark = excluded.mark, changedAt = max(changedAt, excluded.changedAt)',
        view,
        clientId,
        range,
        mark,
        changedAt,
      );
  }

  /** Never decreases within one log. */
  #store(projection: string, { logId, position, changedAt, last }: Checkpoint): void {
    this.#db.run(
      'INSERT INTO _checkpoints VALUES (?, ?, ?, ?) ON CONFLICT (projection) DO UPDATE ' +
        'SET logId = excluded.logId, position = excluded.position, changedAt = excluded.changedAt ' +
        'WHERE logId <> excluded.logId OR position < excluded.position',
      projection,
      logId,
      position,
      changedAt,
    );
    if (last === undefined) return;
    this.#db.run(
      'INSERT INTO _last_events VALUES (?, ?, ?, ?) ON CONFLICT (projection) DO UPDATE ' +
        'SET logId = excluded.logId, position = excluded.position, event = excluded.event ' +
        'WHERE logId <> excluded.logId OR position < excluded.position',
      projection,
      logId,
      last.position,
      JSON.stringify(last),
    );
  }
}

type When = Omit<PositionedWrite, 'write'>;
/** Each range with the newest time of what was written to it. */
type TouchedRows = Readonly<{ view: string; clientId: number; ranges: Map<number, number> }>;

/** Clients, views and ranges of ids that some writes touched. */
class Touched {
  readonly #rows = new Map<string, TouchedRows>();

  add(view: string, clientId: number, id: number, changedAt: number): void {
    const key = `${view} ${clientId}`;
    let rows = this.#rows.get(key);
    if (rows === undefined) this.#rows.set(key, (rows = { view, clientId, ranges: new Map() }));
    const range = rangeOf(id);
    rows.ranges.set(range, Math.max(rows.ranges.get(range) ?? 0, changedAt));
  }

  all(): Iterable<TouchedRows> {
    return this.#rows.values();
  }
}

/** Rows in one block of a list: as many as the largest page. */
const BLOCK_ROWS = 100;
/** A row with its share of indexes, estimated: decides when the write-ahead log is checkpointed. */
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
