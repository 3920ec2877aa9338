// Evidence as files: `{clientId}/{sha256}` holds the bytes, `{clientId}/{evidenceId}.name` the name a file came with.
// A file gets its name only when it is completely on disk.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EvidenceStore } from '../../commands/reconciliations/evidenceStore.js';
import { createUsedBytes } from './usedBytes.js';

/** Creates the folder, readable by its owner only, at the first `put`. */
export function openEmbeddedEvidence(folder: string): EvidenceStore {
  const of = (clientId: number): string => join(folder, String(clientId));
  const used = createUsedBytes(async (clientId) => {
    let bytes = 0;
    for (const name of await namesIn(of(clientId)))
      if (BYTES_FILE.test(name)) bytes += (await stat(join(of(clientId), name))).size;
    return bytes;
  });
  return {
    async put(clientId, { evidenceId, sha256, name, bytes }) {
      await mkdir(of(clientId), { recursive: true, mode: 0o700 });
      if (await writeOnce(join(of(clientId), sha256), bytes)) used.add(clientId, bytes.byteLength);
      await writeOnce(join(of(clientId), `${evidenceId}.name`), Buffer.from(name));
      for (const changed of [of(clientId), folder, dirname(folder)]) await syncFolder(changed);
    },
    usedBytes: (clientId) => used.of(clientId),
    bytes: (clientId, sha256) => contentOf(join(of(clientId), sha256)),
    async names(clientId, evidenceIds) {
      const names = new Map<string, string>();
      for (const id of evidenceIds) {
        const name = await contentOf(join(of(clientId), `${id}.name`));
        if (name !== null) names.set(id, name.toString());
      }
      return names;
    },
  };
}

/** Paths below the folder, of complete files. Empty when there is no folder. */
export async function evidenceFiles(folder: string): Promise<readonly string[]> {
  const clients = (await namesIn(folder)).filter((name) => /^[0-9]+$/.test(name));
  const files: string[] = [];
  for (const client of clients)
    for (const name of await namesIn(join(folder, client)))
      if (EVIDENCE_FILE.test(name)) files.push(join(client, name));
  return files;
}

const BYTES_FILE = /^[0-9a-f]{64}$/;
const EVIDENCE_FILE = /^(?:[0-9a-f]{64}|[0-9a-f-]{36}\.name)$/;

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Keeps an existing file; replaces one that differs, which is damaged. @returns whether it wrote */
async function writeOnce(path: string, bytes: Uint8Array): Promise<boolean> {
  if ((await contentOf(path))?.equals(bytes) === true) return false;
  const written = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(written, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(written, path);
    return true;
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
}

async function contentOf(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
