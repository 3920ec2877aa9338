import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { openEvidence } from '../../src/commands/reconciliations/evidenceStore.js';
import { openFolderFiles } from '../../src/stores/files/folderFiles.js';
import { evidenceContract } from './evidence.contract.js';
import { temporaryDir } from '../support/service.js';

evidenceContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openEvidence(openFolderFiles(join(folder, 'evidence'))),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('The folder of evidence', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryDir();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const bytes = Buffer.from('extrato de maio');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = () => ({ evidenceId: randomUUID(), sha256, name: 'extrato.pdf', bytes });

  it('is readable by its owner only, and contains the bytes once and no partial file', async () => {
    const store = openEvidence(openFolderFiles(join(folder, 'evidence')));
    const [one, other] = [file(), file()];
    await store.put(3, one);
    await store.put(3, other);
    const files = await readdir(join(folder, 'evidence', '3'));
    expect(files.sort()).toEqual([sha256, `${one.evidenceId}.name`, `${other.evidenceId}.name`].sort());
    for (const path of ['', '3', ...files.map((name) => join('3', name))])
      expect((await stat(join(folder, 'evidence', path))).mode & 0o077).toBe(0);
  });

  it('repairs a damaged file when the same bytes are stored again', async () => {
    const store = openEvidence(openFolderFiles(join(folder, 'evidence')));
    await store.put(3, file());
    await writeFile(join(folder, 'evidence', '3', sha256), 'estragado');
    await store.put(3, file());
    expect(await store.bytes(3, sha256)).toEqual(bytes);
  });
});
