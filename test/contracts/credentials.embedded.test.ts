import { rm } from 'node:fs/promises';
import { openPeople } from '../../src/app/stores.js';
import { temporaryDir } from '../support/service.js';
import { credentialsContract } from './credentials.contract.js';

credentialsContract('embedded', async () => {
  const [folder, another] = [await temporaryDir(), await temporaryDir()];
  return {
    open: () => openPeople({ dataDir: folder }, null).credentials,
    openAnother: () => openPeople({ dataDir: another }, null).credentials,
    async drop() {
      for (const each of [folder, another]) await rm(each, { recursive: true, force: true });
    },
  };
});
