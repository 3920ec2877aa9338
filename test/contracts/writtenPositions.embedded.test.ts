import { rm } from 'node:fs/promises';
import { openTransient } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { writtenPositionsContract } from './writtenPositions.contract.js';

writtenPositionsContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openTransient({ dataDir: folder }, null),
    drop: () => rm(folder, { recursive: true }),
  };
});
