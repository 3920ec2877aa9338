// The key that encrypts secrets at rest: configured, or generated once in the data folder.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';
import { KEY_BYTES, keyFromFile } from './keyFile.js';

export type SecretsKey = Readonly<{ key: Buffer; fingerprint: string }>;

/**
 * The configured key, base64 of 32 bytes; without one the file `secrets.key` in the data folder, mode 0600.
 * @param creates whether the file may be created: an existing log was created with another key
 * @returns null without a key in a read-only folder: an auditor's copy need not have it
 * @throws StoreError SecretsKeyMissing
 */
export async function loadSecretsKey(
  { secretsKey: configured, dataDir, readOnly = false }: Pick<Config, 'secretsKey' | 'dataDir' | 'readOnly'>,
  creates: boolean,
): Promise<SecretsKey | null> {
  const file = join(dataDir, 'secrets.key');
  if (readOnly && configured === null && !existsSync(file)) return null;
  const missing = creates ? null : ({ is: 'SecretsKeyMissing', path: file } as const);
  const key = Buffer.from(configured ?? (await keyFromFile(file, missing)), 'base64');
  if (key.length !== KEY_BYTES) throw new Error('secrets.key does not hold 32 bytes in base64');
  return { key, fingerprint: createHash('sha256').update('fingerprint').update(key).digest('hex').slice(0, 16) };
}
