// Files that wait between their preview and their import, so that any process can import them: a document each, beside a folder with
// the content. The document is written last and removed first. They are thrown away after an hour at most and are in no backup.
import type { ColumnMapping } from '../../domain/trialBalance/interpretation.js';
import { collection, type Documents } from '../kernel/documents.js';
import type { Files } from '../kernel/files.js';

/** How long a file can be found; with the grace and the interval of sweeps it is gone after an hour. */
export const STAGED_MS = 45 * 60_000;

export type StagedFile = Readonly<{
  /** A UUID. */
  stagedId: string;
  /** What it is for: a file for one page is not found by another. */
  purpose: 'balancete' | 'plano' | 'conciliacao';
  /** The session that staged it. */
  owner: string;
  /** The person who staged it, a UUID. */
  personId: string;
  clientId: number;
  companyId: number;
  /** As typed; null where left to the file. */
  period: string | null;
  chartName: string | null;
  name: string;
  size: number;
  sha256: string;
  /** Columns corrected for this file alone; null: those of the company. */
  mapping: ColumnMapping | null;
  /** What the last preview showed, as JSON: only that is imported. */
  preview: string;
  /** In ms since 1970. */
  expiresAtMs: number;
}>;

/** Of the previews that the console keeps: another number once one of them changes. Those of another version count as expired. */
const PREVIEWS = 2;

type Staged = Omit<StagedFile, 'stagedId'> & Readonly<{ _id: string; previews?: number }>;

export const stagedFiles = collection<Staged>('stagedFiles');
const CONTENT = 'content';

export type StagedFiles = ReturnType<typeof openStagedFiles>;

export function openStagedFiles(documents: Documents, files: Files) {
  /** Ignores unknown files. */
  async function remove(stagedId: string): Promise<void> {
    await documents.delete(stagedFiles, { _id: stagedId });
    await files.remove(stagedId);
  }
  return {
    remove,
    /** Takes the file at the path, which may be moved. Others see it when it is complete. */
    async put({ stagedId, ...facts }: StagedFile, path: string) {
      await files.take(stagedId, CONTENT, path);
      await documents.insert(stagedFiles, [{ _id: stagedId, ...facts, previews: PREVIEWS }]);
    },
    /** Without regard to expiry. Null for unknown files. */
    async find(stagedId: string): Promise<StagedFile | null> {
      const document = await documents.get(stagedFiles, stagedId);
      return document && asStaged(document);
    },
    /** Without regard to expiry. */
    all: async () => (await documents.find(stagedFiles, {})).map(asStaged),
    /** Ignores unknown files. */
    async change(
      stagedId: string,
      changes: Partial<Pick<StagedFile, 'period' | 'chartName' | 'mapping' | 'preview'>>,
    ) {
      await documents.update(stagedFiles, { _id: stagedId }, { set: changes });
    },
    /** As of `Files`. @returns null for unknown files */
    async withFile<Result>(stagedId: string, dir: string, work: (path: string) => Promise<Result>) {
      const document = await documents.get(stagedFiles, stagedId);
      return document && files.withFile(stagedId, CONTENT, dir, work);
    },
    /** Removes what expired before a time, and what interrupted runs left. */
    async purge(beforeMs: number) {
      for (const { _id } of await documents.find(stagedFiles, { expiresAtMs: { below: beforeMs } }))
        await remove(_id);
      await files.purge(beforeMs - STAGED_MS);
    },
  };
}

function asStaged({ _id: stagedId, previews, ...facts }: Staged): StagedFile {
  return { stagedId, ...facts, ...(previews !== PREVIEWS && { expiresAtMs: 0 }) };
}
