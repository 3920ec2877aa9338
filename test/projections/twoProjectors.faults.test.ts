// Two projectors at once, forced: the lease is taken out, so that nothing but the guards on what is written is
// left. One is held back in the middle of its work, as a process that was stopped and wakes after another took
// over; or both run side by side. What is shown in the end is what the log alone gives, and no checkpoint ever
// goes back.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '#jest';
import { rebuild } from '../../src/projections/engine/rebuild.js';
import type { Generation, ReadStore } from '../../src/projections/engine/readStore.js';
import { declared, projections } from '../../src/projections/views/allProjections.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { openEmbeddedReadStore, openMongoReadStore } from '../../src/stores/readStore/openReadStore.js';
import { startServer, type RunningServer } from '../support/installedServers.js';
import { withServers } from '../support/servers.js';
import { PATIENCE_MS, until } from '../support/until.js';
import { withMembers } from '../support/withMembers.js';
import { randomOf, type Random } from '../torture/random.js';
import {
  account,
  append,
  changeChart,
  someLines,
  company,
  event,
  importVersion,
  release,
  releasedItems,
} from './support/bookkeeping.js';
import { digest, LOG_ID, openReadSide, type ReadSide } from './support/readSide.js';

const ROUNDS = 12;
const SIDE_BY_SIDE_SEEDS = [1, 2, 3];

type OpenStore = (side: ReadSide) => Promise<Readonly<{ store: ReadStore; close(): Promise<void> }>>;

/** What a write has to pass: of rows, or of a checkpoint alone. */
type Gate = (write: () => Promise<void>, of: 'rows' | 'checkpoint') => Promise<void>;
const open: Gate = (write) => write();

/** The same store for a projector that asks nobody whether it is the one, and is held back before every write. */
function unleased(store: ReadStore, gate: Gate): ReadStore {
  const own: Partial<ReadStore> = {
    lease: async () => ({ lost: new AbortController().signal, release: async () => undefined }),
    async live() {
      const generation = await store.live();
      return generation && held(generation, gate);
    },
  };
  return withMembers(store, own);
}

function held(generation: Generation, gate: Gate): Generation {
  return withMembers(generation, {
    apply: (...[projection, writes, checkpoint]: Parameters<Generation['apply']>) =>
      gate(() => generation.apply(projection, writes, checkpoint), writes.length > 0 ? 'rows' : 'checkpoint'),
  });
}

function twoProjectors(name: string, openStore: OpenStore): void {
  describe(`two projectors at once on ${name}`, () => {
    let side: ReadSide;
    const closing: (() => Promise<void>)[] = [];
    let stores: ReadStore[];
    let book: Book;

    beforeEach(async () => {
      side = await openReadSide();
      const opened = [await openStore(side), await openStore(side)];
      closing.push(...opened.map(({ close }) => close));
      stores = opened.map(({ store }) => store);
      book = new Book(side);
      await book.open();
      // A live generation for both to write to.
      const signal = new AbortController().signal;
      await rebuild({ log: side.log, logId: LOG_ID, store: first(), projections, signal, handoverMs: 0 });
      await until(async () => (await second().live()) !== null, 'the generation');
    });
    afterEach(async () => {
      await side.close();
      for (const close of closing.splice(0)) await close();
    });
    const first = () => stores[0] as ReadStore;
    const second = () => stores[1] as ReadStore;

    async function shownUpToNow(store: ReadStore): Promise<void> {
      const head = await side.log.head();
      const reached = async () => {
        const found = await Promise.all(projections.map(({ name: projection }) => store.checkpoint(projection)));
        return found.every((checkpoint) => (checkpoint?.position ?? 0) >= head);
      };
      await until(reached, 'the whole log', PATIENCE_MS);
    }
    const positions = () =>
      Promise.all(projections.map(async ({ name: each }) => (await first().checkpoint(each))?.position ?? 0));

    async function expectTruth(): Promise<void> {
      const shown = await digest(first(), [1, 2]);
      const signal = new AbortController().signal;
      await rebuild({ log: side.log, logId: LOG_ID, store: first(), projections, signal, handoverMs: 0 });
      expect(await digest(first(), [1, 2])).toBe(shown);
    }

    it('are correct although one resumes with outdated writes', async () => {
      const random = randomOf(7, name);
      for (let round = 0; round < ROUNDS; round++) {
        const gate = new Stop(round % 2 === 0 ? 'rows' : 'checkpoint', random.whole(3));
        const zombie = side.startProjector({ store: unleased(first(), (...write) => gate.pass(...write)) });
        const isHeld = async () => {
          await book.write(random, 1);
          await pause(50);
          return gate.holds > 0;
        };
        await until(isHeld, 'the first to be held back', PATIENCE_MS);
        const other = side.startProjector({ store: unleased(second(), open) });
        await book.write(random, 4);
        await shownUpToNow(second());
        const before = await positions();
        const shown = await digest(second(), [1, 2]);
        await gate.letGo();
        expect(await digest(second(), [1, 2])).toBe(shown);
        for (const [at, position] of (await positions()).entries())
          expect(position).toBeGreaterThanOrEqual(before[at] ?? NaN);
        await Promise.all([zombie.stop(), other.stop()]);
        expect([...zombie.failures, ...other.failures]).toEqual([]);
      }
      await expectTruth();
    });

    it.each(SIDE_BY_SIDE_SEEDS)('are correct although both write everything, seed %d', async (seed) => {
      const random = randomOf(seed, name);
      const pausing =
        (own: Random): Gate =>
        async (write) => {
          await pause(own.pick([0, 0, 1, 5, 20]));
          await write();
        };
      const running = stores.map((store, at) =>
        side.startProjector({ store: unleased(store, pausing(randomOf(seed, `${name} ${at}`))) }),
      );
      for (let burst = 0; burst < 6; burst++) {
        await book.write(random, 4);
        await pause(random.between(0, 60));
      }
      await shownUpToNow(second());
      for (const { stop } of running) await stop();
      expect(running.flatMap(({ failures }) => failures)).toEqual([]);
      await expectTruth();
    });
  });
}

/**
 * Lets so many writes of a kind pass, then none. Those held are let go late; what their projector then goes on to
 * do is lost.
 */
class Stop {
  readonly #held: (() => Promise<void>)[] = [];
  readonly #of: 'rows' | 'checkpoint';
  #left: number;
  #isOver = false;

  constructor(of: 'rows' | 'checkpoint', left: number) {
    this.#of = of;
    this.#left = left;
  }

  get holds(): number {
    return this.#held.length;
  }

  pass(write: () => Promise<void>, of: 'rows' | 'checkpoint'): Promise<void> {
    if (this.#isOver) return Promise.reject(new Error('Nothing more is written by this one'));
    if (of !== this.#of || this.#left-- > 0) return write();
    return new Promise((resolve, reject) => {
      this.#held.push(() => write().then(resolve, reject));
    });
  }

  /** Resolves once all that was held is written. */
  async letGo(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#held.map((write) => write()));
  }
}

/** Facts in which the later one overwrites what the earlier one shows. */
class Book {
  readonly #side: ReadSide;
  #versions = 0;
  #changes = 1;
  #released: number | null = null;

  constructor(side: ReadSide) {
    this.#side = side;
  }

  async open(): Promise<void> {
    await append(this.#side.log, 'client-1', [event('CompanyRegistered', company(1))]);
    await changeChart(this.#side.log, { chartId: 1 }, [[account(1), account(2), account(3)]]);
  }

  async write(random: Random, facts: number): Promise<void> {
    for (let fact = 0; fact < facts; fact++)
      await this.#fact(random.weighted({ version: 4, release: 2, chart: 2, company: 1 }), random);
  }

  async #fact(kind: 'version' | 'release' | 'chart' | 'company', random: Random): Promise<void> {
    const { log } = this.#side;
    if (kind === 'company') {
      const tradeName = `Companhia ${++this.#changes}`;
      await append(log, 'client-1', [event('CompanyChanged', company(1, { tradeName }))]);
    } else if (kind === 'chart') {
      const version = ++this.#changes;
      const changed = [account(1, { description: `Caixa ${version}` }), account(10 + random.whole(5))];
      await changeChart(log, { chartId: 1, version }, [changed]);
    } else if (kind === 'version' || this.#versions === 0 || this.#released === this.#versions) {
      const version = ++this.#versions;
      const lines = someLines(20 + random.whole(40), version);
      await importVersion(log, {
        trialBalanceId: version,
        version,
        supersedes: version === 1 ? null : version - 1,
        lines,
      });
    } else {
      const cents = this.#versions * 100;
      await release(log, {
        trialBalanceId: this.#versions,
        replaces: this.#released,
        items: releasedItems(...[1, 2, 3].map((id) => [id, id, cents + id, this.#released === null] as const)),
      });
      this.#released = this.#versions;
    }
  }
}

twoProjectors('the embedded store', async ({ readFolder }) => {
  const store = openEmbeddedReadStore(readFolder, declared);
  return { store, close: () => store.close() };
});

withServers(['mongo-java-server'], () => {
  let server: RunningServer;
  let databases = 0;
  const urls = new WeakMap<ReadSide, string>();
  beforeEach(async () => {
    server ??= await startServer('mongo-java-server');
  });
  afterAll(() => server.remove());

  twoProjectors('MongoDB', async (side) => {
    const url = urls.get(side) ?? server.url.replace(/\/\w*$/, `/two_${++databases}`);
    urls.set(side, url);
    const mongo = await openMongo(url);
    const store = openMongoReadStore(mongo, declared);
    return {
      store,
      async close() {
        await store.close();
        await mongo.close();
      },
    };
  });
});
