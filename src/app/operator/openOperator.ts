// Opens the dependencies of the command line for one configuration: stores, the raw log, or folders of backups.
import { resolve } from 'node:path';
import type { Config } from '../config.js';
import { ConfigError } from '../configError.js';
import { deployedVersion } from '../version.js';
import type { OpenOperator } from '../../operator/dependencies.js';
import { Refused } from '../../operator/refused.js';
import type { OperatorHooks } from './openOperatorDependencies.js';

/** @param config read when something is opened: help and version need none */
export function openOperator(config: () => Config, hooks?: OperatorHooks): OpenOperator {
  return {
    version: deployedVersion(),
    folderWithoutStore: async () => {
      const { dataDir } = config();
      return (await isEmpty(config())) ? resolve(dataDir) : null;
    },
    // Each command loads what it needs.
    dependencies: async (creates) => {
      const { openOperatorDependencies } = await import('./openOperatorDependencies.js');
      return openOperatorDependencies(config(), creates, hooks).catch(asRefusal);
    },
    log: async () => {
      const { openOperatorLog } = await import('./openOperatorLog.js');
      return openOperatorLog(config()).catch(asRefusal);
    },
    backups: async () => (await import('./backup/openBackups.js')).openBackups(config()),
  };
}

async function isEmpty(config: Config): Promise<boolean> {
  const { holdsStore } = await import('../folder/dataDir.js');
  try {
    return !holdsStore(config);
  } catch {
    return false; // This user may not look into it.
  }
}

/** Reports an invalid address like other refusals. */
function asRefusal(error: unknown): never {
  throw error instanceof ConfigError ? new Refused(error.message) : error;
}
