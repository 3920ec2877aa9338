// Generations of collections: one document names the live one; the others are being filled or will be dropped.
import type { Collection } from 'mongodb';
import type {
  AnyView,
  Checkpoint,
  Declared,
  Filling,
  PositionedWrite,
  RowList,
} from '../../../projections/engine/readStore.js';
import type { Mongo } from '../../mongo/connection.js';
import { isDuplicate } from '../../mongo/errors.js';
import type { HeldLease, Leases } from '../../mongo/lease.js';
import {
  LIVE,
  NUMBERS,
  READ_MODELS,
  collectionsOf,
  generationName,
  generationOf,
  listIndexes,
  shapeOf,
  viewIndexes,
  type PointerDocument,
} from './layout.js';
import type { Writer } from './writer.js';

/** How long collections stay after another generation went live; readers of other processes switch within a second. */
const KEEP_MS = 60_000;
/** Time limit for creating and dropping collections, slow on a busy server. */
const DDL_MS = 30_000;

export const REBUILD_LEASE = 'rebuild';

export class Generations {
  readonly #mongo: Mongo;
  readonly #leases: Leases;
  readonly #pointers: Collection<PointerDocument>;
  /** Generations that are neither live nor being filled, with the time they were first seen so. */
  readonly #idleSince = new Map<string, number>();

  constructor(mongo: Mongo, leases: Leases) {
    this.#mongo = mongo;
    this.#leases = leases;
    this.#pointers = mongo.db.collection(READ_MODELS);
  }

  async current(): Promise<string | null> {
    const found = await this.#mongo.ask('Looking which read models are live', () =>
      this.#pointers.findOne({ _id: LIVE }),
    );
    return found?.generation ?? null;
  }

  /** Names of views and lists that have the declared shape in a generation. */
  async usableIn(name: string, { views, lists }: Declared): Promise<ReadonlySet<string>> {
    const found = await this.#mongo.ask('Reading shapes', () => this.#pointers.findOne({ _id: name }));
    const declarations: readonly (AnyView | RowList)[] = [...views, ...lists];
    return new Set(
      declarations.filter((each) => found?.shapes?.[each.name] === shapeOf(each)).map((each) => each.name),
    );
  }

  async make(declared: Declared): Promise<string> {
    const numbers = await this.#mongo.ask('Naming a generation', () =>
      this.#pointers.findOneAndUpdate(
        { _id: NUMBERS },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    const name = generationName(numbers?.last ?? 1);
    const shapes = Object.fromEntries(
      [...declared.views, ...declared.lists].map((each) => [each.name, shapeOf(each)]),
    );
    await this.#mongo.ask('Making a generation', () => this.#pointers.insertOne({ _id: name, shapes }));
    const { view: viewOf, list: listOf } = collectionsOf(this.#mongo.db, name);
    for (const view of declared.views)
      for (const { name: index, key } of viewIndexes(view))
        await this.#mongo.ask('Making an index', () => viewOf(view).createIndex(key, { name: index }), DDL_MS);
    for (const list of declared.lists)
      for (const { name: index, key } of listIndexes(list))
        await this.#mongo.ask('Making an index', () => listOf(list).createIndex(key, { name: index }), DDL_MS);
    return name;
  }

  /**
   * @returns false when a newer generation went live meanwhile (names ascend)
   */
  async makeCurrent(name: string): Promise<boolean> {
    const raise = () =>
      this.#mongo.ask('Switching read models', () =>
        this.#pointers.updateOne({ _id: LIVE, generation: { $lt: name } }, { $set: { generation: name } }),
      );
    if ((await raise()).matchedCount > 0) return true;
    try {
      await this.#mongo.ask('Switching read models', () =>
        this.#pointers.insertOne({ _id: LIVE, generation: name }),
      );
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return (await raise()).matchedCount > 0 || (await this.current()) === name;
    }
  }

  /** Deletes its shapes first, so that no process uses a half-dropped generation. */
  async drop(name: string): Promise<void> {
    await this.#mongo.ask('Dropping read models', () => this.#pointers.deleteOne({ _id: name }));
    for (const collection of await this.#collectionNames())
      if (generationOf(collection) === name)
        await this.#mongo.ask('Dropping read models', () => this.#mongo.db.dropCollection(collection), DDL_MS);
    this.#idleSince.delete(name);
  }

  /** Called by the projector at intervals; measures from when it first saw a generation idle. */
  async tidy(): Promise<void> {
    const filling = await this.#leases.about(REBUILD_LEASE);
    const live = await this.current();
    if (live === null) return;
    const names = new Set((await this.#collectionNames()).flatMap((collection) => generationOf(collection) ?? []));
    for (const name of names) {
      if (name === live || name === filling) this.#idleSince.delete(name);
      else if (!this.#idleSince.has(name)) this.#idleSince.set(name, performance.now());
      else if (performance.now() - (this.#idleSince.get(name) ?? 0) >= KEEP_MS) await this.drop(name);
    }
  }

  async #collectionNames(): Promise<string[]> {
    const found = await this.#mongo.ask('Listing collections', () =>
      this.#mongo.db.listCollections({}, { nameOnly: true }).toArray(),
    );
    return found.map(({ name }) => name);
  }
}

/** A generation without readers. The lease marks it as being filled and is released afterwards. */
export class MongoFilling implements Filling {
  readonly name: string;
  readonly replaced = new AbortController().signal;
  readonly #generations: Generations;
  readonly #writer: Writer;
  readonly #lease: HeldLease;
  readonly #onLive: () => Promise<void>;
  #live = false;

  constructor(
    generations: Generations,
    writer: Writer,
    lease: HeldLease,
    name: string,
    onLive: () => Promise<void>,
  ) {
    this.name = name;
    this.#generations = generations;
    this.#writer = writer;
    this.#lease = lease;
    this.#onLive = onLive;
  }

  checkpoint(projection: string): Promise<Checkpoint | null> {
    return this.#writer.checkpoint(projection);
  }

  apply(projection: string, writes: readonly PositionedWrite[], checkpoint: Checkpoint | null): Promise<void> {
    return this.#writer.apply(projection, writes, checkpoint);
  }

  async goLive(): Promise<void> {
    if (this.#live) return;
    // Another process may have dropped some of its collections.
    if (this.#lease.lost.aborted) throw new Error(`${this.name} was given up while it was being filled`);
    if (!(await this.#generations.makeCurrent(this.name)))
      throw new Error(`${this.name} was overtaken by a newer one while it was being filled`);
    this.#live = true;
    await this.#lease.release();
    await this.#onLive();
  }

  async discard(): Promise<void> {
    if (this.#live) return;
    await this.#generations.drop(this.name).catch(() => undefined); // the next tidying retries
    await this.#lease.release();
  }

  async close(): Promise<void> {
    if (!this.#live) await this.#lease.release();
  }
}
