// Pages over a real store: whatever the order they are asked for in, and while rows are added.
import type { Where } from '../../src/domain/kernel/where.js';
import type { Order } from '../../src/domain/kernel/vocabulary.js';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import fc from 'fast-check';
import { Pages } from '../../src/projections/engine/pages.js';
import type { Generation, ReadStore } from '../../src/projections/engine/readStore.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { declared, fruit, fruits } from '../contracts/readStore.contract.js';
import { temporaryDir } from '../support/service.js';
import { withMembers } from '../support/withMembers.js';

let folder: string;
let store: ReadStore;
let live: Generation;
let pages: Pages;

beforeEach(async () => {
  folder = await temporaryDir();
  store = openEmbeddedReadStore(folder, declared);
  const filling = await store.fill();
  await filling.goLive();
  await filling.close();
  live = (await store.live()) as Generation;
  pages = new Pages(store);
});
afterEach(async () => {
  await live.close();
  await store.close();
});

let position = 0;
async function add(rows: readonly ReturnType<typeof fruit>[]): Promise<void> {
  position += 1;
  const writes = rows.map((row) => ({
    position,
    changedAt: position,
    write: { op: 'put', view: 'fruits', row } as const,
  }));
  await live.apply('p', writes, null);
}
const idsOn = async (
  page: number,
  limit: number,
  where: readonly Where[] = [],
  clientId = 1,
  order: Order = 'asc',
) => {
  const found = await pages.list(fruits, { clientId, where }, { page, limit, order });
  return { ids: found.rows.map(({ id }) => id), ...found.pagination };
};
let clients = 1;
/**
 * A client without rows, with the first of 20,000 ids that no other has: takes a hundredth of the time of another
 * store.
 */
function newClient() {
  clients += 1;
  return { clientId: clients, first: clients * 20_000 };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('Pages', () => {
  it('contain every row exactly once, with its total, for any size, filter and order of reading', async () => {
    const anyRows = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(
        anyRows,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 3 }),
        fc.infiniteStream(fc.nat()),
        fc.constantFrom('asc' as const, 'desc' as const),
        async (drawn, limit, basketId, random, order) => {
          const { clientId, first } = newClient();
          const ids = drawn.map((id) => first + id);
          await add(ids.map((id) => fruit(id, { clientId, basketId: id % 3 })));
          const where = basketId === 3 ? [] : [{ basketId }];
          const sign = order === 'asc' ? 1 : -1;
          const expected = ids
            .filter((id) => basketId === 3 || id % 3 === basketId)
            .sort((a, b) => sign * (a - b));
          const count = Math.ceil(expected.length / limit);
          const asked = range(1, count + 2).sort(() => (random.next().value % 3) - 1);
          const shown: number[][] = [];
          for (const page of asked) {
            const { ids: found, total, pages: pageCount } = await idsOn(page, limit, where, clientId, order);
            expect([total, pageCount]).toEqual([expected.length, count]);
            shown[page] = found;
          }
          expect(shown.slice(1).flat()).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('contain every row exactly once when sorted by a field, whether the list is short or long', async () => {
    const sorted = async (rows: readonly ReturnType<typeof fruit>[], asked: readonly number[], order: Order) => {
      const byName = rows.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
      const expected = (order === 'asc' ? byName : byName.reverse()).map(({ id }) => id);
      for (const page of asked) {
        const request = { page, limit: 100, order, sortBy: 'name' };
        const found = await pages.list(fruits, { clientId: 1, where: [] }, request);
        expect(found.rows.map(({ id }) => id)).toEqual(expected.slice((page - 1) * 100, page * 100));
        expect(found.pagination.total).toBe(rows.length);
      }
    };
    const rows = range(1, 7_501).map((id) => fruit(id, { name: `name ${(id * 7_919) % 1_000}` }));
    const short = rows.slice(0, 450);
    await add(short);
    for (const order of ['asc', 'desc'] as const) await sorted(short, [5, 1, 6, 2], order);
    await add(rows.slice(450));
    for (const order of ['asc', 'desc'] as const) await sorted(rows, [75, 1, 70, 2, 76, 40], order);
  });

  it('repeat and miss no row while rows are appended', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 20 }),
        async (additions, limit) => {
          const { clientId, first } = newClient();
          let next = first;
          const shown: number[] = [];
          const waiting = [...additions];
          for (let page = 1; ; page++) {
            const more = waiting.shift() ?? 0;
            await add(range(next, next + more).map((id) => fruit(id, { clientId })));
            next += more;
            const { ids, total } = await idsOn(page, limit, [], clientId);
            expect(total).toBe(next - first);
            shown.push(...ids);
            if (ids.length < limit && waiting.length === 0) break;
            if (ids.length < limit) page -= shownPartly(shown, ids);
          }
          expect(shown).toEqual(range(first, next));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('far inside a list are found directly, also after earlier rows changed', async () => {
    await add(range(1, 12_001).map((id) => fruit(id, { basketId: id % 2 })));
    expect((await idsOn(120, 100)).ids).toEqual(range(11_901, 12_001));
    expect((await idsOn(119, 100)).ids).toEqual(range(11_801, 11_901));
    const odd = [{ basketId: 1 }];
    expect((await idsOn(60, 100, odd)).ids.at(-1)).toBe(11_999);
    // Row 1 leaves the basket: every later row moves up by one.
    await add([fruit(1, { basketId: 0 })]);
    const after = await idsOn(60, 100, odd);
    expect([after.ids.at(-1), after.ids.length, after.total]).toEqual([11_999, 99, 5_999]);
    expect((await idsOn(1, 3, odd)).ids).toEqual([3, 5, 7]);
    expect((await idsOn(121, 100)).ids).toEqual([]);
  });

  it('far from the end of a list in descending order are found directly', async () => {
    await add(range(1, 12_001).map((id) => fruit(id)));
    expect((await idsOn(1, 3, [], 1, 'desc')).ids).toEqual([12_000, 11_999, 11_998]);
    expect((await idsOn(120, 100, [], 1, 'desc')).ids).toEqual(range(1, 101).reverse());
    expect((await idsOn(119, 100, [], 1, 'desc')).ids).toEqual(range(101, 201).reverse());
    await add([fruit(12_001)]);
    expect((await idsOn(1, 2, [], 1, 'desc')).ids).toEqual([12_001, 12_000]);
    expect((await idsOn(121, 100, [], 1, 'desc')).ids).toEqual([1]);
  });

  it('are separate per client: rows, totals and cached positions', async () => {
    await add([fruit(1), fruit(2, { clientId: 2 }), fruit(3)]);
    expect(await idsOn(1, 50)).toMatchObject({ ids: [1, 3], total: 2 });
    expect(await idsOn(1, 50, [], 2)).toMatchObject({ ids: [2], total: 1 });
    await add([fruit(4, { clientId: 2 })]);
    expect(await idsOn(1, 50)).toMatchObject({ ids: [1, 3], total: 2 });
    expect(await idsOn(1, 50, [], 2)).toMatchObject({ ids: [2, 4], total: 2 });
  });

  it('have rows and total of one moment when rows are added between the two', async () => {
    await add([fruit(10), fruit(20)]);
    let overtaking = true;
    const scan = async (...args: Parameters<ReadStore['scan']>) => {
      if (overtaking) {
        overtaking = false;
        await add([fruit(5), fruit(15)]);
      }
      return store.scan(...args);
    };
    pages = new Pages(withMembers(store, { scan }));
    expect(await idsOn(1, 2)).toEqual({ ids: [5, 10], page: 1, limit: 2, total: 4, pages: 2 });
    expect(await idsOn(2, 2)).toMatchObject({ ids: [15, 20], total: 4 });
  });

  it('have a total that reaches to the rows pushed off the page while rows come without a pause', async () => {
    await add([fruit(100), fruit(200)]);
    let next = 99;
    const scan = async (...args: Parameters<ReadStore['scan']>) => {
      await add([fruit(next--)]);
      return store.scan(...args);
    };
    pages = new Pages(withMembers(store, { scan }));
    expect(await idsOn(1, 3)).toMatchObject({ ids: [97, 98, 99], total: 5, pages: 2 });
  });

  it('are counted again only after rows changed', async () => {
    const asked = { count: 0, scan: 0 };
    const counted =
      (name: 'count' | 'scan') =>
      (...args: never[]): unknown => {
        asked[name] += 1;
        return (store[name] as (...all: never[]) => unknown)(...args);
      };
    pages = new Pages(withMembers(store, { count: counted('count'), scan: counted('scan') }));
    await add(range(1, 301).map((id) => fruit(id)));
    for (const page of [1, 2, 3, 2]) await idsOn(page, 100);
    expect(asked).toEqual({ count: 1, scan: 4 });
    await add([fruit(301)]);
    expect((await idsOn(4, 100)).ids).toEqual([301]);
    expect(asked.count).toBe(2);
  });
});

/** A page that was not full is asked for again: what it showed is taken back. */
function shownPartly(shown: number[], ids: readonly number[]): number {
  shown.length -= ids.length;
  return 1;
}
