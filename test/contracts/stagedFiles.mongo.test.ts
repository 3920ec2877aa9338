// The contract over the real driver, on whatever server MONGODB_URL names, each test in a database of its own.
import { openMongoFiles } from '../../src/stores/files/mongoFiles.js';
import { openStagedFiles, stagedFiles } from '../../src/stores/files/uploads.js';
import { openMongoDocuments } from '../../src/stores/mongo/mongoDocuments.js';
import { openDatabase, withStore } from '../stores/mongo/database.js';
import { stagedFilesContract } from './stagedFiles.contract.js';

withStore('MONGODB_URL', (url) =>
  stagedFilesContract('MongoDB', async () => {
    const { mongo, drop } = await openDatabase(url);
    return {
      open: () =>
        openStagedFiles(
          openMongoDocuments(mongo, { collections: [stagedFiles] }),
          openMongoFiles(mongo, 'stagedBlocks'),
        ),
      drop,
    };
  }),
);
