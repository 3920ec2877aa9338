// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openEvidence } from '../../src/commands/reconciliations/evidenceStore.js';
import { MongoFiles } from '../../src/stores/files/mongoFiles.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { evidenceContract } from './evidence.contract.js';

withStore('MONGODB_URL', (url) =>
  evidenceContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return { open: () => openEvidence(new MongoFiles(database.mongo, 'evidence')), drop: () => database.drop() };
  }),
);
