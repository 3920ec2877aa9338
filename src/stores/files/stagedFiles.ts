// Staged files: a document each, beside a folder with the content. The document is written last and removed first.
import { STAGED_MS, type StagedFile, type StagedFiles } from '../../commands/imports/stagedFiles.js';
import { collection, type Documents } from '../documents/documents.js';
import type { Files } from './files.js';

type Staged = Omit<StagedFile, 'stagedId'> & Readonly<{ _id: string }>;

export const stagedFiles = collection<Staged>('stagedFiles');
const CONTENT = 'content';

export function openStagedFiles(documents: Documents, files: Files): StagedFiles {
  async function remove(stagedId: string): Promise<void> {
    await documents.delete(stagedFiles, { _id: stagedId });
    await files.remove(stagedId);
  }
  return {
    remove,
    async put({ stagedId, ...facts }, path) {
      await files.take(stagedId, CONTENT, path);
      await documents.insert(stagedFiles, [{ _id: stagedId, ...facts }]);
    },
    async find(stagedId) {
      const found = await documents.get(stagedFiles, stagedId);
      return found && asStaged(found);
    },
    all: async () => (await documents.find(stagedFiles, {})).map(asStaged),
    async change(stagedId, changes) {
      await documents.update(stagedFiles, { _id: stagedId }, { set: changes });
    },
    async withFile(stagedId, dir, work) {
      const found = await documents.get(stagedFiles, stagedId);
      return found && files.withFile(stagedId, CONTENT, dir, work);
    },
    async purge(beforeMs) {
      for (const { _id } of await documents.find(stagedFiles, { expiresAtMs: { below: beforeMs } }))
        await remove(_id);
      await files.purge(beforeMs - STAGED_MS);
    },
  };
}

function asStaged({ _id: stagedId, ...facts }: Staged): StagedFile {
  return { stagedId, ...facts };
}
