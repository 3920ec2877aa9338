// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openMongoPeople } from '../../src/stores/people/mongoPeople.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { peopleContract } from './people.contract.js';

withStore('MONGODB_URL', (url) =>
  peopleContract('MongoDB', async () => {
    const [database, another] = [await openDatabase(url), await openDatabase(url)];
    return {
      open: () => openMongoPeople(database.mongo),
      openAnother: () => openMongoPeople(another.mongo),
      async drop() {
        await database.drop();
        await another.drop();
      },
    };
  }),
);
