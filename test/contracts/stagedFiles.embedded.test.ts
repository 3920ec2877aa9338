import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openEmbeddedStagedFiles } from '../../src/stores/stagedFiles/embeddedStagedFiles.js';
import { stagedFilesContract } from './stagedFiles.contract.js';
import { temporaryDir } from '../support/service.js';

stagedFilesContract('embedded', async () => {
  const folder = await temporaryDir();
  return {
    open: () => openEmbeddedStagedFiles(join(folder, 'staged')),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('The folder of staged files', () => {
  it('is readable by its owner only and loses what interrupted runs left', async () => {
    const folder = await temporaryDir();
    const staged = join(folder, 'staged');
    const left = join(staged, 'interrompido.tmp');
    await mkdir(left, { recursive: true, mode: 0o700 });
    await openEmbeddedStagedFiles(staged).purge(Date.now());
    expect((await stat(staged)).mode & 0o077).toBe(0);
    expect(await readdir(staged)).toEqual(['interrompido.tmp']);
    await utimes(left, 1, 1);
    await openEmbeddedStagedFiles(staged).purge(Date.now());
    expect(await readdir(staged)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
