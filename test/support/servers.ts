// A suite whose servers are not installed is skipped by name, so that the summary says so.
import { describe, it } from '#jest';
import { isInstalled, type ServerName } from './installedServers.js';

/** @param suite declares its tests; left out, loudly, where one of the servers is missing */
export function withServers(names: readonly ServerName[], suite: () => void): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return suite();
  describe(`with ${names.join(' and ')}`, () =>
    it.skip(`needs .ci/servers/install ${missing.join(' ')}`, () => undefined));
}
