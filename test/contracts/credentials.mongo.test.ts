// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openPeople } from '../../src/app/stores.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { credentialsContract } from './credentials.contract.js';

withStore('MONGODB_URL', (url) =>
  credentialsContract('MongoDB', async () => {
    const [database, another] = [await openDatabase(url), await openDatabase(url)];
    return {
      open: () => openPeople({ dataDir: '' }, database.mongo).credentials,
      openAnother: () => openPeople({ dataDir: '' }, another.mongo).credentials,
      async drop() {
        await database.drop();
        await another.drop();
      },
    };
  }),
);
