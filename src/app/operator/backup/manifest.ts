// manifest.json of a backup: its contents and time. Written last, so a folder without one is no backup.
// Source: docs/spec/operator.md#backup.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sentences } from '../../../messages/operator/backups.js';
import { Refused } from '../../../operator/refused.js';

export const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().nonnegative();
/** Valid paths: a restore writes them below `DATA_DIR`, so they must not lead elsewhere. */
const path = z
  .string()
  .regex(
    /^(?:log\/log\.db|(?:queue|people|calls)\.db|secrets\.key|seal\.key|evidence\/[0-9]+\/(?:[0-9a-f]{64}|[0-9a-f-]{36}\.name))$/,
  );

const manifest = z.object({
  format: z.literal('backup-2'),
  createdAt: z.iso.datetime(),
  serviceVersion: z.string(),
  environment: z.string(),
  /** Null when the log is on another server. `events` is the position of the last event. */
  log: z
    .object({
      id: z.string().nullable(),
      events: count,
      seal: z.object({ count, hash: sha256, at: z.string() }).nullable(),
    })
    .nullable(),
  files: z.array(z.object({ path, bytes: count, sha256 })),
  /** False when people, queue, calls and evidence are in MongoDB. */
  hasEvidence: z.boolean(),
  /** Evidence named by the log that was missing in `DATA_DIR` when the backup was made. */
  missingEvidence: z.array(z.object({ clientId: count, evidenceId: z.string(), sha256 })),
});

export type BackupManifest = Readonly<z.infer<typeof manifest>>;
export type BackupFile = BackupManifest['files'][number];

export function bytesOf({ files }: Pick<BackupManifest, 'files'>): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @throws Refused when the folder holds no backup that this version reads */
export async function readManifest(dir: string): Promise<BackupManifest> {
  const file = join(dir, MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? new Refused(sentences.notABackup(dir)) : error;
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new Refused(sentences.manifestUnreadable(file));
  }
}
