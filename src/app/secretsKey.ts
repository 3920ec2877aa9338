// The key that encrypts secrets at rest: configured, or generated once in the data folder.
import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

export type SecretsKey = Readonly<{ key: Buffer; fingerprint: string }>;

/** @param configured base64 of 32 bytes; null: the file `secrets.key` in the data folder, mode 0600 */
export async function loadSecretsKey(configured: string | null, dataDir: string): Promise<SecretsKey> {
  const key = Buffer.from(configured ?? (await keyFromFile(join(dataDir, 'secrets.key'))), 'base64');
  if (key.length !== KEY_BYTES) throw new Error('secrets.key does not hold 32 bytes in base64');
  return { key, fingerprint: createHash('sha256').update('fingerprint').update(key).digest('hex').slice(0, 16) };
}

async function keyFromFile(path: string): Promise<string> {
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing !== null) return existing.trim();
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
