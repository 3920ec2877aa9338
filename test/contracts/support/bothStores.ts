// Adapters are equal only because they pass the same suite: here embedded, and over the real driver on whatever
// server MONGODB_URL names, each test in a folder or a database of its own.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe } from '#jest';
import type { Mongo } from '../../../src/stores/mongo/connection.js';
import { openDatabase, withStore } from '../../stores/mongo/database.js';
import { temporaryDir } from '../../support/service.js';

/** What stores are opened with: opened again, they are another process's look at the same. */
export type Place = readonly [addresses: Readonly<{ dataDir: string }>, mongo: Mongo | null];

export type Places = Readonly<{
  here(): Place;
  /** An empty one beside it. */
  another(): Promise<Place>;
  /** False where updates of one document do not exclude each other. */
  isAtomic(): boolean;
}>;

type Opened = Readonly<{ place: Place; isAtomic: boolean; remove(): Promise<void> }>;

/** @param declare declares the tests; what it does after each of them is done before the place is removed */
export function onBothStores(contract: string, declare: (places: Places) => void): void {
  const on = (stores: string, open: () => Promise<Opened>) =>
    describe(`${contract}, ${stores}`, () => {
      let here: Opened;
      let opened: Opened[];
      beforeEach(async () => {
        here = await open();
        opened = [here];
      });
      declare({
        here: () => here.place,
        isAtomic: () => here.isAtomic,
        async another() {
          const one = await open();
          opened.push(one);
          return one.place;
        },
      });
      afterEach(async () => {
        for (const each of opened) await each.remove();
      });
    });
  on('embedded', async () => {
    const dataDir = await temporaryDir();
    return { place: [{ dataDir }, null], isAtomic: true, remove: () => rm(dataDir, { recursive: true }) };
  });
  withStore('MONGODB_URL', (url) =>
    on('MongoDB', async () => {
      const { mongo, isAtomic, drop } = await openDatabase(url);
      return { place: [{ dataDir: '' }, mongo], isAtomic, remove: drop };
    }),
  );
}
