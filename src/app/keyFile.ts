// The keys that encrypt secrets at rest and sign checkpoints (docs/spec/log.md#seal-key): configured, or generated
// once in the data folder, mode 0600, 32 bytes in base64.
import { randomBytes, createHash } from 'node:crypto';
import { link, readFile, unlink, writeFile, rename } from 'node:fs/promises';
import { StoreError, type StoreProblem } from '../domain/kernel/storeError.js';
import { existsSync } from 'node:fs';
import { unlessGone } from '../stores/files/paths.js';
import { join } from 'node:path';
import type { Config } from './config.js';
import { noteKey, type NoteKey } from '../commands/seals/checkpoint.js';

export const KEY_BYTES = 32;

/** @param missing thrown without the file; null when it may be created @throws StoreError also KeyDamaged */
async function keyFromFile(path: string, missing: StoreProblem | null): Promise<string> {
  const existing = (await unlessGone(readFile(path, 'utf8')))?.trim() ?? null;
  if (existing !== null && Buffer.from(existing, 'base64').length !== KEY_BYTES)
    throw new StoreError({ is: 'KeyDamaged', path });
  if (existing !== null) return existing;
  if (missing !== null) throw new StoreError(missing);
  // Processes may start at once: link() publishes a complete file, and the second process reads the first one's.
  const newKey = await writeKey(path, randomBytes(KEY_BYTES).toString('base64'));
  try {
    await link(newKey, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(newKey);
  }
  return (await readFile(path, 'utf8')).trim();
}

/** Writes the key durably to a new file beside the path. @returns that file */
async function writeKey(path: string, key: string): Promise<string> {
  const newPath = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(newPath, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return newPath;
}

type KeyConfig = Pick<Config, 'secretsKey' | 'sealKey' | 'dataDir' | 'readOnly'>;

const SECRETS_KEY_FILE = 'secrets.key';
export const SEAL_KEY_FILE = 'seal.key';

/**
 * @param creates whether the file may be created: an existing log was created with another key
 * @returns null without a key in a read-only folder: an auditor's copy need not have it
 * @throws StoreError SecretsKeyMissing, KeyDamaged
 */
export async function loadSecretsKey(config: KeyConfig, creates: boolean) {
  const text = await keyText(config, config.secretsKey, SECRETS_KEY_FILE, creates ? null : 'SecretsKeyMissing');
  if (text === null) return null;
  const key = Buffer.from(text, 'base64');
  return { key, fingerprint: createHash('sha256').update('fingerprint').update(key).digest('hex').slice(0, 16) };
}

/**
 * @param creates whether the file may be created: a log with a key was signed with another one
 * @returns null without a key in a read-only folder: an auditor's copy need not have it
 * @throws StoreError SealKeyMissing, KeyDamaged
 */
export async function loadSealKey(config: KeyConfig, creates: boolean): Promise<NoteKey | null> {
  const text = await keyText(config, config.sealKey, SEAL_KEY_FILE, creates ? null : 'SealKeyMissing');
  return text === null ? null : keyOf(text);
}

/** The configured key, base64 of 32 bytes; else the data folder's. @param missing null: may be created */
async function keyText(
  { dataDir, readOnly = false }: KeyConfig,
  configured: string | null,
  file: string,
  missing: 'SecretsKeyMissing' | 'SealKeyMissing' | null,
): Promise<string | null> {
  const path = join(dataDir, file);
  if (readOnly && configured === null && !existsSync(path)) return null;
  return configured ?? keyFromFile(path, missing && { is: missing, path });
}

/** Replaces the file of the data folder. @param seed base64 */
export async function replaceSealKey(dataDir: string, seed: string): Promise<void> {
  const path = join(dataDir, SEAL_KEY_FILE);
  await rename(await writeKey(path, seed), path);
}

/** @param seed base64 of 32 bytes */
export function keyOf(seed: string): NoteKey {
  return noteKey(Buffer.from(seed, 'base64'));
}
