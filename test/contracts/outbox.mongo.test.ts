// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openOutbox } from '../../src/app/stores.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { outboxContract } from './outbox.contract.js';

withStore('MONGODB_URL', (url) =>
  outboxContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return {
      isAtomic: database.isAtomic,
      open: () => openOutbox({ dataDir: '' }, database.mongo),
      drop: () => database.drop(),
    };
  }),
);
