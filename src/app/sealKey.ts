// The key that signs checkpoints: configured, or generated once in the data folder (docs/spec/log.md#seal-key).
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { noteKey, type NoteKey } from '../commands/seals/signedNote.js';
import type { Config } from './config.js';
import { keyFromFile, writeKey } from './keyFile.js';

export const SEAL_KEY_FILE = 'seal.key';

type KeyConfig = Pick<Config, 'sealKey' | 'dataDir' | 'readOnly'>;

/**
 * The configured key, base64 of 32 bytes; without one the file `seal.key` in the data folder, mode 0600.
 * @param creates whether the file may be created: a log with a key was signed with another one
 * @returns null without a key in a read-only folder: an auditor's copy need not have it
 * @throws StoreError SealKeyMissing
 */
export async function loadSealKey(config: KeyConfig, creates: boolean): Promise<NoteKey | null> {
  const path = join(config.dataDir, SEAL_KEY_FILE);
  if (config.readOnly === true && config.sealKey === null && !existsSync(path)) return null;
  const missing = creates ? null : ({ is: 'SealKeyMissing', path } as const);
  return keyOf(config.sealKey ?? (await keyFromFile(path, missing)));
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
