// Evidence as files, in a folder for each client. Events name a file by SHA-256; its bytes (`{sha256}`) and its
// name (`{evidenceId}.name`), which may name people, are only here.
import type { Files } from '../kernel/files.js';

/** `evidenceId` and `sha256` as in the event. */
export type StoredEvidence = Readonly<{ evidenceId: string; sha256: string; name: string; bytes: Uint8Array }>;

/** What other processes store is not known for so long: every upload asks what the client's files take. */
const KNOWN_MS = 10 * 60_000;
const SHA256 = /^[0-9a-f]{64}$/;

export type EvidenceStore = ReturnType<typeof openEvidence>;

export function openEvidence(files: Files) {
  const roomOfClients = new Map<number, { bytes: number; atMs: number }>();
  const nameOf = (evidenceId: string): string => `${evidenceId}.name`;
  return {
    /** Durable once resolved; may run twice. Interrupted, it leaves bytes or a name that no event refers to. */
    async put(clientId: number, { evidenceId, sha256, name, bytes }: StoredEvidence) {
      const isNew = await files.put(String(clientId), sha256, bytes);
      const used = roomOfClients.get(clientId);
      if (isNew && used !== undefined) used.bytes += bytes.byteLength;
      await files.put(String(clientId), nameOf(evidenceId), Buffer.from(name));
    },
    /** What the client's files take, about: of other processes it may be some minutes old. */
    async usedBytes(clientId: number) {
      const room = roomOfClients.get(clientId);
      if (room !== undefined && performance.now() - room.atMs < KNOWN_MS) return room.bytes;
      let bytes = 0;
      for (const [name, size] of await files.sizes(String(clientId))) if (SHA256.test(name)) bytes += size;
      roomOfClients.set(clientId, { bytes, atMs: performance.now() });
      return bytes;
    },
    /** Does not verify the SHA-256. Null when the client has no such file. */
    bytes: (clientId: number, sha256: string) => files.read(String(clientId), sha256),
    /** Names by evidence id; missing ones are omitted. */
    async names(clientId: number, evidenceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const names = new Map<string, string>();
      for (const id of evidenceIds) {
        const name = await files.read(String(clientId), nameOf(id));
        if (name !== null) names.set(id, Buffer.from(name).toString());
      }
      return names;
    },
  };
}
