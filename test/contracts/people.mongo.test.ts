// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openPeople } from '../../src/app/stores.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { peopleContract } from './people.contract.js';

withStore('MONGODB_URL', (url) =>
  peopleContract('MongoDB', async () => {
    const [database, another] = [await openDatabase(url), await openDatabase(url)];
    return {
      open: () => openPeople({ dataDir: '' }, database.mongo).people,
      openAnother: () => openPeople({ dataDir: '' }, another.mongo).people,
      async drop() {
        await database.drop();
        await another.drop();
      },
    };
  }),
);
