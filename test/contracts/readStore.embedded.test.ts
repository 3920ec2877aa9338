import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadStore } from '../../src/projections/engine/readStore.js';
import type { Documents } from '../../src/commands/kernel/documents.js';
import { collectionsOf } from '../../src/stores/readStore/layout.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { Reader } from '../../src/stores/readStore/reader.js';
import { selectSql, tableOf } from '../../src/stores/sqlite/documentSql.js';
import { openSqliteDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { SqliteFile } from '../../src/stores/sqlite/sqliteFile.js';
import { declared, fruit, fruits, readStoreContract, seeds } from './readStore.contract.js';
import { temporaryDir } from '../support/service.js';

readStoreContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: (shape = declared) => openEmbeddedReadStore(folder, shape),
    drop: () => rm(folder, { recursive: true }),
  };
});

describe('The files of the embedded read store', () => {
  let folder: string;
  let store: ReadStore;
  beforeEach(async () => {
    folder = await temporaryDir();
    store = openEmbeddedReadStore(folder, declared);
  });
  afterEach(() => store.close());

  async function goLive(): Promise<string> {
    const filling = await store.fill();
    await filling.goLive();
    await filling.close();
    return filling.name;
  }
  const files = () => readdirSync(folder).filter((name) => name.endsWith('.db'));
  const takeLease = async () => (await store.lease(new AbortController().signal))?.release();
  const lastSwitch = (secondsAgo: number) => {
    const at = Date.now() / 1_000 - secondsAgo;
    utimesSync(join(folder, 'read.current'), at, at);
  };

  it('are deleted a minute after the switch, not sooner, and never while being filled', async () => {
    const old = await goLive();
    const live = await goLive();
    lastSwitch(50);
    await takeLease();
    expect(files()).toEqual([old, live]);
    lastSwitch(61);
    const filling = await store.fill();
    await takeLease();
    expect(files()).toEqual([old, live, filling.name]);
    await filling.discard();
    await takeLease();
    expect(files()).toEqual([live]);
  });

  it('leave no file when filling could not start', async () => {
    const second = { ...fruits, name: 'half "quoted' };
    const failing = openEmbeddedReadStore(folder, { ...declared, views: [...declared.views, second] });
    await expect(failing.fill()).rejects.toThrow('syntax error');
    expect(files()).toEqual([]);
    await failing.close();
    expect(await goLive()).toBe('read-000001.db');
  });

  it('of a killed rebuild are deleted, and their name is never reused', async () => {
    const live = await goLive();
    await writeFile(join(folder, 'read-000007.db'), 'half written');
    const filling = await store.fill();
    expect(filling.name).toBe('read-000008.db');
    await filling.discard();
    lastSwitch(61);
    await takeLease();
    expect(files()).toEqual([live]);
  });

  it('are filled again when the live one is missing or damaged', async () => {
    const live = await goLive();
    await store.close();
    await writeFile(join(folder, live), 'not a database, but longer than its header would be'.repeat(20));
    store = openEmbeddedReadStore(folder, declared);
    expect(await store.live()).toBeNull();
    await expect(store.get(fruits, 1, 1)).rejects.toThrow('Unavailable');
    await store.close();
    await rm(join(folder, live));
    store = openEmbeddedReadStore(folder, declared);
    expect(await store.live()).toBeNull();
    expect(await goLive()).not.toBe(live);
    expect(await store.live()).not.toBeNull();
  });

  it('are read by the index that each question names, and sort only what changed', async () => {
    const name = await goLive();
    const file = new SqliteFile(join(folder, name));
    const documents = openSqliteDocuments(join(folder, name), { collections: collectionsOf(declared) });
    const plans: string[] = [];
    const explaining: Documents = {
      ...documents,
      find(from, where, choice) {
        const { text, values } = selectSql(tableOf(from), '*', where, choice);
        const plan = file.allRaw(`EXPLAIN QUERY PLAN ${text}`, ...values);
        plans.push(
          plan.map(([, , , detail]) => String(detail).replace(/^SEARCH \w+ USING INDEX /, '')).join(', '),
        );
        return documents.find(from, where, choice);
      },
    };
    const reader = new Reader({ near: explaining, far: explaining, shapes: new Map() });
    const inBasket = {
      clientId: 1,
      where: [{ basketId: 1 }, { ripe: true }],
    } as const;
    const range = { afterId: 5, skip: 0, limit: 10 };
    await reader.scan(fruits, inBasket, range);
    await reader.scan(fruits, inBasket, { ...range, order: 'desc', sort: { field: 'profitCents', after: 7 } });
    await reader.scan(fruits, { clientId: 1, where: [], changedSince: 1 }, range);
    await reader.lookUp(
      fruits,
      1,
      ['basketId', 'name'],
      [
        [1, 'a'],
        [1, 'b'],
      ],
    );
    await reader.listRows(seeds, 1, 1, 0, 100);
    await reader.findInList(seeds, 1, 1, 'code', 'c', range);
    expect(plans).toEqual([
      'fruits_by_clientId_basketId (clientId=? AND basketId=? AND id>?)',
      'fruits_by_clientId_basketId_profitCents (clientId=? AND basketId=? AND profitCents=? AND id<?)',
      'fruits_by_clientId_basketId_profitCents (clientId=? AND basketId=? AND profitCents<?)',
      'fruits_by_change (clientId=? AND _changedAt>?)',
      'fruits_by_change (clientId=? AND _changedAt>?), USE TEMP B-TREE FOR ORDER BY',
      'fruits_by_clientId_basketId_name (clientId=? AND basketId=? AND name=?), LIST SUBQUERY 1, SCAN json_each VIRTUAL TABLE INDEX 1:',
      'seeds_by_parent (clientId=? AND parentId=? AND first>? AND first<?)',
      'seedsKeys_by_parent (clientId=? AND parentId=?)',
      'sqlite_autoindex_seeds_1 (_id=?), LIST SUBQUERY 1, SCAN json_each VIRTUAL TABLE INDEX 1:',
    ]);
    file.close();
    await documents.close();
  });

  it('are read 250 rows at once, so that between them others are served', async () => {
    const name = await goLive();
    const live = await store.live();
    const writes = Array.from({ length: 1_100 }, (_, at) => {
      const write = { op: 'put', view: 'fruits', row: fruit(at + 1) } as const;
      return { write, position: at + 1, changedAt: at + 1 };
    });
    await live?.apply('p', writes, null);
    const documents = openSqliteDocuments(join(folder, name), { collections: collectionsOf(declared) });
    const read: number[] = [];
    const counting: Documents = {
      ...documents,
      async find(...asked) {
        const found = await documents.find(...asked);
        read.push(found.length);
        return found;
      },
    };
    const reader = new Reader({ near: counting, far: counting, shapes: new Map() });
    const all = { clientId: 1, where: [] };
    expect(await reader.scan(fruits, all, { afterId: null, skip: 0, limit: 1_050 })).toHaveLength(1_050);
    expect(read).toEqual([250, 250, 250, 250, 50]);
    await documents.close();
    await live?.close();
  });

  it('keep the write-ahead log small during a long run, even under constant reads', async () => {
    const name = await goLive();
    const live = await store.live();
    const other = openEmbeddedReadStore(folder, declared);
    // About 2.5 MB.
    const rows = Array.from({ length: 20_000 }, (_, weight) => ({ code: `${weight} ${'x'.repeat(80)}`, weight }));
    let largest = 0;
    for (let parentId = 1; parentId <= 30; parentId++) {
      const write = {
        op: 'rows',
        list: 'seeds',
        clientId: 1,
        parentId,
        first: 0,
        count: rows.length,
        rows,
      } as const;
      await live?.apply('p', [{ write, position: parentId, changedAt: parentId }], null);
      for (const each of [store, other]) await each.listRows(seeds, 1, parentId, 19_900, 100);
      largest = Math.max(largest, statSync(join(folder, `${name}-wal`)).size);
    }
    const megabytes = 1_048_576;
    expect(statSync(join(folder, name)).size).toBeGreaterThan(64 * megabytes);
    expect(largest).toBeLessThan(48 * megabytes);
    await live?.close();
    await other.close();
  });
});
