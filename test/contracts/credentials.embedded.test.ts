import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedCredentials } from '../../src/stores/people/embeddedCredentials.js';
import { temporaryDir } from '../support/service.js';
import { credentialsContract } from './credentials.contract.js';

credentialsContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openEmbeddedCredentials(join(folder, 'people.db')),
    openAnother: () => openEmbeddedCredentials(join(folder, 'another.db')),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});
