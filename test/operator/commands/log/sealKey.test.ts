// The key of the seals and its checkpoints, as operators and auditors meet them.
import { describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isCheckpointOf,
  noteKey,
  parseCheckpoint,
  type Checkpoint,
} from '../../../../src/commands/seals/checkpoint.js';
import { commandLine } from '../../../support/operator.js';
import { startService, temporaryDir } from '../../../support/service.js';
import { until } from '../../../support/until.js';

const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
await cli.apply({ ref: 'cliente', name: 'Cliente' });

describe('The key of the seals', () => {
  const keyFile = (): string => join(dataDir, 'seal.key');
  const kept = (): string => join(dataDir, 'checkpoint.txt');
  const publicKey = async (): Promise<Buffer> =>
    noteKey(Buffer.from(await readFile(keyFile(), 'utf8'), 'base64')).publicKey;
  const newest = async (): Promise<Checkpoint> => {
    await cli.json('checkpoint', kept());
    return parseCheckpoint(await readFile(kept(), 'utf8')) as Checkpoint;
  };

  it('is made once, for its owner alone, and signs the checkpoint that anybody may fetch', async () => {
    const service = await startService({ dataDir });
    try {
      const asked = () => fetch(`${service.url}/v1/log/checkpoint`);
      await until(async () => (await asked()).status === 200, 'a checkpoint');
      const answer = await asked();
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const checkpoint = parseCheckpoint(await answer.text());
      expect(checkpoint?.logId).toBe((await newest()).logId);
      expect(checkpoint && isCheckpointOf(checkpoint, await publicKey())).toBe(true);
      const refused = await cli.run('seals', 'rotate-key');
      expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('pare') });
    } finally {
      await service.kill();
    }
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  });

  it('writes the checkpoint to a file, and says when it cannot', async () => {
    const { size, root } = await newest();
    const keyId = expect.stringMatching(/^[0-9a-f]{8}$/);
    const shown = { ok: true, events: size, root: root.toString('base64'), keyId };
    expect(await cli.json('checkpoint', kept())).toEqual(shown);
    const { stdout, stderr } = await cli.run('checkpoint', kept());
    expect(stdout).toMatch(/^eventos +\d.*\nraiz da árvore +\S+=\n/m);
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^chave pública +[A-Za-z0-9+/]{43}=$/m)]);
    const fingerprint = createHash('sha256')
      .update(await publicKey())
      .digest('hex');
    expect(stdout).toMatch(new RegExp(`^SHA-256 da chave pública +${fingerprint}$`, 'm'));
    expect(await cli.run('checkpoint', join(dataDir, 'nada', 'x'))).toMatchObject({
      status: 1,
      stderr: `Não foi possível gravar o arquivo ${join(dataDir, 'nada', 'x')}\n`,
    });
  });

  it('is replaced by rotate-key; earlier seals stay valid', async () => {
    const before = await newest();
    await copyFile(keyFile(), `${keyFile()}.old`);
    const rotated = await cli.json<{ ok: boolean; publicKey: string }>('seals', 'rotate-key');
    const after = await newest();
    expect(rotated).toEqual({ ok: true, publicKey: (await publicKey()).toString('base64') });
    expect([before, after].map((each) => isCheckpointOf(each, Buffer.from(rotated.publicKey, 'base64')))).toEqual([
      false,
      true,
    ]);
    expect(await cli.json('verify')).toMatchObject({ ok: true, problems: [] });
  });

  it('may be configured, and then only the configured new one replaces it', async () => {
    const seed = (await readFile(keyFile(), 'utf8')).trim();
    const configured = commandLine(dataDir, { SEAL_KEY: seed });
    expect(await configured.run('seals', 'rotate-key')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--key-file'),
    });
    const next = join(dataDir, 'nova.key');
    await writeFile(next, 'curta');
    expect((await configured.run('seals', 'rotate-key', '--key-file', next)).stderr).toContain(
      '32 bytes em base64',
    );
    const nextSeed = Buffer.alloc(32, 3).toString('base64');
    await writeFile(next, `${nextSeed}\n`);
    await configured.json('seals', 'rotate-key', '--key-file', next);
    expect((await configured.run('checkpoint', kept())).stderr).toContain('outra chave (SEAL_KEY');
    await commandLine(dataDir, { SEAL_KEY: nextSeed }).json('checkpoint', kept());
    await writeFile(keyFile(), `${nextSeed}\n`);
  });

  it('that was lost stops what signs, until rotate-key --lost', async () => {
    await rm(keyFile());
    expect(await cli.run('checkpoint', kept())).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Falta .*seal\.key, .*operator seals rotate-key --lost\n$/),
    });
    await cli.json('seals', 'rotate-key', '--lost');
    await cli.json('checkpoint', kept());
    expect(await cli.json('verify')).toMatchObject({ ok: true, problems: [] });
  });
});
