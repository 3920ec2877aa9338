// Opens the dependencies of the commands `backup` and `restore` on the configured data folder.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Backups, BackupSummary } from '../../../operator/dependencies.js';
import { openDataDir } from '../../folder/dataDir.js';
import { isReadOnly, openReadOnlyFolder } from '../readOnlyFolder.js';
import { bytesOf, MANIFEST } from './manifest.js';
import { makeBackup, type BackupConfig } from './makeBackup.js';
import { restore } from './restore.js';
import { verifyBackup, type VerifiedBackup } from './verifyBackup.js';

export function openBackups(config: BackupConfig): Backups {
  return {
    isBackup: (dir) => existsSync(join(dir, MANIFEST)),
    async make(dir, tell) {
      if (!isReadOnly(config)) {
        const dataDir = await openDataDir(config, false);
        const manifest = await makeBackup(config, dir, tell).finally(() => dataDir.close());
        return summaryOf({ manifest, problems: [] });
      }
      const folder = await openReadOnlyFolder(config);
      try {
        return summaryOf({ manifest: await makeBackup(folder.config, dir, tell), problems: [] });
      } finally {
        await folder.close();
      }
    },
    verify: async (dir, tell) => summaryOf(await verifyBackup(resolve(dir), tell)),
    async restore(dir, tell) {
      const verified = await verifyBackup(resolve(dir), tell);
      if (verified.problems.length === 0) await restore(config, resolve(dir), verified.manifest, tell);
      return summaryOf(verified);
    },
  };
}

function summaryOf({ manifest, problems }: VerifiedBackup): BackupSummary {
  const { events = 0, seal = null } = manifest.log ?? {};
  return { ok: problems.length === 0, events, bytes: bytesOf(manifest), seal, problems };
}
