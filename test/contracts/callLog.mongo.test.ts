// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { describe, expect, it } from '#jest';
import { calls, keyUses, StoredCalls } from '../../src/api/http/callLog.js';
import { openMongo } from '../../src/stores/mongo/connection.js';
import { MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { callLogContract, callOf } from './callLog.contract.js';

const collections = [calls, keyUses];

withStore('MONGODB_URL', (url) =>
  callLogContract('MongoDB', async () => {
    const { mongo, drop } = await openDatabase(url);
    return { open: () => new MongoDocuments(mongo, { collections }), drop };
  }),
);

describe('the call log while MongoDB is away', () => {
  it('keeps calls it could not write, and reports the error', async () => {
    const trouble: unknown[] = [];
    const away = await openMongo('mongodb://127.0.0.1:9/none');
    const documents = new MongoDocuments(away, { collections });
    const log = new StoredCalls({ documents, onError: (error, dropped) => trouble.push([error, dropped]) });
    log.record(callOf());
    await log.close();
    expect(trouble).toEqual([[expect.objectContaining({ name: 'StoreUnavailable' }), 0]]);
    await away.close();
  });
});
