// What every driver of documents must do. Drivers are equal only because they pass the same suite.
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { collection, nextOfEach, put, type Choice, type Documents } from '../../src/commands/kernel/documents.js';
import type { Where } from '../../src/domain/kernel/where.js';
import { until } from '../support/until.js';

export type DocumentsEnvironment = Readonly<{
  /** Another process's look at the same documents. */
  open(): Documents;
  drop(): Promise<void>;
  /** The names of the indexes that a query uses, or null where the store does not tell. */
  indexOf(where: Where<Fruit>, choice: Choice): Promise<string | null>;
  /** Names of the indexes that the collection of fruits has. */
  indexes(): Promise<readonly string[]>;
  /** False where updates of one document do not exclude each other. */
  isAtomic: boolean;
  /** How far `stampedUntil` stays behind the store's clock, ms. */
  unseenMs: number;
}>;

export type Fruit = Readonly<{
  _id: string;
  name: string;
  weight: number;
  ripe?: boolean;
  words: string | null;
  eaten?: readonly Readonly<{ by: string }>[];
}>;
export const fruits = collection<Fruit>(
  'fruits',
  { byName: ['name', '-weight', '_id'], byWeight: ['weight'], byRipeness: ['ripe', 'weight'] },
  { absentWithout: { byRipeness: 'ripe' } },
);

type Crate = Readonly<{ _id: string; full: boolean; at: number }>;
export const crates = collection<Crate>('crates', { byTime: ['at'] }, { stamped: 'at' });

/** A document is newer by its weight. */
export const aged = collection<Pick<Fruit, '_id' | 'weight'>>('aged', {}, { newest: 'weight' });

type Coin = Readonly<{ _id: string; code: string; cents: number | null; gold?: boolean | null }>;
export const coins = collection<Coin>(
  'coins',
  { byCents: ['cents'] },
  { flat: { cents: 'integer', gold: 'boolean', code: 'text' }, newest: 'cents' },
);

const fruit = (_id: string, changes: Partial<Fruit> = {}): Fruit => ({
  _id,
  name: 'maçã',
  weight: 1,
  words: null,
  ...changes,
});

export const documentsContract = (driver: string, prepare: () => Promise<DocumentsEnvironment>): void =>
  describe(`Documents contract, ${driver}`, () => {
    let environment: DocumentsEnvironment;
    let documents: Documents;
    let other: Documents;
    beforeEach(async () => {
      environment = await prepare();
      [documents, other] = [environment.open(), environment.open()];
    });
    afterEach(async () => {
      await documents.close();
      await other.close();
      await environment.drop();
    });

    const ids = async (where: Where<Fruit>, choice: Choice = { sort: ['_id'] }) =>
      (await other.find(fruits, where, choice)).map(({ _id }) => _id);

    it('finds nothing before anything was inserted', async () => {
      expect(await other.get(fruits, 'a')).toBeNull();
      expect(await other.find(fruits, { name: 'maçã' }, { index: 'byName' })).toEqual([]);
      expect(await other.count(fruits, {}, 'byName')).toBe(0);
      expect(await other.update(fruits, {}, { set: { weight: 2 } })).toBe(0);
      expect(
        await other.findAndUpdate(fruits, { name: 'x' }, { set: { weight: 2 } }, { index: 'byName' }),
      ).toBeNull();
      expect(await other.delete(fruits, {})).toBe(0);
      expect(await other.insert(fruits, [])).toEqual([]);
    });

    it('inserts documents, tells which are new, and keeps those that exist', async () => {
      const whole = fruit('a', { words: 'çã "x" \\ \u0001 中', eaten: [{ by: 'Ana' }], ripe: true });
      expect(await documents.insert(fruits, [whole])).toEqual([true]);
      expect(await other.insert(fruits, [fruit('b'), fruit('a', { weight: 9 }), fruit('c')])).toEqual([
        true,
        false,
        true,
      ]);
      expect(await other.get(fruits, 'a')).toEqual(whole);
      expect(await ids({})).toEqual(['a', 'b', 'c']);
    });

    it('inserts more than a bulk at once, and deletes them', async () => {
      const many = Array.from({ length: 4_100 }, (_, at) => fruit(String(at)));
      expect(await documents.insert(fruits, many)).toEqual(many.map(() => true));
      expect(await other.insert(fruits, many)).toEqual(many.map(() => false));
      expect(await other.count(fruits, { name: 'maçã' }, 'byName')).toBe(4_100);
      expect(await documents.find(fruits, {})).toHaveLength(4_100);
      expect(await other.delete(fruits, { name: 'maçã' })).toBe(4_100);
      expect(await documents.count(fruits, {})).toBe(0);
    });

    it('compares fields', async () => {
      await documents.insert(fruits, [
        fruit('a', { weight: 1, ripe: true, words: 'banco bradesco' }),
        fruit('b', { weight: 2, ripe: false, words: 'caixa (geral) 1.1' }),
        fruit('c', { weight: 3 }),
        fruit('d', { weight: 4, name: 'manga', ripe: true, words: 'b' }),
      ]);
      expect(await ids({ name: 'manga' })).toEqual(['d']);
      expect(await ids({ name: 'maçã', weight: 2 })).toEqual(['b']);
      expect(await ids({ ripe: true })).toEqual(['a', 'd']);
      expect(await ids({ ripe: false })).toEqual(['b']);
      expect(await ids({ ripe: null })).toEqual(['c']);
      expect(await ids({ ripe: { not: null } })).toEqual(['a', 'b', 'd']);
      expect(await ids({ ripe: { not: true } })).toEqual(['b', 'c']);
      expect(await ids({ _id: { in: ['d', 'a', 'x'] } })).toEqual(['a', 'd']);
      expect(await ids({ weight: { in: [] } })).toEqual([]);
      expect(await ids({ name: { notIn: ['manga'] } })).toEqual(['a', 'b', 'c']);
      expect(await ids({ ripe: { notIn: [true] } })).toEqual(['b', 'c']);
      expect(await ids({ weight: { above: 1, upTo: 3 } })).toEqual(['b', 'c']);
      expect(await ids({ weight: { from: 2, below: 3 } })).toEqual(['b']);
      expect(await ids({ _id: { above: 'b' } })).toEqual(['c', 'd']);
      expect(await ids({ words: { from: '' } })).toEqual(['a', 'b', 'd']);
      expect(await ids({ words: { wordPrefix: 'b' } })).toEqual(['a', 'd']);
      expect(await ids({ words: { wordPrefix: '(ge' } })).toEqual(['b']);
      expect(await ids({ words: { wordPrefix: '1.' } })).toEqual(['b']);
      expect(await ids({ words: { wordPrefix: 'adesco' } })).toEqual([]);
    });

    it('combines conditions', async () => {
      await documents.insert(fruits, [
        fruit('a'),
        fruit('b', { weight: 2 }),
        fruit('c', { weight: 3, name: 'uva' }),
      ]);
      expect(await ids([])).toEqual(['a', 'b', 'c']);
      expect(await ids([{ weight: { from: 2 } }, { weight: { below: 3 } }])).toEqual(['b']);
      expect(await ids({ any: [] })).toEqual([]);
      expect(await ids([{ name: 'maçã' }, { any: [{ weight: 1 }, [{ weight: 3 }, { name: 'uva' }]] }])).toEqual([
        'a',
      ]);
      expect(await ids({ any: [{ weight: 1 }, [{ weight: 3 }, { name: 'uva' }]] })).toEqual(['a', 'c']);
      expect(await ids({ name: 'uva', any: [{ weight: 1 }, { weight: 3 }] })).toEqual(['c']);
    });

    it('sorts, skips and limits', async () => {
      const weights = [3, 1, 2, 2, 5];
      await documents.insert(
        fruits,
        weights.map((weight, at) => fruit('abcde'[at] ?? '', { weight })),
      );
      const index = 'byName';
      const sort = ['-weight', '_id'];
      expect(await ids({ name: 'maçã' }, { index, sort })).toEqual(['e', 'a', 'c', 'd', 'b']);
      expect(await ids({ name: 'maçã' }, { index, sort: ['weight', '-_id'] })).toEqual(['b', 'd', 'c', 'a', 'e']);
      expect(await ids({ name: 'maçã' }, { index, sort, skip: 1, limit: 2 })).toEqual(['a', 'c']);
      expect(await ids({ name: 'maçã' }, { index, sort, skip: 9, limit: 2 })).toEqual([]);
      expect(await ids({}, { sort, limit: 0 })).toEqual([]);
      expect(await ids({}, { sort: ['_id'], skip: 3 })).toEqual(['d', 'e']);
    });

    it('changes the documents that match, and tells how many', async () => {
      await documents.insert(fruits, [fruit('a'), fruit('b', { weight: 2 }), fruit('c', { weight: 3 })]);
      const change = { set: { name: 'pêra', ripe: false }, inc: { weight: 10 }, push: { eaten: { by: 'Bia' } } };
      expect(await documents.update(fruits, { weight: { from: 2 } }, change)).toBe(2);
      expect(await other.find(fruits, { name: 'pêra' }, { index: 'byName', sort: ['weight'] })).toEqual([
        fruit('b', { weight: 12, name: 'pêra', ripe: false, eaten: [{ by: 'Bia' }] }),
        fruit('c', { weight: 13, name: 'pêra', ripe: false, eaten: [{ by: 'Bia' }] }),
      ]);
      await documents.update(fruits, { _id: 'b' }, { push: { eaten: { by: 'Ana' } }, set: { words: null } });
      expect((await other.get(fruits, 'b'))?.eaten).toEqual([{ by: 'Bia' }, { by: 'Ana' }]);
      expect(await documents.update(fruits, { _id: 'a' }, { set: { weight: 1 } })).toBe(1);
      expect(
        await documents.update(fruits, [{ _id: 'a' }, { weight: { above: 1 } }], { set: { weight: 7 } }),
      ).toBe(0);
      expect(await documents.update(fruits, { _id: 'x' }, change)).toBe(0);
      expect((await other.get(fruits, 'a'))?.weight).toBe(1);
    });

    it('changes the first document, and returns it', async () => {
      await documents.insert(fruits, [fruit('a', { weight: 2 }), fruit('b'), fruit('c', { name: 'uva' })]);
      const first = () =>
        documents.findAndUpdate(
          fruits,
          { name: 'maçã' },
          { inc: { weight: 5 } },
          { index: 'byName', sort: ['weight'] },
        );
      expect(await first()).toEqual(fruit('b', { weight: 6 }));
      expect(await first()).toEqual(fruit('a', { weight: 7 }));
      expect(await documents.findAndUpdate(fruits, { _id: 'x' }, { inc: { weight: 1 } })).toBeNull();
    });

    it('lets one of twenty insert a document', async () => {
      const race = Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? documents : other).insert(fruits, [fruit('a', { weight: at })]),
      );
      expect((await Promise.all(race)).flat().filter((isNew) => isNew)).toHaveLength(1);
    });

    it('changes one document atomically', async () => {
      if (!environment.isAtomic) return;
      await documents.insert(fruits, [fruit('a', { weight: 0 })]);
      const each = Array.from({ length: 20 }, (_, at) => at);
      const stores = (at: number) => (at % 2 ? documents : other);
      const counted = (at: number) => stores(at).update(fruits, { _id: 'a' }, { inc: { weight: 1 } });
      await Promise.all(each.map(counted));
      expect((await other.get(fruits, 'a'))?.weight).toBe(20);
      const renames = (at: number) =>
        stores(at).update(fruits, { _id: 'a', name: 'maçã' }, { set: { name: 'uva' } });
      expect((await Promise.all(each.map(renames))).filter((matched) => matched === 1)).toHaveLength(1);
      const takes = (at: number) =>
        stores(at).findAndUpdate(fruits, { name: 'uva' }, { set: { name: 'pêra' } }, { index: 'byName' });
      expect((await Promise.all(each.map(takes))).filter((taken) => taken !== null)).toHaveLength(1);
    });

    it('puts a document, unless the stored one does not match', async () => {
      expect(await put(documents, fruits, fruit('a'))).toBe(true);
      expect(await put(documents, fruits, fruit('a', { weight: 5 }), { weight: { below: 5 } })).toBe(true);
      expect(await put(other, fruits, fruit('a', { weight: 4 }), { weight: { below: 4 } })).toBe(false);
      expect(await other.get(fruits, 'a')).toEqual(fruit('a', { weight: 5 }));
    });

    it('writes documents of several collections, and replaces those that exist unless they are newer', async () => {
      const written = (...documents: Fruit[]) => documents.map(({ _id, weight }) => ({ _id, weight }));
      await documents.write([
        { into: aged, documents: written(fruit('a', { weight: 5 }), fruit('b', { weight: 5 })) },
        { into: fruits, documents: [fruit('a', { name: 'uva', ripe: true })] },
        { into: crates, documents: [] },
      ]);
      expect(await ids({ name: 'uva' }, { index: 'byName' })).toEqual(['a']);
      await other.write([
        { into: fruits, documents: [fruit('a'), fruit('c')] },
        { into: aged, documents: written(fruit('c'), fruit('a', { weight: 4 }), fruit('b', { weight: 6 })) },
      ]);
      expect(await documents.find(fruits, { name: 'maçã' }, { index: 'byName', sort: ['_id'] })).toEqual([
        fruit('a'),
        fruit('c'),
      ]);
      expect(await ids({ ripe: true })).toEqual([]);
      expect(await documents.find(aged, {}, { sort: ['_id'] })).toEqual(
        written(fruit('a', { weight: 5 }), fruit('b', { weight: 6 }), fruit('c')),
      );
      const many = Array.from({ length: 2_100 }, (_, at) => fruit(String(at), { weight: 1 }));
      await documents.write([{ into: aged, documents: written(...many).values() }]);
      const some = (weight: number) => written(...many.slice(0, 20).map((each) => ({ ...each, weight })));
      for (const weight of [0, 2]) await documents.write([{ into: aged, documents: some(weight) }]);
      expect(await other.count(aged, { weight: 2 })).toBe(20);
      expect(await other.count(aged, { weight: 1 })).toBe(2_081);
    });

    it('keeps the fields of flat documents', async () => {
      const coin = (_id: string, changes: Partial<Coin> = {}): Coin => ({
        _id,
        code: '0012.10',
        cents: -9_007_199_254_740_991,
        gold: true,
        ...changes,
      });
      expect(await documents.insert(coins, [coin('a'), coin('b', { cents: 2, gold: null })])).toEqual([
        true,
        true,
      ]);
      const replaced = coin('b', { code: 'ç "x" \\ \u0001 中', cents: 3, gold: false });
      await other.write([{ into: coins, documents: [replaced, coin('a', { cents: -9_007_199_254_740_992 })] }]);
      expect(await documents.get(coins, 'a')).toEqual(coin('a'));
      expect(await documents.find(coins, { gold: false, code: replaced.code }, { sort: ['cents'] })).toEqual([
        replaced,
      ]);
      expect(await other.update(coins, { gold: true }, { set: { code: '1.0' }, inc: { cents: 1 } })).toBe(1);
      expect(await documents.get(coins, 'a')).toEqual(coin('a', { code: '1.0', cents: -9_007_199_254_740_990 }));
      const third = { index: 'byCents', sort: ['-cents'] } as const;
      expect(
        await documents.findAndUpdate(coins, { cents: { below: 4 } }, { set: { gold: null } }, third),
      ).toEqual({
        ...replaced,
        gold: null,
      });
      expect(await documents.count(coins, { gold: null })).toBe(1);
    });

    it('stamps inserts and changes that ask for it, each later than what was seen before', async () => {
      const changed = async (since: number) => {
        const found = await other.find(crates, { at: { from: since } }, { index: 'byTime', sort: ['_id'] });
        return found.map(({ _id, at }) => [_id, typeof at]);
      };
      const crate = (_id: string) => ({ _id, full: false, at: 0 });
      await documents.insert(crates, [crate('a'), crate('b')]);
      const moment = async (): Promise<number> => {
        const before = await other.stampedUntil(crates);
        const { unseenMs } = environment;
        if (unseenMs > 0)
          await until(async () => (await other.stampedUntil(crates)) > before, 'the next millisecond');
        return (await other.stampedUntil(crates)) + unseenMs;
      };
      const inserted = await moment();
      expect(await changed(inserted)).toEqual([]);
      expect(await documents.update(crates, { _id: 'a' }, { set: { full: true } })).toBe(1);
      expect(await changed(inserted)).toEqual([]);
      expect(await documents.update(crates, { full: false }, { set: { full: true }, stamp: true })).toBe(1);
      expect(await changed(inserted)).toEqual([['b', 'number']]);
      const second = await moment();
      expect(await changed(second)).toEqual([]);
      await documents.insert(crates, [crate('c')]);
      await documents.findAndUpdate(crates, { _id: 'a' }, { set: { full: false }, stamp: true });
      expect(await changed(second)).toEqual([
        ['a', 'number'],
        ['c', 'number'],
      ]);
      expect(await changed(0)).toHaveLength(3);
      expect(typeof (await other.get(crates, 'a'))?.at).toBe('number');
    });

    it('finds the first document of each value of an index', async () => {
      const all = ['uva 3', 'maçã 2', 'maçã 5', 'kiwi 1', 'uva 9', 'kiwi 4'];
      await documents.insert(
        fruits,
        all.map((each) => fruit(each, { name: each.slice(0, -2), weight: Number(each.at(-1)) })),
      );
      const first = async (after: string, limit: number) =>
        (await other.firstOfEach(fruits, { index: 'byName', after, limit })).map(({ _id }) => _id);
      expect(await first('', 9)).toEqual(['kiwi 4', 'maçã 5', 'uva 9']);
      expect(await first('', 2)).toEqual(['kiwi 4', 'maçã 5']);
      expect(await first('kiwi', 9)).toEqual(['maçã 5', 'uva 9']);
      expect(await first('uva', 9)).toEqual([]);
      const query = nextOfEach(fruits, { index: 'byName', after: '', limit: 1 }, undefined);
      expect([null, 'byName']).toContain(await environment.indexOf(...query));
    });

    it('finds a document by an index that leaves it out while a field is null', async () => {
      const ripe = (isRipe: boolean) => ids({ ripe: isRipe }, { index: 'byRipeness' });
      await documents.insert(fruits, [fruit('a'), fruit('b', { ripe: true })]);
      expect(await ripe(true)).toEqual(['b']);
      await documents.update(fruits, { _id: 'a' }, { set: { ripe: false } });
      expect(await ripe(false)).toEqual(['a']);
      await documents.update(fruits, { _id: 'b' }, { set: { ripe: null as never } });
      expect(await ripe(true)).toEqual([]);
      expect(await ids({ ripe: null })).toEqual(['b']);
    });

    it('has the declared indexes, and uses the one that is named', async () => {
      await documents.insert(fruits, [fruit('a')]);
      expect(await environment.indexes()).toEqual(expect.arrayContaining(['byName', 'byWeight', 'byRipeness']));
      const asked: readonly (readonly [Where<Fruit>, Choice])[] = [
        [{ name: 'maçã' }, { index: 'byName', sort: ['-weight', '_id'] }],
        [{ weight: { from: 1 } }, { index: 'byWeight' }],
        [{ ripe: true, weight: 1 }, { index: 'byRipeness' }],
      ];
      for (const [where, choice] of asked)
        expect([null, choice.index]).toContain(await environment.indexOf(where, choice));
    });
  });
