// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { MongoFiles } from '../../src/stores/files/mongoFiles.js';
import { openStagedFiles, stagedFiles } from '../../src/commands/imports/stagedFiles.js';
import { MongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { stagedFilesContract } from './stagedFiles.contract.js';

withStore('MONGODB_URL', (url) =>
  stagedFilesContract('MongoDB', async () => {
    const { mongo, drop } = await openDatabase(url);
    return {
      open: () =>
        openStagedFiles(
          new MongoDocuments(mongo, { collections: [stagedFiles] }),
          new MongoFiles(mongo, 'stagedBlocks'),
        ),
      drop,
    };
  }),
);
