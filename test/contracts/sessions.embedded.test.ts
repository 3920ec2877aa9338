import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedSessions } from '../../src/stores/people/embeddedSessions.js';
import { temporaryDir } from '../support/service.js';
import { sessionsContract } from './sessions.contract.js';

sessionsContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openEmbeddedSessions(join(folder, 'sessions.db')),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});
