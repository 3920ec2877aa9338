// Files of the session between their preview and the act that the preview shows.
import { createHash } from 'node:crypto';
import type { FileOnDisk } from '../../commands/imports/importFile.js';
import { stagedFileOf, type Stager } from '../../commands/imports/stageFile.js';
import type { StagedFile } from '../../commands/imports/stagedFiles.js';
import type { ConsoleDependencies } from '../dependencies.js';
import { notFound, parameter, type ConsoleCall } from '../route.js';

/**
 * The file of the path's `{staged}`; null for one that is unknown, expired, or another session's.
 * @param sees whether the file of another session of the client is shown
 */
export function stagedInPath(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  purpose: StagedFile['purpose'],
  sees?: (staged: StagedFile) => boolean,
): Promise<StagedFile | null> {
  return stagedFileOf(deps, parameter(call, 'staged'), ownerOf(call, purpose), sees);
}

/** Runs with the staged file on this machine's disk. @throws ConsoleRefused PageNotFound */
export async function withStaged<Result>(
  { spool, stagedFiles }: Pick<ConsoleDependencies, 'spool' | 'stagedFiles'>,
  { stagedId, clientId, name, size, sha256 }: StagedFile,
  work: (file: FileOnDisk, dir: string) => Promise<Result>,
): Promise<Result> {
  const place = await spool.open(clientId, size);
  place.arrival.end();
  try {
    const found = await stagedFiles.withFile(stagedId, place.dir, async (path) => ({
      result: await work({ path, name, size, sha256 }, place.dir),
    }));
    return found === null ? notFound() : found.result;
  } finally {
    await place.remove();
  }
}

/** The token of the session stays when its cookie is renewed. Only its hash is stored. */
export function ownerOf({ state: { session } }: ConsoleCall, purpose: StagedFile['purpose']): Stager {
  const { personId, clientId, csrfToken } = session;
  const owner = createHash('sha256').update(`${personId} ${csrfToken}`).digest('hex');
  return { purpose, owner, personId, clientId };
}

/** The same text for previews that show the same. */
export function fingerprintOf(preview: string): string {
  return createHash('sha256').update(preview).digest('hex');
}
