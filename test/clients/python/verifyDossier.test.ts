// The independent verifier of dossiers in Python, which shares no code with the service's own.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyOf } from '../../../src/app/sealKey.js';
import { parseCheckpoint, signCheckpoint, type Checkpoint } from '../../../src/commands/seals/checkpoint.js';
import type { NoteKey } from '../../../src/commands/seals/signedNote.js';
import { readEntries } from '../../../src/dossier/readZip.js';
import { writeStoredZip } from '../../../src/dossier/storedZip.js';
import { resign, tamperings, type Entries } from '../../support/dossierTamperings.js';
import { describeWithCryptography } from '../../support/loudlySkipped.js';
import { releasedMonth } from '../../support/releasedMonth.js';
import { removeDir, temporaryDir } from '../../support/service.js';

const VERIFIER = fileURLToPath(new URL('../../../../clients/python/verify_dossier.py', import.meta.url));
describeWithCryptography('verifyDossier')('The verifier in Python', () => {
  let dir: string;
  let key: NoteKey;
  let whole: ReadonlyMap<string, Buffer>;
  const at = (name: string): string => join(dir, name);
  const verified = (file: string, ...kept: readonly string[]) => {
    const { status, stdout } = spawnSync('python3', [VERIFIER, at(file), ...kept.map(at)], { encoding: 'utf8' });
    return { status, stdout };
  };
  const tampered = async (tamper: (entries: Entries) => void, resigned: boolean) => {
    const entries: Entries = new Map(whole);
    tamper(entries);
    if (resigned) resign(entries, key);
    await writeStoredZip(at('tampered.zip'), asEntries(entries));
    return verified('tampered.zip');
  };

  beforeAll(async () => {
    dir = await temporaryDir();
    const { cli, of, ids, does } = await releasedMonth(dir, { accounts: 3 });
    await writeFile(at('extrato.pdf'), 'extrato');
    await does('ana', 'start', ids[0] ?? 0);
    await does('ana', 'attach', ids[0] ?? 0, '--file', at('extrato.pdf'));
    await cli.json('seals', 'export', '--checkpoint', at('older.txt'));
    await cli.json('close', ...of, '--yes');
    await cli.json('dossier', at('dossie.zip'), ...of, '--checkpoint', at('older.txt'));
    await cli.json('reopen', ...of, '--reason', 'ajuste');
    await cli.json('seals', 'export', '--checkpoint', at('newer.txt'));
    whole = await readEntries(at('dossie.zip'));
    key = keyOf((await readFile(at('seal.key'), 'utf8')).trim());
  });
  afterAll(() => removeDir(dir));

  it('finds a dossier whole, with the checkpoint that was kept', () => {
    expect(verified('dossie.zip', 'older.txt')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^confere$/m),
    });
    expect(verified('dossie.zip', 'newer.txt')).toEqual({
      status: 1,
      stdout: expect.stringContaining('não comprovado'),
    });
  });

  it('finds a fork of the log', async () => {
    const { logId, size } = parseCheckpoint(whole.get('checkpoint.txt')?.toString() ?? '') as Checkpoint;
    await writeFile(at('fork.txt'), signCheckpoint({ logId, key }, { size, root: '0'.repeat(64) }));
    expect(verified('dossie.zip', 'fork.txt')).toEqual({
      status: 1,
      stdout: expect.stringContaining('bifurcado'),
    });
  });

  it('refuses a file that was cut', async () => {
    const bytes = await readFile(at('dossie.zip'));
    await writeFile(at('cut.zip'), bytes.subarray(0, bytes.length - 40));
    expect(verified('cut.zip')).toEqual({ status: 1, stdout: expect.stringContaining('não pode ser lido') });
  });

  it.each(tamperings)('shows $what (signed again: $resigned)', async ({ tamper, resigned }) => {
    expect(await tampered(tamper, resigned)).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^✗ .*NÃO CONFERE\n$/ms),
    });
  });
});

async function* asEntries(entries: Entries) {
  for (const [name, bytes] of entries) yield { name, bytes };
}
