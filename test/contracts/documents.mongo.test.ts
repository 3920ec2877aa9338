// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { UNSEEN_MAX_MS, MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { aged, coins, crates, documentsContract, fruits } from './documents.contract.js';

withStore('MONGODB_URL', (url) =>
  documentsContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return {
      isAtomic: database.isAtomic,
      open: () => new MongoDocuments(database.mongo, { collections: [fruits, crates, aged, coins] }),
      unseenMs: UNSEEN_MAX_MS,
      drop: () => database.drop(),
      indexOf: async () => null,
      indexes: async () =>
        (await database.mongo.db.collection(fruits.name).indexes()).map(({ name }) => String(name)),
    };
  }),
);
