// Evidence on MongoDB: one document for the bytes of each SHA-256 of a client (10 MB fit into one, which holds 16), one
// for the name of each file.
import type { Binary, Collection } from 'mongodb';
import type { EvidenceStore } from '../../commands/reconciliations/evidenceStore.js';
import type { Mongo } from '../mongo/connection.js';
import { isDuplicate } from '../mongo/errors.js';
import { createUsedBytes } from './usedBytes.js';

type BytesDocument = Readonly<{ _id: string; clientId: number; bytes: Binary | Uint8Array }>;
/** `size` of the bytes; absent in those of older versions, which count as none. */
type NameDocument = Readonly<{ _id: string; clientId: number; name: string; size?: number }>;

/** Time limit of a transfer of up to 10 MB. */
const TRANSFER_MS = 20_000;

/** Uses a connection that the caller opens and closes. */
export function openMongoEvidence(mongo: Mongo): EvidenceStore {
  const files: Collection<BytesDocument> = mongo.db.collection('evidence');
  const named: Collection<NameDocument> = mongo.db.collection('evidenceNames');
  let isIndexed = false;
  const used = createUsedBytes(async (clientId) => {
    let bytes = 0;
    const sizes = named.find({ clientId, size: { $gt: 0 } }, { projection: { size: 1 } });
    for (const { size = 0 } of await mongo.ask('Counting evidence', () => sizes.toArray(), TRANSFER_MS))
      bytes += size;
    return bytes;
  });
  return {
    usedBytes: (clientId) => used.of(clientId),
    async put(clientId, { evidenceId, sha256, name, bytes }) {
      await once(() =>
        mongo.ask(
          'Storing evidence',
          () => files.insertOne({ _id: idOf(clientId, sha256), clientId, bytes }),
          TRANSFER_MS,
        ),
      );
      if (!isIndexed)
        await mongo.ask('Indexing evidence', () => named.createIndex({ clientId: 1 }, { name: 'by_client' }));
      isIndexed = true;
      const size = bytes.byteLength;
      const isNew = await once(() =>
        mongo.ask('Naming evidence', () => named.insertOne({ _id: evidenceId, clientId, name, size })),
      );
      if (isNew) used.add(clientId, size);
    },
    async bytes(clientId, sha256) {
      const found = await mongo.ask(
        'Reading evidence',
        () => files.findOne({ _id: idOf(clientId, sha256) }),
        TRANSFER_MS,
      );
      return found && bytesOf(found.bytes);
    },
    async names(clientId, evidenceIds) {
      if (evidenceIds.length === 0) return new Map();
      const filter = { _id: { $in: [...evidenceIds] }, clientId };
      const found = await mongo.ask('Reading names of evidence', () => named.find(filter).toArray());
      return new Map(found.map(({ _id, name }) => [_id, name]));
    },
  };
}

function idOf(clientId: number, sha256: string): string {
  return `${clientId}.${sha256}`;
}

/** Keeps an existing document. @returns whether it is a new one */
async function once(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** The driver returns its own Binary type. */
function bytesOf(bytes: Binary | Uint8Array): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : bytes.value();
}
