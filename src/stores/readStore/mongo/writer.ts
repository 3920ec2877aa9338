// Writes of projections to one generation. Changes of one document are merged first, as the bulks are unordered. Guards by
// position make a replayed batch, or a second projector, change nothing.
import { randomUUID } from 'node:crypto';
import type { AnyBulkWriteOperation, Collection, OptionalUnlessRequiredId } from 'mongodb';
import pLimit from 'p-limit';
import {
  valueIn,
  type AnyView,
  type Checkpoint,
  type Declared,
  type PositionedWrite,
  type StoredRow,
  type Value,
  type Write,
} from '../../../projections/engine/readStore.js';
import type { Mongo } from '../../mongo/connection.js';
import { duplicatesIn, isDuplicate } from '../../mongo/errors.js';
import {
  listId,
  markId,
  viewId,
  type CheckpointDocument,
  type Collections,
  type ListDocument,
  type ViewDocument,
} from './layout.js';

type Of<Op extends Write['op']> = Extract<Write, { op: Op }>;
type Fields = Readonly<Record<string, Value>>;
/** Of one document: put as a whole, or some fields set. */
type Change = { put: boolean; id: number; clientId: number; fields: Fields } & When;
type When = Omit<PositionedWrite, 'write'>;

/** One bulk. */
const BULK_DOCUMENTS = 1_000;
/** Concurrent bulks: the next one is serialised while the server works. */
const BULKS_AT_ONCE = 3;
/** Projections may wait longer than requests. */
const WRITE_TIMEOUT_MS = 60_000;

export class Writer {
  readonly #mongo: Mongo;
  readonly #collections: Collections;
  readonly #views: ReadonlyMap<string, Declared['views'][number]>;
  readonly #lists: ReadonlyMap<string, Declared['lists'][number]>;

  constructor(mongo: Mongo, collections: Collections, { views, lists }: Declared) {
    this.#mongo = mongo;
    this.#collections = collections;
    this.#views = new Map(views.map((view) => [view.name, view]));
    this.#lists = new Map(lists.map((list) => [list.name, list]));
  }

  async checkpoint(projection: string): Promise<Checkpoint | null> {
    const { checkpoints } = this.#collections;
    const found = await this.#mongo.ask('Reading a checkpoint', () => checkpoints.findOne({ _id: projection }));
    return found && checkpointOf(found);
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    const { checkpoints } = this.#collections;
    return (await this.#mongo.ask('Reading checkpoints', () => checkpoints.find({}).toArray())).map(checkpointOf);
  }

  /** Rows of lists, rows of views, marks, checkpoint, in this order: a visible header has all its rows. */
  async apply(
    projection: string,
    writes: readonly PositionedWrite[],
    checkpoint: Checkpoint | null,
  ): Promise<void> {
    const rows = new Map<string, ListDocument[]>();
    const changes = new Map<string, Map<string, Change>>();
    for (const { write, ...when } of writes) {
      if (write.op === 'rows') this.#gatherRows(rows, write, when);
      else this.#gatherChange(changes, write, when);
    }
    await eachLimited(
      [...rows].flatMap(([list, documents]) => bulksOf(documents).map((bulk) => [list, bulk] as const)),
      ([list, bulk]) => this.#insert(this.#collections.list({ name: list }), bulk),
    );
    await eachLimited([...changes], ([view, each]) => this.#change(view, [...each.values()]));
    await this.#mark(changes);
    if (checkpoint !== null) await this.#store(projection, checkpoint);
  }

  #gatherRows(rows: Map<string, ListDocument[]>, write: Of<'rows'>, { changedAt }: When): void {
    const { list, clientId, parentId, first } = write;
    if (!this.#lists.has(list)) throw new Error(`${list} is not declared in this store`);
    const documents = rows.get(list) ?? [];
    rows.set(list, documents);
    write.rows.forEach((fields, at) => {
      documents.push({
        _id: listId(parentId, first + at),
        ...fields,
        _clientId: clientId,
        _parentId: parentId,
        _row: first + at,
        _changedAt: changedAt,
      });
    });
  }

  #gatherChange(changes: Map<string, Map<string, Change>>, write: Of<'put' | 'set'>, when: When): void {
    const view = this.#declared(write.view);
    const { fields: declared } = view;
    const of = changes.get(write.view) ?? new Map<string, Change>();
    changes.set(write.view, of);
    if (write.op === 'put') {
      const { id, clientId } = write.row;
      const fields = Object.fromEntries(
        Object.keys(declared).map((field) => [field, present(write.row[field], field)]),
      );
      const kept = { ...fields, ...differencesOf(view, fields) };
      of.set(markId(viewId(id), clientId), { put: true, id, clientId, fields: kept, ...when });
      return;
    }
    const { id, clientId, fields } = write;
    const unknown = Object.keys(fields).find((field) => !(field in declared));
    if (unknown !== undefined) throw new Error(`${write.view} has no field ${unknown}`);
    const key = markId(viewId(id), clientId);
    const before = of.get(key);
    if (before === undefined) of.set(key, { put: false, id, clientId, fields, ...when });
    else {
      const merged = { ...before.fields, ...fields };
      const kept = before.put ? { ...merged, ...differencesOf(view, merged) } : merged;
      of.set(key, { ...before, fields: kept, ...when });
    }
  }

  /** Inserts rows, most of which are new; replaces existing ones unless they are newer. */
  async #change(view: string, changes: readonly Change[]): Promise<void> {
    const collection = this.#collections.view(this.#declared(view));
    const puts = changes.filter(({ put }) => put);
    const known: Change[] = [];
    for (const bulk of bulksOf(puts))
      for (const at of await this.#insert(collection, bulk.map(documentOf))) known.push(bulk[at] as Change);
    const operations: AnyBulkWriteOperation<ViewDocument>[] = [...known, ...changes.filter(({ put }) => !put)].map(
      (change) => operationOf(change),
    );
    for (const bulk of bulksOf(operations))
      await this.#mongo.ask(
        `Writing ${view}`,
        () => collection.bulkWrite([...bulk], { ordered: false }),
        WRITE_TIMEOUT_MS,
      );
    await this.#updateDifferences(view, changes);
  }

  /** Those of rows in which a field of a difference was set: read after the writes, written unless the row moved on. */
  async #updateDifferences(name: string, changes: readonly Change[]): Promise<void> {
    const view = this.#declared(name);
    const collection = this.#collections.view(view);
    const sources = Object.values(view.differences ?? {}).flatMap(({ of, less }) => [of, ...less]);
    const touched = changes.filter(({ put, fields }) => !put && sources.some((source) => source in fields));
    for (const bulk of bulksOf(touched)) {
      const ids = bulk.map(({ id }) => viewId(id));
      const rows = await this.#mongo.ask(`Reading ${name}`, () =>
        collection.find({ _id: { $in: ids } }).toArray(),
      );
      const operations = rows.map(({ _id, _position, ...fields }) => ({
        updateOne: { filter: { _id, _position }, update: { $set: differencesOf(view, fields) } },
      }));
      if (operations.length === 0) continue;
      await this.#mongo.ask(
        `Writing ${name}`,
        () => collection.bulkWrite(operations, { ordered: false }),
        WRITE_TIMEOUT_MS,
      );
    }
  }

  /** @returns indexes of the documents that existed already */
  async #insert<Doc extends ViewDocument | ListDocument>(
    collection: Collection<Doc>,
    documents: readonly Doc[],
  ): Promise<readonly number[]> {
    try {
      await this.#mongo.ask(
        `Writing ${collection.collectionName}`,
        () => collection.insertMany(documents as OptionalUnlessRequiredId<Doc>[], { ordered: false }),
        WRITE_TIMEOUT_MS,
      );
      return [];
    } catch (error) {
      return duplicatesIn(error);
    }
  }

  /**
   * Written after the rows, so that a value cached under the old mark is dropped once the rows are visible. Random: two
   * concurrent writers of a counter could write the same number.
   */
  async #mark(changes: ReadonlyMap<string, ReadonlyMap<string, Change>>): Promise<void> {
    const touched = new Set(
      [...changes].flatMap(([view, each]) => [...each.values()].map(({ clientId }) => markId(view, clientId))),
    );
    if (touched.size === 0) return;
    const operations = [...touched].map((_id) => ({
      updateOne: { filter: { _id }, update: { $set: { mark: randomUUID() } }, upsert: true },
    }));
    try {
      await this.#mongo.ask(
        'Marking changes',
        () => this.#collections.marks.bulkWrite(operations, { ordered: false }),
        WRITE_TIMEOUT_MS,
      );
    } catch (error) {
      duplicatesIn(error); // inserted concurrently, after our rows: a new mark as well
    }
  }

  /** Never decreases within one log. */
  async #store(projection: string, { logId, position, changedAt, ...known }: Checkpoint): Promise<void> {
    const last = known.last ?? null;
    const { checkpoints } = this.#collections;
    const raise = () =>
      this.#mongo.ask('Storing a checkpoint', () =>
        checkpoints.updateOne(
          { _id: projection, $or: [{ logId: { $ne: logId } }, { position: { $lt: position } }] },
          { $set: { logId, position, changedAt, last } },
        ),
      );
    if ((await raise()).matchedCount > 0) return;
    try {
      await this.#mongo.ask('Storing a checkpoint', () =>
        checkpoints.insertOne({ _id: projection, logId, position, changedAt, last }),
      );
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await raise(); // it exists: as far, farther, or inserted concurrently by a slower writer
    }
  }

  #declared(view: string): Declared['views'][number] {
    const found = this.#views.get(view);
    if (found === undefined) throw new Error(`${view} is not declared in this store`);
    return found;
  }
}

function checkpointOf({ logId, position, changedAt = 0, last }: CheckpointDocument): Checkpoint {
  return { logId, position, changedAt, ...(last ? { last } : {}) };
}

function differencesOf(view: AnyView, fields: Readonly<Record<string, unknown>>): Record<string, number | string> {
  const names = Object.keys(view.differences ?? {});
  return Object.fromEntries(names.map((name) => [name, valueIn(view, fields as unknown as StoredRow, name)]));
}

function documentOf({ id, fields, position, changedAt }: Change): ViewDocument {
  return { _id: viewId(id), ...fields, _position: position, _changedAt: changedAt };
}

function operationOf(change: Change): AnyBulkWriteOperation<ViewDocument> {
  const { put, id, clientId, fields, position, changedAt } = change;
  const guard = { _id: viewId(id), _position: { $lte: position } };
  if (put) return { replaceOne: { filter: guard, replacement: documentOf(change) } };
  return {
    updateOne: {
      filter: { ...guard, clientId },
      update: { $set: { ...fields, _position: position, _changedAt: changedAt } },
    },
  };
}

function bulksOf<Item>(items: readonly Item[]): (readonly Item[])[] {
  const bulks: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += BULK_DOCUMENTS)
    bulks.push(items.slice(from, from + BULK_DOCUMENTS));
  return bulks;
}

/** Waits for all tasks; starts no more after a failure, which it throws at the end. */
async function eachLimited<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const limit = pLimit({ concurrency: BULKS_AT_ONCE, rejectOnClear: true });
  const run = async (item: Item): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      limit.clearQueue();
      throw error;
    }
  };
  const ended = await Promise.allSettled(items.map((item) => limit(run, item)));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

function present(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`${field} is missing in a row`);
  return value;
}
