// Generations in MongoDB: collections whose names begin with that of their generation. One document names the live one.
import { StoreUnavailable } from '../../domain/kernel/storeError.js';
import { FillInProgress } from '../../projections/engine/readStore.js';
import { collection, put, type Collection, type Documents, type Stored } from '../documents/documents.js';
import type { Mongo } from '../mongo/connection.js';
import { LEASE_TIMES, Leases, type HeldLease, type LeaseTimes } from '../mongo/lease.js';
import { openMongoDocuments } from '../mongo/mongoDocuments.js';
import { KEEP_MS, shapes, shapesIn, type Generations, type Making } from './layout.js';

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
export function mongoGenerations(
  mongo: Mongo,
  collections: readonly Collection[],
  times: LeaseTimes = LEASE_TIMES,
): Generations {
  const leases = new Leases(mongo, LEASES, times);
  const documents = openMongoDocuments(mongo, { collections: [] });
  /** Generations that are neither live nor being filled, with the time they were first seen so. */
  const idleSince = new Map<string, number>();
  /** @param made those that get their indexes */
  const open = (name: string, made: readonly Collection[] = []): Documents =>
    openMongoDocuments(mongo, { collections: made, prefix: `${name}_` });

  async function current(): Promise<string | null> {
    return (await documents.get(pointers, LIVE))?.generation ?? null;
  }

  async function nextName(): Promise<string> {
    await documents.insert(pointers, [{ _id: NUMBERS, last: 0 }]);
    const { last = 1 } = (await documents.findAndUpdate(pointers, { _id: NUMBERS }, { inc: { last: 1 } })) ?? {};
    return `read_${String(last).padStart(6, '0')}`;
  }

  async function collectionNames(): Promise<string[]> {
    const found = await mongo.ask('Listing collections', () =>
      mongo.db.listCollections({}, { nameOnly: true }).toArray(),
    );
    return found.map(({ name }) => name);
  }

  /** Deletes its shapes first, so that no process uses a half-dropped generation. */
  async function drop(name: string): Promise<void> {
    await open(name).delete(shapes, {});
    for (const each of await collectionNames())
      if (COLLECTION.exec(each)?.[1] === name)
        await mongo.ask('Dropping read models', () => mongo.db.dropCollection(each), DROP_MS);
    idleSince.delete(name);
  }

  async function made(lease: HeldLease): Promise<Making> {
    const name = await nextName();
    await lease.describe(name);
    const generation = open(name, collections);
    return {
      name,
      documents: generation,
      async goLive() {
        // Another process may have dropped some of its collections.
        if (lease.lost.aborted) throw new Error(`${name} was given up while it was being filled`);
        const isNewest = await put(
          documents,
          pointers,
          { _id: LIVE, generation: name },
          { generation: { below: name } },
        );
        if (!isNewest && (await current()) !== name)
          throw new Error(`${name} was overtaken by a newer one while it was being filled`);
        return open(name);
      },
      drop: () => drop(name).catch(() => undefined), // the next tidying retries
      release: () => lease.release(),
    };
  }

  return {
    current,
    async read(name) {
      const generation = open(name);
      return { near: generation, far: generation, shapes: await shapesIn(generation) };
    },
    write: (name) => open(name),
    async make() {
      const lease = await leases.takeUnlessAlive(REBUILD_LEASE);
      if (lease === null) throw new FillInProgress('the read models are being rebuilt by another process');
      try {
        return await made(lease);
      } catch (error) {
        await lease.release();
        throw error;
      }
    },
    lease: (signal) => leases.acquire(PROJECTOR_LEASE, signal, (error) => error instanceof StoreUnavailable),
    /** Measures from when it first saw a generation idle. */
    async tidy() {
      const filling = await leases.about(REBUILD_LEASE);
      const live = await current();
      if (live === null) return;
      const names = new Set((await collectionNames()).flatMap((each) => COLLECTION.exec(each)?.[1] ?? []));
      for (const name of names) {
        if (name === live || name === filling) idleSince.delete(name);
        else if (!idleSince.has(name)) idleSince.set(name, performance.now());
        else if (performance.now() - (idleSince.get(name) ?? 0) >= KEEP_MS) await drop(name);
      }
    },
  };
}
