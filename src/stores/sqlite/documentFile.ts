// Collections of documents in one SQLite file: what sqliteDocuments.ts asks for, in the thread that has the file open.
import { closeSync, existsSync, openSync } from 'node:fs';
import {
  nextOfEach,
  type Change,
  type Choice,
  type Collection,
  type Step,
  type Stored,
  type Where,
} from '../../commands/kernel/documents.js';
import {
  deleteSql,
  insertSql,
  lastStampSql,
  putSql,
  schemaOf,
  selectSql,
  tableOf,
  updateSql,
  type Table,
} from './documentSql.js';
import { SqliteFile, type SqliteOptions } from './sqliteFile.js';

/** Plain data: it is also sent to the thread. */
export type DocumentFileOptions = SqliteOptions &
  Readonly<{
    /** Made when the file is opened. */
    collections: readonly Collection[];
    /** They are there, or are not asked for: opening the file writes nothing. */
    areMade?: boolean;
    /** Overwrites what is deleted. */
    secureDelete?: boolean;
  }>;

/**
 * Creates the file, readable by its owner only, when it does not exist. Called in the main thread before any thread opens the file:
 * a process that closes a file loses all its locks on it, and with those of SQLite another process may delete the write-ahead log.
 * @returns whether it exists now; if not, opening it tells why it cannot be made
 */
export function createFile(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600)); // opens nothing that exists
    return true;
  } catch {
    return existsSync(path);
  }
}

/** Documents that one call deletes; other calls run before the next. */
export const DELETED_MAX = 1_000;

/** Documents for a collection. */
export type Writing = Readonly<{ into: string; documents: Iterable<Stored> }>;

/** By name of the collection. Results are plain data: a document that was found is JSON text. */
export type Operations = Readonly<{
  insert(into: string, documents: readonly Stored[]): readonly boolean[];
  write(...puts: Writing[]): null;
  get(from: string, id: string): string | null;
  /** The text of an array. */
  find(from: string, where: Where, choice: Choice): string;
  /** The texts of documents. */
  firstOfEach(from: string, where: Where, step: Step): readonly string[];
  count(from: string, where: Where, index?: string): number;
  update(of: string, where: Where, change: Change): number;
  findAndUpdate(of: string, where: Where, change: Change, choice: Choice): string | null;
  stampedUntil(of: string): number;
  /** Deletes at most `DELETED_MAX`. */
  delete(from: string, where: Where): number;
}>;
export type Operation = keyof Operations;
export type Asked = { [Name in Operation]: readonly [Name, ...Parameters<Operations[Name]>] }[Operation];

const READS: readonly Operation[] = ['get', 'find', 'firstOfEach', 'count', 'stampedUntil'];

export class DocumentFile extends SqliteFile {
  readonly #tables: ReadonlyMap<string, Table>;
  /** Of the current transaction, by collection. */
  readonly #stamps = new Map<string, number>();

  constructor(
    path: string,
    { collections, areMade = false, secureDelete = false, ...options }: DocumentFileOptions,
  ) {
    super(path, options);
    if (secureDelete) this.pragma('secure_delete = ON');
    const tables = collections.map((each) => tableOf(each, areMade ? this.#madeOf(each) : each.flat));
    this.#tables = new Map(tables.map((each) => [each.name, each]));
    if (areMade) return;
    for (const statement of [...this.#tables.values()].flatMap(schemaOf)) this.exec(statement);
  }

  /** A file of an earlier declaration has no column for a field that came later. */
  #madeOf({ name, flat }: Collection): Collection['flat'] {
    if (flat === undefined) return undefined;
    const columns = this.allRaw('SELECT name FROM pragma_table_info(?)', name).flat();
    if (columns.length === 0) return flat;
    return Object.fromEntries(Object.entries(flat).filter(([field]) => columns.includes(field)));
  }

  /** Does all of it in one transaction, and returns the results. @throws StoreError when the file was taken away */
  answer(calls: readonly Asked[]): readonly unknown[] {
    const work = () => calls.map((each) => this.#done(each));
    if (calls.every(([name]) => READS.includes(name))) return work();
    this.#stamps.clear();
    const results = this.transaction(work);
    // Also when nothing was deleted: an earlier run may have been interrupted before this.
    if (calls.some((each) => each[0] === 'delete' && this.#table(each[1]).leavesNoTrace === true))
      this.exec('VACUUM');
    this.mustBeSame();
    return results;
  }

  #done(call: Asked): unknown {
    if (call[0] === 'write') return this.#write(call.slice(1) as readonly Writing[]);
    const table = this.#table(call[1]);
    switch (call[0]) {
      case 'insert':
        return this.#insert(table, call[2]);
      case 'get':
        return this.getRaw(table.getSql, call[2])?.[0] ?? null;
      case 'find': {
        const { text, values } = selectSql(table, `${table.doc} AS doc`, call[2], call[3]);
        return this.getRaw(`SELECT '[' || coalesce(group_concat(doc), '') || ']' FROM (${text})`, ...values)?.[0];
      }
      case 'firstOfEach':
        return this.#firstOfEach(table, call[2], call[3]);
      case 'count': {
        const { text, values } = selectSql(table, 'count(*)', call[2], call[3] ? { index: call[3] } : {});
        return this.getRaw(text, ...values)?.[0];
      }
      case 'update': {
        const { text, values } = updateSql(table, call[2], this.#timed(table, call[3]));
        return this.run(text, ...values);
      }
      case 'findAndUpdate': {
        const { text, values } = updateSql(table, call[2], this.#timed(table, call[3]), call[4]);
        return this.allRaw(text, ...values)[0]?.[0] ?? null;
      }
      case 'stampedUntil':
        return this.#stampedUntil(table);
      case 'delete': {
        const { text, values } = deleteSql(table, call[2], DELETED_MAX);
        return this.run(text, ...values);
      }
    }
  }

  #table(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`${this.path} has no ${name}`);
    return table;
  }

  #firstOfEach(from: Table, where: Where, step: Step): readonly string[] {
    const lines: string[] = [];
    for (let lastDocument: Stored | undefined; lines.length < step.limit;) {
      const { text, values } = selectSql(from, from.doc, ...nextOfEach(from, where, step, lastDocument));
      const doc = this.getRaw(text, ...values)?.[0] as string | undefined;
      if (doc === undefined) break;
      lines.push(doc);
      lastDocument = JSON.parse(doc) as Stored;
    }
    return lines;
  }

  #insert(into: Table, documents: readonly Stored[]): readonly boolean[] {
    const { text, valuesOf } = insertSql(into);
    const stamp = into.stamped === undefined ? {} : { [into.stamped]: this.#stampOf(into) };
    return documents.map((each) => this.run(text, ...valuesOf({ ...each, ...stamp })) > 0);
  }

  #write(puts: readonly Writing[]): null {
    for (const { into, documents } of puts) {
      const { text, valuesOf } = putSql(this.#table(into));
      for (const each of documents) this.run(text, ...valuesOf(each));
    }
    return null;
  }

  #timed(of: Table, { stamp, ...change }: Change): Change {
    if (of.stamped === undefined || stamp === undefined) return change;
    return { ...change, set: { ...change.set, [of.stamped]: this.#stampOf(of) } };
  }

  /**
   * Now, or 1 ms after the last stamp if that is later. Transactions of all processes are serial, so what is committed later has a
   * later stamp, whatever their clocks say.
   */
  #stampOf(of: Table): number {
    const stamp = this.#stamps.get(of.name) ?? Math.max(Date.now(), this.#stampedUntil(of));
    this.#stamps.set(of.name, stamp);
    return stamp;
  }

  #stampedUntil(of: Table): number {
    return (this.getRaw(lastStampSql(of))?.[0] as number) + 1;
  }
}
