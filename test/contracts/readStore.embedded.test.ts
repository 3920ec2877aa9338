import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListRow, ReadStore } from '../../src/projections/engine/readStore.js';
import { openEmbeddedReadStore } from '../../src/stores/readStore/openReadStore.js';
import { declared, fruits, readStoreContract, seeds } from './readStore.contract.js';
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
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

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

  it('keep the write-ahead log small during a long run, even under constant reads', async () => {
    const name = await goLive();
    const live = await store.live();
    const other = openEmbeddedReadStore(folder, declared);
    const rows = manySeeds(20_000);
    let largest = 0;
    for (let parentId = 1; parentId <= 60; parentId++) {
      const write = { op: 'rows', list: 'seeds', clientId: 1, parentId, first: 0, rows } as const;
      await live?.apply('p', [{ write, position: parentId, changedAt: parentId }], null);
      for (const each of [store, other]) await each.listRows(seeds, 1, parentId, 19_900, 100);
      largest = Math.max(largest, statSync(join(folder, `${name}-wal`)).size);
    }
    const megabytes = 1_048_576;
    expect(statSync(join(folder, name)).size).toBeGreaterThan(100 * megabytes);
    expect(largest).toBeLessThan(48 * megabytes);
    await live?.close();
    await other.close();
  });
});

/** About 2.5 MB. */
function manySeeds(count: number): readonly ListRow[] {
  return Array.from({ length: count }, (_, weight) => ({ code: `${weight} ${'x'.repeat(80)}`, weight }));
}
