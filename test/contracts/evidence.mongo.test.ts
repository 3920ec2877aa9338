// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openMongoEvidence } from '../../src/stores/evidence/mongoEvidence.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { evidenceContract } from './evidence.contract.js';

withStore('MONGODB_URL', (url) =>
  evidenceContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return { open: () => openMongoEvidence(database.mongo), drop: () => database.drop() };
  }),
);
