// The read models on documents: one generation live, any number of processes reading, one projecting.
import { DomainError } from '../../domain/problem.js';
import { singleFlight } from '../../runtime/singleFlight.js';
import type {
  AnyView,
  Checkpoint,
  Declared,
  Filling,
  Generation,
  HighestIds,
  Lease,
  ReadStore,
  RowList,
} from '../../projections/engine/readStore.js';
import type { Mongo } from '../mongo/connection.js';
import type { LeaseTimes } from '../mongo/lease.js';
import {
  beginningOf,
  checkpointIn,
  checkpointsIn,
  collectionsOf,
  shapeOf,
  type Generations,
  type Reading,
} from './layout.js';
import { MongoGenerations } from './mongoGenerations.js';
import { Reader } from './reader.js';
import { SqliteGenerations } from './sqliteGenerations.js';
import { NewGeneration, WrittenGeneration } from './writer.js';

/** How often each process checks which generation is live. */
const LOOK_EVERY_MS = 250;
/** How often the projector drops old generations. */
const TIDY_EVERY_MS = 30_000;
/** How long the documents of a replaced generation stay open, for questions under way. */
const CLOSE_AFTER_MS = 10_000;

/**
 * Opens, or creates, the read models in a folder of their own. No generation is live before a projector built one.
 * @param readsHere whether the calling thread waits for lists: for one that does nothing else
 */
export function openEmbeddedReadStore(folder: string, declared: Declared, readsHere = false): ReadStore {
  return new DocumentReadStore(new SqliteGenerations(folder, collectionsOf(declared), readsHere), declared);
}

/** Uses a connection that the caller opens and closes. */
export function openMongoReadStore(mongo: Mongo, declared: Declared, times?: LeaseTimes): ReadStore {
  return new DocumentReadStore(new MongoGenerations(mongo, collectionsOf(declared), times), declared);
}

/** `usable` names what has the declared shape in it. */
type Live = Readonly<{
  name: string;
  usable: ReadonlySet<string>;
  reading: Reading;
  reader: Reader;
  replaced: AbortController;
}>;

class DocumentReadStore implements ReadStore {
  readonly #looking: NodeJS.Timeout;
  /** Timers that close replaced generations. */
  readonly #closing = new Map<Reading, NodeJS.Timeout>();
  #live: Live | null = null;
  readonly #look = singleFlight(() => this.#moveOver());
  #closed = false;

  constructor(
    private readonly generations: Generations,
    private readonly declared: Declared,
  ) {
    this.#looking = setInterval(() => void this.#look.now().catch(() => undefined), LOOK_EVERY_MS).unref();
    void this.#look.now().catch(() => undefined);
  }

  readonly get: ReadStore['get'] = async (view, ...query) =>
    (await this.#liveWith(view)).reader.get(view, ...query);
  readonly scan: ReadStore['scan'] = async (view, ...query) =>
    (await this.#liveWith(view)).reader.scan(view, ...query);
  readonly lookUp: ReadStore['lookUp'] = async (view, ...query) =>
    (await this.#liveWith(view)).reader.lookUp(view, ...query);
  readonly count: ReadStore['count'] = async (view, ...query) =>
    (await this.#liveWith(view)).reader.count(view, ...query);
  readonly listRows: ReadStore['listRows'] = async (list, ...query) =>
    (await this.#liveWith(list)).reader.listRows(list, ...query);
  readonly findInList: ReadStore['findInList'] = async (list, ...query) =>
    (await this.#liveWith(list)).reader.findInList(list, ...query);
  readonly listChangedAt: ReadStore['listChangedAt'] = async (list, ...query) =>
    (await this.#liveWith(list)).reader.listChangedAt(list, ...query);

  async viewChangedAt({ name }: Pick<AnyView, 'name'>): Promise<number> {
    return (await this.checkpoint(this.declared.writtenBy?.[name] ?? name))?.changedAt ?? 0;
  }

  async changeMark(view: AnyView, clientId: number): Promise<string> {
    const { name, reader } = await this.#liveWith(view);
    return `${name} ${await reader.mark(view, clientId)}`;
  }

  async checkpoint(projection: string): Promise<Checkpoint | null> {
    if (this.#live === null) await this.#look.now();
    return this.#live === null ? null : checkpointIn(this.#live.reading.near, projection);
  }

  async live(): Promise<Generation | null> {
    await this.#look.again();
    const { views, lists } = this.declared;
    const live = this.#live;
    if (live === null || live.usable.size < views.length + lists.length) return null;
    const documents = this.generations.write(live.name);
    return new WrittenGeneration(live.name, documents, this.declared, live.replaced.signal);
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    await this.#look.again();
    return this.#live === null ? [] : checkpointsIn(this.#live.reading.near);
  }

  async highestIds(): Promise<readonly HighestIds[]> {
    await this.#look.again();
    if (this.#live === null) return [];
    const { reading, reader } = this.#live;
    const views = this.declared.views.filter(({ name }) => reading.shapes.has(name));
    return Promise.all(views.map((view) => reader.highestIds(view)));
  }

  async fill(): Promise<Filling> {
    const making = await this.generations.make();
    try {
      await making.documents.write(beginningOf(this.declared));
    } catch (error) {
      await making.drop(); // retried while the disk is full, which would leave a file each time
      await making.release();
      throw error;
    }
    return new NewGeneration(making, this.declared, () => this.#look.again());
  }

  async lease(signal: AbortSignal): Promise<Lease | null> {
    const lease = await this.generations.lease(signal);
    if (lease === null) return null;
    // Retried at the next interval.
    const tidy = () => void this.generations.tidy().catch(() => undefined);
    tidy();
    const tidying = setInterval(tidy, TIDY_EVERY_MS).unref();
    const release = async () => {
      clearInterval(tidying);
      await lease.release();
    };
    return { lost: lease.lost, release };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looking);
    await this.#look.idle();
    if (this.#live !== null) await closeReading(this.#live.reading);
    this.#live = null;
    for (const [reading, timer] of this.#closing) {
      clearTimeout(timer);
      await closeReading(reading);
    }
  }

  /** @throws DomainError Unavailable while nothing of the declared shape is live */
  async #liveWith({ name }: AnyView | RowList): Promise<Live> {
    if (this.#live?.usable.has(name) !== true) await this.#look.now(); // a refilled one may be live meanwhile
    if (this.#live?.usable.has(name)) return this.#live;
    throw new DomainError({ is: 'Unavailable' });
  }

  async #moveOver(): Promise<void> {
    const name = await this.generations.current();
    const before = this.#live;
    if (this.#closed || name === null || name === before?.name) return;
    this.#live = await this.#open(name);
    if (before === null) return;
    before.replaced.abort();
    const close = () => {
      this.#closing.delete(before.reading);
      void closeReading(before.reading);
    };
    this.#closing.set(before.reading, setTimeout(close, CLOSE_AFTER_MS).unref());
  }

  /** One that is unreadable is treated as missing, so that a projector fills another. */
  async #open(name: string): Promise<Live | null> {
    const reading = await this.generations.read(name);
    if (reading === null) return null;
    const all = [...this.declared.views, ...this.declared.lists];
    const usable = all.filter((each) => reading.shapes.get(each.name) === shapeOf(each)).map((each) => each.name);
    return {
      name,
      usable: new Set(usable),
      reading,
      reader: new Reader(reading),
      replaced: new AbortController(),
    };
  }
}

async function closeReading({ near, far }: Reading): Promise<void> {
  await near.close();
  await far.close();
}
