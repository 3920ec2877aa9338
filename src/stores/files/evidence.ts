// Evidence as files, in a folder for each client: `{sha256}` holds the bytes, `{evidenceId}.name` the name a file came with.
import type { EvidenceStore } from '../../commands/reconciliations/evidenceStore.js';
import type { Files } from './files.js';

/** What other processes store meanwhile is not known for so long: every upload asks what the client's files take. */
const KNOWN_MS = 10 * 60_000;
const SHA256 = /^[0-9a-f]{64}$/;

export function openEvidence(files: Files): EvidenceStore {
  const known = new Map<number, { bytes: number; atMs: number }>();
  const nameOf = (evidenceId: string): string => `${evidenceId}.name`;
  return {
    async put(clientId, { evidenceId, sha256, name, bytes }) {
      const isNew = await files.put(String(clientId), sha256, bytes);
      const used = known.get(clientId);
      if (isNew && used !== undefined) used.bytes += bytes.byteLength;
      await files.put(String(clientId), nameOf(evidenceId), Buffer.from(name));
    },
    async usedBytes(clientId) {
      const last = known.get(clientId);
      if (last !== undefined && performance.now() - last.atMs < KNOWN_MS) return last.bytes;
      let bytes = 0;
      for (const [name, size] of await files.sizes(String(clientId))) if (SHA256.test(name)) bytes += size;
      known.set(clientId, { bytes, atMs: performance.now() });
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
