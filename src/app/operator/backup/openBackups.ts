// Opens the dependencies of the commands `backup` and `restore` on the configured data folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Backups, BackupSummary } from '../../../operator/dependencies.js';
import { openDataDir } from '../../folder/dataDir.js';
import { isReadOnly, openReadOnlyFolder } from '../readOnlyFolder.js';
import { bytesOf, MANIFEST, readManifest } from './manifest.js';
import { makeBackup, type BackupConfig } from './makeBackup.js';
import { mustBeRestorable, restore } from './restore.js';
import { verifyBackup, type VerifiedBackup } from './verifyBackup.js';

export function openBackups(config: BackupConfig): Backups {
  return {
    isBackup: (dir) => existsSync(join(dir, MANIFEST)),
    async make(dir, printLine) {
      if (!isReadOnly(config)) {
        const dataDir = await openDataDir(config, false);
        const manifest = await makeBackup(config, dir, printLine).finally(() => dataDir.close());
        return summaryOf({ manifest, problems: [] });
      }
      const folder = await openReadOnlyFolder(config);
      try {
        return summaryOf({ manifest: await makeBackup(folder.config, dir, printLine), problems: [] });
      } finally {
        await folder.close();
      }
    },
    verify: async (dir, printLine) => summaryOf(await verifyBackup(resolve(dir), printLine)),
    async restore(dir, printLine) {
      await mustBeRestorable(config, dir, await readManifest(resolve(dir)));
      const verified = await verifyBackup(resolve(dir), printLine);
      if (verified.problems.length === 0) await restore(config, resolve(dir), verified.manifest, printLine);
      return summaryOf(verified);
    },
  };
}

function summaryOf({ manifest, problems }: VerifiedBackup): BackupSummary {
  const { events = 0, seal = null } = manifest.log ?? {};
  return { ok: problems.length === 0, events, bytes: bytesOf(manifest), seal, problems };
}
