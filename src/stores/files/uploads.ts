// What people uploaded, in folders: files that wait for their import, and evidence.
import { STAGED_MS, type StagedFile, type StagedFiles } from '../../commands/imports/stagedFiles.js';
import type { EvidenceStore } from '../../commands/reconciliations/evidenceStore.js';
import { collection, type Documents } from '../../commands/kernel/documents.js';
import type { Files } from './folderFiles.js';

// Staged files: a document each, beside a folder with the content. The document is written last and removed first.

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
      const document = await documents.get(stagedFiles, stagedId);
      return document && asStaged(document);
    },
    all: async () => (await documents.find(stagedFiles, {})).map(asStaged),
    async change(stagedId, changes) {
      await documents.update(stagedFiles, { _id: stagedId }, { set: changes });
    },
    async withFile(stagedId, dir, work) {
      const document = await documents.get(stagedFiles, stagedId);
      return document && files.withFile(stagedId, CONTENT, dir, work);
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

// Evidence as files, in a folder for each client: `{sha256}` holds the bytes, `{evidenceId}.name` the name a file came with.

/** What other processes store meanwhile is not known for so long: every upload asks what the client's files take. */
const KNOWN_MS = 10 * 60_000;
const SHA256 = /^[0-9a-f]{64}$/;

export function openEvidence(files: Files): EvidenceStore {
  const roomOfClients = new Map<number, { bytes: number; atMs: number }>();
  const nameOf = (evidenceId: string): string => `${evidenceId}.name`;
  return {
    async put(clientId, { evidenceId, sha256, name, bytes }) {
      const isNew = await files.put(String(clientId), sha256, bytes);
      const used = roomOfClients.get(clientId);
      if (isNew && used !== undefined) used.bytes += bytes.byteLength;
      await files.put(String(clientId), nameOf(evidenceId), Buffer.from(name));
    },
    async usedBytes(clientId) {
      const room = roomOfClients.get(clientId);
      if (room !== undefined && performance.now() - room.atMs < KNOWN_MS) return room.bytes;
      let bytes = 0;
      for (const [name, size] of await files.sizes(String(clientId))) if (SHA256.test(name)) bytes += size;
      roomOfClients.set(clientId, { bytes, atMs: performance.now() });
      return bytes;
    },
    bytes: (clientId, sha256) => files.read(String(clientId), sha256),
    async names(clientId, evidenceIds) {
      const names = new Map<string, string>();
      for (const id of evidenceIds) {
        const name = await files.read(String(clientId), nameOf(id));
        if (name !== null) names.set(id, Buffer.from(name).toString());
      }
      return names;
    },
  };
}
