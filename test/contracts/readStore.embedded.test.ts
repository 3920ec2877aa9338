import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedReadStore } from '../../src/stores/readStore/embedded.js';
import { declared, readStoreContract } from './readStore.contract.js';

readStoreContract('embedded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-store-'));
  return {
    open: (shape = declared) => openEmbeddedReadStore(folder, shape),
    drop: () => rm(folder, { recursive: true }),
  };
});
