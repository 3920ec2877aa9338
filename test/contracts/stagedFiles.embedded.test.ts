import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '#jest';
import { STAGED_MS } from '../../src/commands/imports/stagedFiles.js';
import { openFolderFiles } from '../../src/stores/files/folderFiles.js';
import { openStagedFiles, stagedFiles } from '../../src/commands/imports/stagedFiles.js';
import { openSqliteDocuments } from '../../src/stores/sqlite/sqliteDocuments.js';
import { stagedFilesContract } from './stagedFiles.contract.js';
import { temporaryDir } from '../support/service.js';

function openIn(folder: string) {
  const documents = openSqliteDocuments(join(folder, 'staged.db'), { collections: [stagedFiles] });
  return { documents, files: openStagedFiles(documents, openFolderFiles(join(folder, 'staged'))) };
}

stagedFilesContract('embedded', async () => {
  const folder = await temporaryDir();
  const opened: ReturnType<typeof openIn>[] = [];
  return {
    open() {
      opened.push(openIn(folder));
      return opened.at(-1)?.files ?? openIn(folder).files;
    },
    async drop() {
      for (const { documents } of opened) await documents.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

describe('The folder of staged files', () => {
  it('is readable by its owner only and loses what interrupted runs left', async () => {
    const folder = await temporaryDir();
    const { documents, files } = openIn(folder);
    const left = join(folder, 'staged', randomUUID());
    await mkdir(left, { recursive: true, mode: 0o700 });
    await files.purge(Date.now());
    expect((await stat(left)).mode & 0o077).toBe(0);
    expect(await readdir(join(folder, 'staged'))).toHaveLength(1);
    const tooOld = (Date.now() - STAGED_MS) / 1_000 - 1;
    await utimes(left, tooOld, tooOld);
    await files.purge(Date.now());
    expect(await readdir(join(folder, 'staged'))).toEqual([]);
    await documents.close();
    await rm(folder, { recursive: true });
  });
});
