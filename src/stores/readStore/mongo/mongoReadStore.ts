// The read models on MongoDB: one set of collections per generation, any number of processes reading, one projecting.
// Uses only single documents, unordered bulks, sorted ranges and counts of the server
// (docs/spec/stores.md#mongodb).
import { DomainError } from '../../../domain/problem.js';
import { singleFlight } from '../../../runtime/singleFlight.js';
import { StoreUnavailable } from '../../../domain/kernel/storeUnavailable.js';
import {
  FillInProgress,
  type AnyView,
  type Checkpoint,
  type Declared,
  type Filling,
  type Generation,
  type HighestIds,
  type Lease,
  type ReadStore,
  type RowList,
  type RowRange,
  type Selection,
  type StoredRow,
  type View,
} from '../../../projections/engine/readStore.js';
import type { Mongo } from '../../mongo/connection.js';
import { Leases, LEASE_TIMES, type LeaseTimes } from '../../mongo/lease.js';
import { Generations, MongoFilling, REBUILD_LEASE } from './generations.js';
import { collectionsOf } from './layout.js';
import { Reader } from './reader.js';
import { Writer } from './writer.js';

/** How often each process checks which generation is live. */
const LOOK_EVERY_MS = 250;
/** How often the projector drops collections of old generations. */
const TIDY_EVERY_MS = 30_000;

const PROJECTOR_LEASE = 'projector';
const LEASES = 'leases';

/** Uses a connection that the caller opens and closes. */
export function openMongoReadStore(mongo: Mongo, declared: Declared, times: LeaseTimes = LEASE_TIMES): ReadStore {
  return new MongoReadStore(mongo, declared, new Leases(mongo, LEASES, times));
}

/** `usable` names what has the declared shape in it. */
type Live = Readonly<{
  name: string;
  usable: ReadonlySet<string>;
  reader: Reader;
  writer: Writer;
  replaced: AbortController;
}>;

class MongoReadStore implements ReadStore {
  readonly #mongo: Mongo;
  readonly #declared: Declared;
  readonly #leases: Leases;
  readonly #generations: Generations;
  readonly #looking: NodeJS.Timeout;
  #live: Live | null = null;
  /** Switches to the live generation. */
  readonly #look = singleFlight(() => this.#moveOver());
  #closed = false;

  constructor(mongo: Mongo, declared: Declared, leases: Leases) {
    this.#mongo = mongo;
    this.#declared = declared;
    this.#leases = leases;
    this.#generations = new Generations(mongo, leases);
    this.#looking = setInterval(() => void this.#look.now().catch(() => undefined), LOOK_EVERY_MS).unref();
    void this.#look.now().catch(() => undefined);
  }

  async get<Row extends StoredRow>(view: View<Row>, clientId: number, id: number): Promise<Row | null> {
    return (await this.#reading(view)).reader.get(view, clientId, id);
  }

  async scan<Row extends StoredRow>(
    view: View<Row>,
    selection: Selection,
    range: RowRange,
  ): Promise<readonly Row[]> {
    return (await this.#reading(view)).reader.scan(view, selection, range);
  }

  async lookUp<Row extends StoredRow>(
    view: View<Row>,
    clientId: number,
    fields: readonly string[],
    keys: readonly (readonly (number | string)[])[],
  ): Promise<readonly Row[]> {
    return (await this.#reading(view)).reader.lookUp(view, clientId, fields, keys);
  }

  async count(view: AnyView, selection: Selection): Promise<number> {
    return (await this.#reading(view)).reader.count(view, selection);
  }

  async viewChangedAt({ name }: Pick<AnyView, 'name'>): Promise<number> {
    return (await this.checkpoint(name))?.changedAt ?? 0;
  }

  async changeMark(view: AnyView, clientId: number): Promise<string> {
    const { name, reader } = await this.#reading(view);
    return `${name} ${await reader.mark(view, clientId)}`;
  }

  async listRows(
    list: RowList,
    clientId: number,
    parentId: number,
    from: number,
    limit: number,
  ): Promise<Uint8Array> {
    return (await this.#reading(list)).reader.listRows(list, { clientId, parentId }, from, limit);
  }

  async listChangedAt(list: RowList, clientId: number, parentId: number): Promise<number | null> {
    return (await this.#reading(list)).reader.listChangedAt(list, { clientId, parentId });
  }

  async findInList(
    list: RowList,
    clientId: number,
    parentId: number,
    field: string,
    value: string,
    range: Readonly<{ skip: number; limit: number }>,
  ): Promise<Readonly<{ total: number; rows: Uint8Array }>> {
    return (await this.#reading(list)).reader.findInList(list, { clientId, parentId }, field, value, range);
  }

  async checkpoint(projection: string): Promise<Checkpoint | null> {
    if (this.#live === null) await this.#look.now();
    return this.#live === null ? null : this.#live.writer.checkpoint(projection);
  }

  generation(): string | null {
    return this.#live?.name ?? null;
  }

  async live(): Promise<Generation | null> {
    await this.#look.again();
    const { views, lists } = this.#declared;
    const live = this.#live;
    if (live === null || live.usable.size < views.length + lists.length) return null;
    return {
      name: live.name,
      replaced: live.replaced.signal,
      checkpoint: (projection) => live.writer.checkpoint(projection),
      apply: (projection, writes, checkpoint) => live.writer.apply(projection, writes, checkpoint),
      close: async () => undefined,
    };
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    await this.#look.again();
    return this.#live === null ? [] : this.#live.writer.checkpoints();
  }

  async highestIds(): Promise<readonly HighestIds[]> {
    await this.#look.again();
    return this.#live === null ? [] : this.#live.reader.highestIds(this.#declared.views);
  }

  async fill(): Promise<Filling> {
    const lease = await this.#leases.takeUnlessAlive(REBUILD_LEASE);
    if (lease === null) throw new FillInProgress('the read models are being rebuilt by another process');
    try {
      const name = await this.#generations.make(this.#declared);
      await lease.describe(name);
      const writer = new Writer(this.#mongo, collectionsOf(this.#mongo.db, name), this.#declared);
      return new MongoFilling(this.#generations, writer, lease, name, () => this.#look.again());
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  async lease(signal: AbortSignal): Promise<Lease | null> {
    const isAway = (error: unknown) => error instanceof StoreUnavailable;
    const held = await this.#leases.acquire(PROJECTOR_LEASE, signal, isAway);
    if (held === null) return null;
    // Retried at the next interval.
    const tidy = () => void this.#generations.tidy().catch(() => undefined);
    tidy();
    const tidying = setInterval(tidy, TIDY_EVERY_MS).unref();
    const release = async () => {
      clearInterval(tidying);
      await held.release();
    };
    return { lost: held.lost, release };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#looking);
    await this.#look.idle();
    this.#live = null;
  }

  /** @throws DomainError Unavailable while nothing of the declared shape is live */
  async #reading(declaration: AnyView | RowList): Promise<Live> {
    if (this.#live === null) await this.#look.now();
    if (this.#live?.usable.has(declaration.name)) return this.#live;
    throw new DomainError({ is: 'Unavailable' });
  }

  async #moveOver(): Promise<void> {
    const name = await this.#generations.current();
    const before = this.#live;
    if (name === null || name === before?.name) return;
    const usable = await this.#generations.usableIn(name, this.#declared);
    if (this.#closed) return;
    const collections = collectionsOf(this.#mongo.db, name);
    this.#live = {
      name,
      usable,
      reader: new Reader(this.#mongo, collections),
      writer: new Writer(this.#mongo, collections, this.#declared),
      replaced: new AbortController(),
    };
    before?.replaced.abort();
  }
}
