// The key that encrypts secrets at rest: configured, or generated once in the data folder.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.js';
import { StoreFault } from '../domain/kernel/storeFault.js';

const KEY_BYTES = 32;

export type SecretsKey = Readonly<{ key: Buffer; fingerprint: string }>;

/**
 * The configured key, base64 of 32 bytes; without one the file `secrets.key` in the data folder, mode 0600.
 * @param creates whether the file may be created: an existing log was created with another key
 * @returns null without a key in a read-only folder: an auditor's copy need not have it
 * @throws StoreFault SecretsKeyMissing
 */
export async function loadSecretsKey(
  { secretsKey: configured, dataDir, readOnly = false }: Pick<Config, 'secretsKey' | 'dataDir' | 'readOnly'>,
  creates: boolean,
): Promise<SecretsKey | null> {
  const file = join(dataDir, 'secrets.key');
  if (readOnly && configured === null && !existsSync(file)) return null;
  const key = Buffer.from(configured ?? (await keyFromFile(file, creates)), 'base64');
  if (key.length !== KEY_BYTES) throw new Error('secrets.key does not hold 32 bytes in base64');
  return { key, fingerprint: createHash('sha256').update('fingerprint').update(key).digest('hex').slice(0, 16) };
}

async function keyFromFile(path: string, creates: boolean): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing !== null) return existing.trim();
  if (!creates) throw new StoreFault({ is: 'SecretsKeyMissing', path });
  // Processes may start at once: link() publishes a complete file, and the second process reads the first one's.
  const made = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(made, `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    await link(made, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(made);
  }
  return (await readFile(path, 'utf8')).trim();
}
