// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openMongoReadStore } from '../../src/stores/readStore/openReadStore.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { declared, readStoreContract } from './readStore.contract.js';

withStore('MONGODB_URL', (url) =>
  readStoreContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return {
      open: (shape = declared) => openMongoReadStore(database.mongo, shape),
      drop: () => database.drop(),
    };
  }),
);
