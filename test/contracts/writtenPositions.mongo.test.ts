// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { describe, expect, it } from '#jest';
import { StoreUnavailable } from '../../src/domain/kernel/storeError.js';
import { writtenPositions } from '../../src/api/readYourWrites.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { startMongoProxy } from '../support/mongoProxy.js';
import { until } from '../support/until.js';
import { positionsIn, writtenPositionsContract } from './writtenPositions.contract.js';

const collections = [writtenPositions];
/** How long a write waits. */
const NOTED_MS = 200;

withStore('MONGODB_URL', (url) => {
  writtenPositionsContract('MongoDB', async () => {
    const { mongo, drop } = await openDatabase(url);
    return { open: () => new MongoDocuments(mongo, { collections }), drop };
  });

  describe('positions that keys wrote, in a slow MongoDB', () => {
    it('are noted although that takes longer than a write waits', async () => {
      const database = await openDatabase(url);
      const proxy = await startMongoProxy(database.url);
      const slow = await openMongo(proxy.url);
      const { written, trouble } = positionsIn(new MongoDocuments(slow, { collections }));
      proxy.hold('update', 2 * NOTED_MS);
      await written.note(7, 120);
      const reader = positionsIn(new MongoDocuments(database.mongo, { collections }));
      await until(async () => {
        await reader.written.waitFor(7);
        return reader.waited.length > 0;
      }, 'the note');
      expect([reader.waited, trouble]).toEqual([[120], [expect.any(StoreUnavailable)]]);
      await slow.close();
      await proxy.close();
      await database.drop();
    });
  });
});

describe('positions while MongoDB is away', () => {
  it('fail neither a write nor a read; a process still waits for its own writes', async () => {
    const mongo = await openMongo('mongodb://127.0.0.1:9/none');
    const { written, waited, trouble } = positionsIn(new MongoDocuments(mongo, { collections }));
    await written.note(7, 20);
    await written.note(7, 10);
    expect(trouble).toHaveLength(2);
    await written.waitFor(7);
    await written.waitFor(8);
    expect(waited).toEqual([20]);
    await mongo.close();
  });
});
