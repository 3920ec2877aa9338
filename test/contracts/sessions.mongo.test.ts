// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openSessions } from '../../src/app/stores.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { sessionsContract } from './sessions.contract.js';

withStore('MONGODB_URL', (url) =>
  sessionsContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return { open: () => openSessions({ dataDir: '' }, database.mongo), drop: () => database.drop() };
  }),
);
