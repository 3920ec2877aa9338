// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openMongoStagedFiles } from '../../src/stores/stagedFiles/mongoStagedFiles.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { stagedFilesContract } from './stagedFiles.contract.js';

withStore('MONGODB_URL', (url) =>
  stagedFilesContract('MongoDB', async () => {
    const database = await openDatabase(url);
    return { open: () => openMongoStagedFiles(database.mongo), drop: () => database.drop() };
  }),
);
