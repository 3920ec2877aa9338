// What every read store must do. Adapters are equal only because they pass the same suite.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import type { Where } from '../../src/domain/kernel/where.js';
import { DomainError } from '../../src/domain/problem.js';
import { Pages } from '../../src/projections/engine/pages.js';
import {
  FillInProgress,
  valueIn,
  view,
  without,
  type Filling,
  type PositionedWrite,
  type ReadStore,
  type RowList,
  type RowRange,
  type Write,
} from '../../src/projections/engine/readStore.js';
import { until } from '../support/until.js';

type Fruit = Readonly<{
  id: number;
  clientId: number;
  name: string;
  basketId: number;
  ripe: boolean;
  priceCents: number;
  costCents: number;
  eatenAt: string | null;
}>;
export const fruits = view<Fruit>({
  name: 'fruits',
  version: 1,
  fields: {
    id: 'integer',
    clientId: 'integer',
    name: 'text',
    basketId: 'integer',
    ripe: 'boolean',
    priceCents: 'cents',
    costCents: 'cents',
    eatenAt: 'text',
  },
  differences: { profitCents: { of: 'priceCents', less: ['costCents'] } },
  indexes: [
    ['clientId', 'basketId', 'name'],
    ['clientId', 'basketId'],
    ['clientId', 'basketId', 'profitCents'],
    ['clientId', 'profitCents'],
    ['clientId', 'name'],
    ['clientId'],
  ],
});
export const seeds: RowList = {
  name: 'seeds',
  version: 1,
  filterable: ['code'],
};
export const declared = { views: [fruits], lists: [seeds] };

/** `open` gives another handle on the same read models each time, as another process has. */
export type OpenStores = () => Promise<
  Readonly<{ open(shape?: typeof declared): ReadStore; drop(): Promise<void> }>
>;

const LOG = 'log-1';

export function fruit(id: number, fields: Partial<Fruit> = {}): Fruit {
  return {
    id,
    clientId: 1,
    name: `fruit ${id}`,
    basketId: 1,
    ripe: true,
    priceCents: id,
    costCents: 0,
    eatenAt: null,
    ...fields,
  };
}
const put = (row: Fruit): Write => ({ op: 'put', view: 'fruits', row: row });
const set = (id: number, fields: Partial<Fruit>, clientId = 1): Write => ({
  op: 'set',
  view: 'fruits',
  clientId,
  id,
  fields: fields,
});
const at = (position: number, ...writes: Write[]): PositionedWrite[] =>
  writes.map((write) => ({ write, position, changedAt: position * 1_000 }));

/** Rows as the projection of lines makes them, with texts that need escaping and two bytes a letter. */
function seedRows(parentId: number, first: number, count: number, clientId = 1): Write {
  const rows = seedsOf(parentId, first, first + count);
  return { op: 'rows', list: 'seeds', clientId, parentId, first, count, rows };
}
const codeOf = (row: number) => (row % 10 === 3 ? `"ção"\\ ${row % 50}` : `c${row}`);
const seedsOf = (parentId: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    fruit: parentId,
    code: codeOf(from + index),
    weight: ((from + index) * 7 - 500) / 100,
  }));
const parsed = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

export const readStoreContract = (adapter: string, openStores: OpenStores) =>
  describe(`ReadStore contract, ${adapter}`, () => {
    let stores: Awaited<ReturnType<OpenStores>>;
    let store: ReadStore;
    const opened: ReadStore[] = [];
    const open = (shape?: typeof declared) => {
      const another = stores.open(shape);
      opened.push(another);
      return another;
    };

    beforeEach(async () => {
      stores = await openStores();
      store = open();
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) await each.close();
      await stores.drop();
    });

    /** An empty live generation, to write to. */
    async function goLive(fill?: (filling: Filling) => Promise<void>) {
      const filling = await store.fill();
      await fill?.(filling);
      await filling.goLive();
      await filling.close();
      const live = await store.live();
      if (live === null) throw new Error('nothing is live');
      return live;
    }
    const names = async (
      where: readonly Where[],
      range: RowRange = { afterId: null, skip: 0, limit: 100 },
      clientId = 1,
    ) => (await store.scan(fruits, { clientId, where }, range)).map(({ name }) => name);

    it('throws Unavailable, instead of returning no rows, while no generation is live', async () => {
      await expect(store.get(fruits, 1, 1)).rejects.toEqual(new DomainError({ is: 'Unavailable' }));
      await expect(store.listRows(seeds, 1, 1, 0, 10)).rejects.toBeInstanceOf(DomainError);
      expect(await store.live()).toBeNull();
      expect(await store.checkpoint('p')).toBeNull();
    });

    it('returns each kind of value as it was stored', async () => {
      const live = await goLive();
      const row = fruit(7, {
        name: 'maçã "verde"',
        ripe: false,
        priceCents: -7_000_000_000_000_000,
        eatenAt: null,
      });
      await live.apply('p', at(1, put(row)), null);
      expect(await store.get(fruits, 1, 7)).toStrictEqual(row);
      expect(Object.keys((await store.get(fruits, 1, 7)) ?? {})).toEqual(Object.keys(fruits.fields));
    });

    it('returns no row of another client', async () => {
      const live = await goLive();
      await live.apply('p', at(1, put(fruit(1)), put(fruit(2, { clientId: 2 })), seedRows(1, 0, 150)), null);
      expect(await store.get(fruits, 2, 1)).toBeNull();
      expect(await names([], undefined, 2)).toEqual(['fruit 2']);
      expect(await store.count(fruits, { clientId: 2, where: [] })).toBe(1);
      await live.apply('p', at(2, set(1, { name: 'stolen' }, 2)), null);
      expect(await names([])).toEqual(['fruit 1']);
      expect(parsed(await store.listRows(seeds, 2, 1, 0, 100))).toEqual([]);
      expect((await store.findInList(seeds, 2, 1, 'code', 'c1', { skip: 0, limit: 10 })).total).toBe(0);
    });

    it('lists in ascending id whatever the order of writing', async () => {
      const live = await goLive();
      await live.apply('p', at(1, ...[5, 3, 9, 1].map((id) => put(fruit(id)))), null);
      expect(await names([])).toEqual(['fruit 1', 'fruit 3', 'fruit 5', 'fruit 9']);
      expect(await names([], { afterId: 1, skip: 1, limit: 1 })).toEqual(['fruit 5']);
    });

    it('selects by equality, by a list of values, by ranges, by null and by alternatives', async () => {
      const live = await goLive();
      const rows = Array.from({ length: 12 }, (_, index) =>
        fruit(index + 1, {
          basketId: index % 3,
          ripe: index % 2 === 0,
          eatenAt: index < 4 ? '2026-01-01T00:00:00.000Z' : null,
        }),
      );
      await live.apply('p', at(1, ...rows.map(put)), null);
      const cases: [readonly Where[], (row: Fruit) => boolean][] = [
        [[{ basketId: 1 }], (row) => row.basketId === 1],
        [[{ basketId: { in: [0, 2] } }], (row) => row.basketId !== 1],
        [[{ basketId: { in: [] } }], () => false],
        [[{ ripe: false }], (row) => !row.ripe],
        [[{ eatenAt: null }], (row) => row.eatenAt === null],
        [[{ eatenAt: { not: null } }], (row) => row.eatenAt !== null],
        [[{ eatenAt: null }], (row) => row.eatenAt === null],
        [[{ priceCents: { above: 4 } }], (row) => row.priceCents > 4],
        [[{ priceCents: { upTo: 4 } }], (row) => row.priceCents <= 4],
        [[{ priceCents: { below: 4 } }], (row) => row.priceCents < 4],
        [[{ name: { wordPrefix: 'fruit' } }], () => true],
        [[{ name: { wordPrefix: '1' } }], (row) => String(row.id).startsWith('1')],
        [[{ name: { wordPrefix: 'ruit' } }], () => false],
        [[{ profitCents: 0 }], () => false],
        [[{ profitCents: { above: 4 } }], (row) => row.id > 4],
        [[{ eatenAt: { above: '2025-12-31T23:59:59.999Z' } }], (row) => row.eatenAt !== null],
        [[{ eatenAt: { upTo: '2025-12-31T23:59:59.999Z' } }], () => false],
        [[{ eatenAt: { upTo: '2026-01-01T00:00:00.000Z' } }], (row) => row.eatenAt !== null],
        [[{ basketId: 2 }, { name: 'fruit 6' }], (row) => row.id === 6],
        [
          [
            {
              any: [[{ id: 3 }], [{ basketId: 1 }, { ripe: true }]],
            },
          ],
          (row) => row.id === 3 || (row.basketId === 1 && row.ripe),
        ],
      ];
      for (const [where, holds] of cases) {
        const expected = rows.filter(holds).map(({ name }) => name);
        expect(await names(where)).toEqual(expected);
        const backwards = { order: 'desc', afterId: null, skip: 0, limit: 100 } as const;
        expect(await names(where, backwards)).toEqual(expected.toReversed());
        expect(await store.count(fruits, { clientId: 1, where })).toBe(expected.length);
      }
    });

    it('finds words by any characters of their beginning, taking none as a pattern', async () => {
      const live = await goLive();
      const texts = ['1.1.01 caixa', '1x1.01 caixa', '10% juros', 'a.*b', 'São (João)', "d'água"];
      await live.apply('p', at(1, ...texts.map((name, index) => put(fruit(index + 1, { name })))), null);
      const found = (wordPrefix: string) => names([{ name: { wordPrefix } }]);
      expect(await found('1.1')).toEqual(['1.1.01 caixa']);
      expect(await found('10%')).toEqual(['10% juros']);
      expect(await found('%')).toEqual([]);
      expect(await found('a.*')).toEqual(['a.*b']);
      expect(await found('.')).toEqual([]);
      expect(await found('(jo')).toEqual([]);
      expect(await found('(Jo')).toEqual(['São (João)']);
      expect(await found("d'")).toEqual(["d'água"]);
    });

    it('sorts by a field or difference and then by id, in both directions, from any row on', async () => {
      const live = await goLive();
      const rows = Array.from({ length: 60 }, (_, index) =>
        fruit(index + 1, {
          basketId: index % 2,
          priceCents: (index * 7) % 11,
          costCents: index % 4,
          name: 'x'.repeat(index % 3),
        }),
      );
      await live.apply('p', at(1, ...rows.map(put), put(fruit(99, { clientId: 2 }))), null);
      for (const order of ['asc', 'desc'] as const)
        for (const [field, valueOf] of [
          ['profitCents', (row: Fruit) => row.priceCents - row.costCents],
          ['name', ({ name }: Fruit) => name.length],
        ] as const)
          for (const where of [{}, { basketId: 1 }, { ripe: true }]) {
            const sign = order === 'asc' ? 1 : -1;
            const expected = rows
              .filter(({ basketId }) => !('basketId' in where) || basketId === 1)
              .sort((a, b) => sign * (valueOf(a) - valueOf(b) || a.id - b.id))
              .map(({ id }) => id);
            const scanned = async (afterId: number | null, after: number | string | null, skip = 0, limit = 100) =>
              (
                await store.scan(
                  fruits,
                  { clientId: 1, where },
                  { order, sort: { field, after }, afterId, skip, limit },
                )
              ).map(({ id }) => id);
            expect(await scanned(null, null)).toEqual(expected);
            expect(await scanned(null, null, 5, 3)).toEqual(expected.slice(5, 8));
            for (const from of [0, 7, 19, expected.length - 1]) {
              const row = rows.find(({ id }) => id === expected[from]) as Fruit;
              const after = valueIn(fruits, row, field);
              expect(await scanned(row.id, after)).toEqual(expected.slice(from + 1));
              expect(await scanned(row.id, after, 4, 20)).toEqual(expected.slice(from + 5, from + 25));
            }
          }
    });

    it('keeps a difference right when some of its fields are set, in one batch or in several', async () => {
      const live = await goLive();
      const profitable = (above: number) => names([{ profitCents: { above } }]);
      await live.apply('p', at(1, put(fruit(1, { priceCents: 10 })), set(1, { costCents: 4 })), null);
      expect(await profitable(5)).toEqual(['fruit 1']);
      expect(await profitable(6)).toEqual([]);
      await live.apply('p', at(2, set(1, { costCents: 9 }), set(1, { priceCents: 30 })), null);
      await live.apply('p', at(2, set(1, { costCents: 9 }), set(1, { priceCents: 30 })), null);
      expect(await profitable(20)).toEqual(['fruit 1']);
      expect(await profitable(21)).toEqual([]);
      await live.apply('p', at(3, set(1, { costCents: 30 })), null);
      expect(await names([{ profitCents: 0 }])).toEqual(['fruit 1']);
      expect(await store.get(fruits, 1, 1)).toStrictEqual(fruit(1, { priceCents: 30, costCents: 30 }));
    });

    it('looks rows up by their ids or by the fields of an index, of one client only', async () => {
      const live = await goLive();
      const rows = [1, 2, 3, 4].map((id) => fruit(id, { basketId: id % 2 }));
      await live.apply('p', at(1, ...rows.map(put), put(fruit(9, { clientId: 2 }))), null);
      const ids = (found: readonly Fruit[]) => found.map(({ id }) => id).sort();
      expect(ids(await store.lookUp(fruits, 1, ['id'], [[3], [1], [9], [77]]))).toEqual([1, 3]);
      expect(await store.lookUp(fruits, 1, ['id'], [])).toEqual([]);
      const keys = [
        [1, 'fruit 3'],
        [0, 'fruit 3'],
        [0, 'fruit 2'],
      ];
      expect(ids(await store.lookUp(fruits, 1, ['basketId', 'name'], keys))).toEqual([2, 3]);
      expect(await store.lookUp(fruits, 2, ['basketId', 'name'], keys)).toEqual([]);
    });

    it('reads rows without some of their fields, whose conditions hold all the same', async () => {
      const live = await goLive();
      const rows = [1, 2, 3].map((id) => fruit(id, { eatenAt: id === 2 ? null : 'today' }));
      await live.apply('p', at(1, ...rows.map(put)), null);
      const short = without(fruits, ['name', 'eatenAt']);
      const found = [1, 3].map((id) => {
        const { clientId, basketId, ripe, priceCents, costCents } = fruit(id);
        return { id, clientId, basketId, ripe, priceCents, costCents };
      });
      const eaten = { clientId: 1, where: [{ eatenAt: { not: null } }] };
      const pages = new Pages(store);
      expect((await pages.list(short, eaten, { page: 1, limit: 2 })).rows).toStrictEqual(found);
      expect((await pages.list(short, eaten, { page: 2, limit: 1 })).rows).toStrictEqual(found.slice(1));
      expect((await pages.list(short, eaten, { page: 1, limit: 2, sortBy: 'basketId' })).rows).toHaveLength(2);
      expect(await store.lookUp(short, 1, ['id'], [[1]])).toStrictEqual(found.slice(0, 1));
      expect(await store.get(fruits, 1, 1)).toStrictEqual(rows[0]);
    });

    it('selects rows that changed since a time', async () => {
      const live = await goLive();
      const ids = Array.from({ length: 30 }, (_, index) => index * 1_000 + 1);
      await live.apply(
        'p',
        at(1, ...ids.map((id) => put(fruit(id, { basketId: id % 2_000 === 1 ? 1 : 2 })))),
        null,
      );
      await live.apply('p', at(2, set(1, { ripe: false }), set(5_001, { ripe: false })), null);
      await live.apply('p', at(3, set(29_001, { ripe: false }), put(fruit(30_001)), seedRows(9, 0, 10)), {
        logId: LOG,
        position: 3,
        changedAt: 3_000,
      });
      const changed = async (
        since: number,
        where: readonly Where[] = [],
        range: RowRange = { afterId: null, skip: 0, limit: 100 },
      ) => {
        const selection = { clientId: 1, where, changedSince: since };
        const rows = await store.scan(fruits, selection, range);
        const total = await store.count(fruits, selection);
        if (range.limit === 100 && range.skip === 0 && range.afterId === null) expect(total).toBe(rows.length);
        return rows.map(({ id }) => id);
      };
      expect(await changed(0)).toHaveLength(31);
      expect(await changed(1_000)).toHaveLength(31);
      expect(await changed(1_001)).toEqual([1, 5_001, 29_001, 30_001]);
      expect(await changed(3_000)).toEqual([29_001, 30_001]);
      expect(await changed(3_001)).toEqual([]);
      expect(await changed(1_001, [{ basketId: 2 }])).toEqual([5_001, 29_001]);
      expect(await changed(1_001, [], { afterId: 1, skip: 1, limit: 2 })).toEqual([29_001, 30_001]);
      expect(await changed(0, [], { afterId: 4_001, skip: 7, limit: 3 })).toEqual([12_001, 13_001, 14_001]);
      const last = { order: 'desc', afterId: null, skip: 1, limit: 2 } as const;
      expect(await changed(1_001, [], last)).toEqual([29_001, 5_001]);
      expect(await changed(0, [], { ...last, afterId: 14_001, skip: 7 })).toEqual([6_001, 5_001]);
      const foreign = { clientId: 2, where: [], changedSince: 0 };
      expect(await store.scan(fruits, foreign, { afterId: 0, skip: 0, limit: 10 })).toEqual([]);
      expect(await store.listChangedAt(seeds, 1, 9)).toBe(3_000);
      expect(await store.listChangedAt(seeds, 2, 9)).toBeNull();
      expect(await store.viewChangedAt({ name: 'p' })).toBe(3_000);
      expect(await store.viewChangedAt({ name: 'other' })).toBe(0);
    });

    it('scans thousands of rows in the order of their ids, from anywhere', async () => {
      const live = await goLive();
      const ids = Array.from({ length: 1_200 }, (_, at) => at + 1);
      await live.apply('p', at(1, ...ids.map((id) => put(fruit(id, { ripe: id % 2 === 0 })))), null);
      const scanned = async (range: RowRange, where: readonly Where[] = []) =>
        (await store.scan(fruits, { clientId: 1, where }, range)).map(({ id }) => id);
      expect(await scanned({ afterId: null, skip: 0, limit: 2_000 })).toEqual(ids);
      expect(await scanned({ afterId: 100, skip: 3, limit: 700 })).toEqual(ids.slice(103, 803));
      expect(await scanned({ order: 'desc', afterId: 1_000, skip: 9, limit: 501 })).toEqual(
        ids.slice(489, 990).reverse(),
      );
      const ripe = await scanned({ afterId: null, skip: 0, limit: 500 }, [{ ripe: true }]);
      expect(ripe).toEqual(ids.filter((id) => id % 2 === 0).slice(0, 500));
    });

    it('sets fields of an existing row, and creates none', async () => {
      const live = await goLive();
      await live.apply('p', at(1, put(fruit(1)), set(1, { ripe: false }), set(2, { ripe: false })), null);
      expect(await store.get(fruits, 1, 1)).toStrictEqual(fruit(1, { ripe: false }));
      expect(await store.get(fruits, 1, 2)).toBeNull();
    });

    it('changes nothing when a batch is replayed, even after later ones', async () => {
      const live = await goLive();
      const first = at(10, put(fruit(1, { name: 'old' })), seedRows(1, 0, 30));
      const second = at(20, set(1, { name: 'new', eatenAt: 'x' }));
      await live.apply('p', first, null);
      await live.apply('p', second, null);
      const before = await store.get(fruits, 1, 1);
      for (const batch of [first, second, first]) await live.apply('p', batch, null);
      expect(await store.get(fruits, 1, 1)).toStrictEqual(before);
      expect(parsed(await store.listRows(seeds, 1, 1, 0, 100))).toEqual(seedsOf(1, 0, 30));
    });

    it('keeps the last event with a checkpoint, and tells it whatever its shape', async () => {
      const live = await goLive();
      const last = { stream: 'books-1', revision: 2, id: 'e', position: 8, at: '2026-03-02T12:00:00.000Z' };
      const checkpoint = { logId: LOG, position: 9, changedAt: 9_000, last };
      await live.apply('p', [], checkpoint);
      await live.apply('p', [], { ...checkpoint, position: 7, last: { ...last, position: 7 } });
      expect(await live.checkpoint('p')).toEqual(checkpoint);
      const newer = open({ ...declared, views: [{ ...fruits, version: 2 }] });
      expect(await newer.live()).toBeNull();
      expect(await newer.checkpoints()).toEqual([checkpoint]);
      const fields = { ...fruits.fields, origin: 'text' } as const;
      const wider = open({ ...declared, views: [{ ...fruits, version: 2, fields }] });
      expect(await wider.highestIds()).toEqual([{ view: 'fruits', id: 0, clientId: 0 }]);
      await live.close();
    });

    it('tells the highest ids of each view, over all clients', async () => {
      expect(await store.highestIds()).toEqual([]);
      const live = await goLive();
      expect(await store.highestIds()).toEqual([{ view: 'fruits', id: 0, clientId: 0 }]);
      await live.apply('p', at(1, put(fruit(12)), put(fruit(7, { clientId: 40 }))), null);
      expect(await store.highestIds()).toEqual([{ view: 'fruits', id: 12, clientId: 40 }]);
      await live.close();
    });

    it('never decreases a checkpoint within one log, but accepts that of another log', async () => {
      const live = await goLive();
      await live.apply('p', [], { logId: LOG, position: 9, changedAt: 9_000 });
      await live.apply('p', [], { logId: LOG, position: 5, changedAt: 5_000 });
      expect(await store.checkpoint('p')).toEqual({ logId: LOG, position: 9, changedAt: 9_000 });
      expect(await live.checkpoint('p')).toEqual({ logId: LOG, position: 9, changedAt: 9_000 });
      await live.apply('p', [], { logId: 'log-2', position: 1, changedAt: 1_000 });
      expect(await store.checkpoint('p')).toEqual({ logId: 'log-2', position: 1, changedAt: 1_000 });
      expect(await store.checkpoint('q')).toBeNull();
    });

    it('changes the mark of a client and view with every write to it, and of no other', async () => {
      const live = await goLive();
      const marks = async () => [await store.changeMark(fruits, 1), await store.changeMark(fruits, 2)];
      const start = await marks();
      await live.apply('p', at(1, put(fruit(1))), null);
      const afterPut = await marks();
      await live.apply('p', at(2, set(1, { ripe: false })), null);
      const afterSet = await marks();
      await live.apply('p', [], { logId: LOG, position: 3, changedAt: 3_000 });
      expect(new Set([start[0], afterPut[0], afterSet[0]]).size).toBe(3);
      expect([afterPut[1], afterSet[1]]).toEqual([start[1], start[1]]);
      expect(await marks()).toEqual(afterSet);
    });

    it('reads pages of a list across blocks, at its end and beyond', async () => {
      const live = await goLive();
      await live.apply('p', at(1, seedRows(1, 0, 250), seedRows(1, 250, 130), seedRows(2, 0, 1)), null);
      const pages: [number, number][] = [
        [0, 100],
        [100, 100],
        [240, 100],
        [0, 1],
        [379, 50],
        [95, 10],
        [60, 100],
        [0, 380],
      ];
      for (const [from, limit] of pages)
        expect(parsed(await store.listRows(seeds, 1, 1, from, limit))).toEqual(
          seedsOf(1, from, Math.min(380, from + limit)),
        );
      expect(parsed(await store.listRows(seeds, 1, 1, 380, 10))).toEqual([]);
      expect(parsed(await store.listRows(seeds, 1, 2, 0, 10))).toEqual(seedsOf(2, 0, 1));
      expect(parsed(await store.listRows(seeds, 1, 3, 0, 10))).toEqual([]);
    });

    it('finds rows of a list by an exact value with any characters', async () => {
      const live = await goLive();
      await live.apply('p', at(1, seedRows(1, 0, 380)), null);
      const all = seedsOf(1, 0, 380);
      for (const code of ['c0', 'c379', '"ção"\\ 13', 'c', 'ção', '', '","', 'c1","c2']) {
        const expected = all.filter((row) => row.code === code);
        for (const range of [
          { skip: 0, limit: 100 },
          { skip: 2, limit: 3 },
          { skip: 100, limit: 10 },
        ]) {
          const found = await store.findInList(seeds, 1, 1, 'code', code, range);
          expect(found.total).toBe(expected.length);
          expect(parsed(found.rows)).toEqual(expected.slice(range.skip, range.skip + range.limit));
        }
      }
    });

    it('fills a generation beside the live one and switches every process at once', async () => {
      const other = open();
      const live = await goLive(async (filling) =>
        filling.apply('p', at(1, put(fruit(1, { name: 'old' }))), null),
      );
      const filling = await store.fill();
      await filling.apply('p', at(1, put(fruit(1, { name: 'new' }))), {
        logId: LOG,
        position: 1,
        changedAt: 1_000,
      });
      expect(await names([])).toEqual(['old']);
      expect(await store.checkpoint('p')).toBeNull();
      expect(live.replaced.aborted).toBe(false);
      const markBefore = await store.changeMark(fruits, 1);

      await filling.goLive();
      expect(await names([])).toEqual(['new']);
      expect(live.replaced.aborted).toBe(true);
      expect(await store.changeMark(fruits, 1)).not.toBe(markBefore);
      await until(async () => (await other.get(fruits, 1, 1))?.name === 'new');
      // Who filled it goes on writing to it, and so does the projector that moved over.
      await filling.apply('p', at(2, set(1, { ripe: false })), null);
      const moved = await store.live();
      await moved?.apply('p', at(3, set(1, { priceCents: 5 })), { logId: LOG, position: 3, changedAt: 3_000 });
      expect(await store.get(fruits, 1, 1)).toMatchObject({ ripe: false, priceCents: 5 });
      await filling.close();
      await moved?.close();
      await live.close();
    });

    it('counts in the new generation when a switch overtakes a count', async () => {
      const far = (count: number) =>
        Array.from({ length: count }, (_, index) => put(fruit(1 + index * 10_000, { basketId: 1 })));
      const live = await goLive(async (filling) => filling.apply('p', at(1, ...far(40)), null));
      const filling = await store.fill();
      await filling.apply('p', at(1, ...far(30)), null);
      const counting = store.count(fruits, { clientId: 1, where: [] });
      await filling.goLive();
      // Whether it ended before the switch or after: never some of each.
      expect([40, 30]).toContain(await counting);
      expect(await store.count(fruits, { clientId: 1, where: [] })).toBe(30);
      await filling.close();
      await live.close();
    });

    it('lets one process fill at a time, and drops what is discarded', async () => {
      const other = open();
      const filling = await store.fill();
      await expect(other.fill()).rejects.toBeInstanceOf(FillInProgress);
      await filling.discard();
      expect(await store.live()).toBeNull();
      const next = await other.fill();
      await next.goLive();
      await next.close();
      expect(await store.live()).not.toBeNull();
    });

    it('needs a new generation when a declaration changed, and keeps the others readable meanwhile', async () => {
      await goLive(async (filling) => filling.apply('p', at(1, put(fruit(1))), null));
      const changed = open({ views: [fruits], lists: [{ ...seeds, version: 2 }] });
      expect(await changed.live()).toBeNull();
      expect(await changed.get(fruits, 1, 1)).not.toBeNull();
      await expect(changed.listRows({ ...seeds, version: 2 }, 1, 1, 0, 1)).rejects.toBeInstanceOf(DomainError);
    });

    it('gives the lease to one projector at a time, the next when it is released', async () => {
      const never = new AbortController().signal;
      const held = await store.lease(never);
      const giveUp = new AbortController();
      const impatient = open().lease(giveUp.signal);
      const patient = open().lease(never);
      giveUp.abort();
      expect(await impatient).toBeNull();
      await held?.release();
      const next = await patient;
      expect(next?.lost.aborted).toBe(false);
      await next?.release();
    });
  });
