import { rm } from 'node:fs/promises';
import { openSessions } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { sessionsContract } from './sessions.contract.js';

sessionsContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openSessions({ dataDir: folder }, null),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});
