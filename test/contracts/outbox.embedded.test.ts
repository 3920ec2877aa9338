import { rm } from 'node:fs/promises';
import { openOutbox } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { outboxContract } from './outbox.contract.js';

outboxContract('embedded', async () => {
  const dataDir = await temporaryDir();
  return {
    isAtomic: true,
    open: () => openOutbox({ dataDir }, null),
    drop: () => rm(dataDir, { recursive: true, force: true }),
  };
});
