// Generations in MongoDB: collections named with their generation's prefix. One document names the live one.
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { FillInProgress, type Lease } from '../../projections/engine/readStore.js';
import { collection, put, type Collection, type Documents, type Stored } from '../../commands/kernel/documents.js';
import type { Mongo } from '../mongo/connection.js';
import { Leases, type HeldLease, type LeaseTimes } from '../mongo/lease.js';
import { MongoDocuments } from '../mongo/mongoDocuments.js';
import { KEEP_MS, shapes, shapesIn, type Generations, type Making, type Reading } from './layout.js';

const PROJECTOR_LEASE = 'projector';
const REBUILD_LEASE = 'rebuild';
const LEASES = 'leases';
/** Time limit for dropping a collection, slow on a busy server. */
const DROP_MS = 30_000;

/** `live` names the generation to read, `generations` counts them. */
const pointers = collection<Stored & Readonly<{ generation?: string; last?: number }>>('readModels');
const LIVE = 'live';
const NUMBERS = 'generations';
const COLLECTION = /^(read_\d{6,})_/;

/** Uses a connection that the caller opens and closes. */
export class MongoGenerations implements Generations {
  readonly #documents: Documents;
  readonly #leases: Leases;
  /** Generations that are neither live nor being filled, with the time they were first seen so. */
  readonly #idleSince = new Map<string, number>();

  constructor(
    private readonly mongo: Mongo,
    private readonly collections: readonly Collection[],
    times?: LeaseTimes,
  ) {
    this.#documents = new MongoDocuments(mongo, { collections: [] });
    this.#leases = new Leases(mongo, LEASES, times);
  }

  async current(): Promise<string | null> {
    return (await this.#documents.get(pointers, LIVE))?.generation ?? null;
  }

  async read(name: string): Promise<Reading> {
    const documents = this.write(name);
    return { near: documents, far: documents, shapes: await shapesIn(documents) };
  }

  /** @param indexed collections that get their indexes */
  write(name: string, indexed: readonly Collection[] = []): Documents {
    return new MongoDocuments(this.mongo, { collections: indexed, prefix: `${name}_` });
  }

  async make(): Promise<Making> {
    const lease = await this.#leases.takeUnlessAlive(REBUILD_LEASE);
    if (lease === null) throw new FillInProgress('the read models are being rebuilt by another process');
    try {
      return await this.#makeUnder(lease);
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  lease(signal: AbortSignal): Promise<Lease | null> {
    return this.#leases.acquire(PROJECTOR_LEASE, signal, (error) => error instanceof StoreUnavailable);
  }

  /** Measures from when it first saw a generation idle. */
  async tidy(): Promise<void> {
    const filling = await this.#leases.about(REBUILD_LEASE);
    const live = await this.current();
    if (live === null) return;
    const names = new Set((await this.#collectionNames()).flatMap((name) => COLLECTION.exec(name)?.[1] ?? []));
    const nowMs = performance.now();
    for (const name of names) {
      const sinceMs = this.#idleSince.get(name);
      if (name === live || name === filling) this.#idleSince.delete(name);
      else if (sinceMs === undefined) this.#idleSince.set(name, nowMs);
      else if (nowMs - sinceMs >= KEEP_MS) await this.#drop(name);
    }
  }

  async #makeUnder(lease: HeldLease): Promise<Making> {
    const name = await this.#nextName();
    await lease.describe(name);
    return {
      name,
      documents: this.write(name, this.collections),
      goLive: () => this.#goLive(name, lease.lost),
      drop: () => this.#drop(name).catch(() => undefined), // the next tidying retries
      release: () => lease.release(),
    };
  }

  async #goLive(name: string, lost: AbortSignal): Promise<Documents> {
    // Another process may have dropped some of its collections.
    if (lost.aborted) throw new Error(`${name} was given up while it was being filled`);
    const pointer = { _id: LIVE, generation: name };
    const isNewest = await put(this.#documents, pointers, pointer, { generation: { below: name } });
    if (!isNewest && (await this.current()) !== name)
      throw new Error(`${name} was overtaken by a newer one while it was being filled`);
    return this.write(name);
  }

  async #nextName(): Promise<string> {
    await this.#documents.insert(pointers, [{ _id: NUMBERS, last: 0 }]);
    const numbers = await this.#documents.findAndUpdate(pointers, { _id: NUMBERS }, { inc: { last: 1 } });
    return `read_${String(numbers?.last ?? 1).padStart(6, '0')}`;
  }

  async #collectionNames(): Promise<string[]> {
    const list = () => this.mongo.db.listCollections({}, { nameOnly: true }).toArray();
    return (await this.mongo.ask('Listing collections', list)).map(({ name }) => name);
  }

  /** Deletes its shapes first, so that no process uses a half-dropped generation. */
  async #drop(name: string): Promise<void> {
    await this.write(name).delete(shapes, {});
    for (const each of await this.#collectionNames())
      if (COLLECTION.exec(each)?.[1] === name)
        await this.mongo.ask('Dropping read models', () => this.mongo.db.dropCollection(each), DROP_MS);
    this.#idleSince.delete(name);
  }
}
