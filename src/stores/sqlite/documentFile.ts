// Collections of documents in one SQLite file, for sqliteDocuments.ts, in the thread that has the file open.
import { closeSync, existsSync, openSync } from 'node:fs';
import {
  nextOfEach,
  type Change,
  type Choice,
  type Collection,
  type Step,
  type Stored,
} from '../../commands/kernel/documents.js';
import type { Where } from '../../domain/kernel/where.js';
import {
  deleteSql,
  insertSql,
  lastStampSql,
  putSql,
  schemaOf,
  selectSql,
  tableOf,
  updateSql,
  type Sql,
  type Table,
} from './documentSql.js';
import { StoreError, StoreUnavailable } from '../../domain/kernel/storeError.js';
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
 * Creates the file, readable by its owner only, when it does not exist. Called in the main thread before any
 * thread opens the file: a process that closes a file loses all its locks on it, and with those of SQLite another
 * process may delete the write-ahead log.
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

type Writing = Readonly<{ into: string; documents: Iterable<Stored> }>;

/** What is asked of a file by the names of its methods. */
const READS = ['get', 'find', 'firstOfEach', 'count', 'stampedUntil'] as const;
type Operation = (typeof READS)[number] | 'insert' | 'write' | 'update' | 'findAndUpdate' | 'delete';
export type Call = { [Name in Operation]: readonly [Name, ...Parameters<DocumentFile[Name]>] }[Operation];
/** Arguments and result are plain data, to be sent to another thread. */
export type Ask = <Name extends Operation>(
  name: Name,
  ...query: Parameters<DocumentFile[Name]>
) => Promise<ReturnType<DocumentFile[Name]>>;

/** Collections are named. A document that was found is JSON text. */
export class DocumentFile extends SqliteFile {
  readonly #tables: ReadonlyMap<string, Table>;
  /** Stamps of the current transaction, by collection. */
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
    const create = (): void =>
      [...this.#tables.values()].flatMap(schemaOf).forEach((statement) => this.exec(statement));
    // A new file is one commit. Mostly nothing is missing in another, and no lock is taken.
    if (this.getRaw('SELECT 1 FROM sqlite_schema') === undefined) this.transaction(create);
    else create();
  }

  /** A file of an earlier declaration has no column for a field that came later. */
  #madeOf({ name, flat }: Collection): Collection['flat'] {
    if (flat === undefined) return undefined;
    const columns = this.allRaw('SELECT name FROM pragma_table_info(?)', name).flat();
    if (columns.length === 0) return flat;
    return Object.fromEntries(Object.entries(flat).filter(([field]) => columns.includes(field)));
  }

  /** Does all of it in one transaction. @returns the results @throws StoreError when the file was taken away */
  answer(calls: readonly Call[]): readonly unknown[] {
    const work = () => calls.map(([name, ...args]) => (this[name] as (...all: unknown[]) => unknown)(...args));
    if (calls.every(([name]) => (READS as readonly string[]).includes(name))) return work();
    this.#stamps.clear();
    const results = this.transaction(work);
    // Also when nothing was deleted: an earlier run may have been interrupted before this.
    if (calls.some(([name, of]) => name === 'delete' && this.#table(of).leavesNoTrace === true))
      this.exec('VACUUM');
    this.mustBeSame();
    return results;
  }

  insert(into: string, documents: readonly Stored[]): readonly boolean[] {
    const table = this.#table(into);
    const { text, valuesOf } = insertSql(table);
    const stamp = table.stamped === undefined ? {} : { [table.stamped]: this.#stampOf(table) };
    return documents.map((each) => this.run(text, ...valuesOf({ ...each, ...stamp })) > 0);
  }

  write(puts: readonly Writing[]): null {
    for (const { into, documents } of puts) {
      const { text, valuesOf } = putSql(this.#table(into));
      for (const each of documents) this.run(text, ...valuesOf(each));
    }
    return null;
  }

  get(from: string, id: string): string | null {
    return this.#value({ text: this.#table(from).getSql, values: [id] }) ?? null;
  }

  /** @returns the text of an array */
  find(from: string, where: Where, choice: Choice = {}): string {
    const table = this.#table(from);
    const { text, values } = selectSql(table, `${table.doc} AS doc`, where, choice);
    const all = `SELECT '[' || coalesce(group_concat(doc), '') || ']' FROM (${text})`;
    return this.#value({ text: all, values }) as string;
  }

  firstOfEach(from: string, step: Step): readonly string[] {
    const table = this.#table(from);
    const lines: string[] = [];
    for (let lastDocument: Stored | undefined; lines.length < step.limit;) {
      const next = selectSql(table, table.doc, ...nextOfEach(table, step, lastDocument));
      const doc = this.#value<string>(next);
      if (doc === undefined) break;
      lines.push(doc);
      lastDocument = JSON.parse(doc) as Stored;
    }
    return lines;
  }

  count(from: string, where: Where, index?: string): number {
    const choice = index === undefined ? {} : { index };
    return this.#value(selectSql(this.#table(from), 'count(*)', where, choice)) as number;
  }

  update(of: string, where: Where, change: Change): number {
    const table = this.#table(of);
    const { text, values } = updateSql(table, where, this.#withStamp(table, change));
    return this.run(text, ...values);
  }

  findAndUpdate(of: string, where: Where, change: Change, choice: Choice = {}): string | null {
    const table = this.#table(of);
    const { text, values } = updateSql(table, where, this.#withStamp(table, change), choice);
    return (this.allRaw(text, ...values)[0]?.[0] as string | undefined) ?? null;
  }

  stampedUntil(of: string): number {
    return (this.#value<number>({ text: lastStampSql(this.#table(of)), values: [] }) ?? 0) + 1;
  }

  /** Deletes at most `DELETED_MAX`. */
  delete(from: string, where: Where): number {
    const { text, values } = deleteSql(this.#table(from), where, DELETED_MAX);
    return this.run(text, ...values);
  }

  /** The first value of the first row. */
  #value<Value extends string | number>({ text, values }: Sql): Value | undefined {
    return this.getRaw(text, ...values)?.[0] as Value | undefined;
  }

  #table(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw new Error(`${this.path} has no ${name}`);
    return table;
  }

  #withStamp(of: Table, { stamp, ...change }: Change): Change {
    if (of.stamped === undefined || stamp === undefined) return change;
    return { ...change, set: { ...change.set, [of.stamped]: this.#stampOf(of) } };
  }

  /** Now, or 1 ms after the last stamp: transactions are serial, so what is committed later has a later one. */
  #stampOf(of: Table): number {
    const stamp = this.#stamps.get(of.name) ?? Math.max(Date.now(), this.stampedUntil(of.name));
    this.#stamps.set(of.name, stamp);
    return stamp;
  }
}

/** An error as plain data for another thread. `isAway`: file or disk could not be used; else a defect. */
export type Failure = Readonly<{ message: string; code: string; isAway: boolean }>;

const AWAY = /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)|E[A-Z]+$)/;

export function failureOf(error: unknown): Failure {
  const { message, code = '' } = error as Error & { code?: string };
  if (error instanceof StoreError) return { message, code: error.problem.is, isAway: true };
  const knownCode = message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : code;
  return { message, code: knownCode, isAway: AWAY.test(knownCode) };
}

export function errorOf({ message, code, isAway }: Failure, path: string): Error {
  return isAway ? new StoreUnavailable(`${path}: ${code}: ${message}`) : new Error(message);
}
