import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWhole } from '../../src/operator/fileImports.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'whole-'));
});
afterEach(() => rm(dir, { recursive: true }));

const MODULE = new URL('../../src/operator/fileImports.js', import.meta.url).href;

describe('A file that appears whole', () => {
  it('has its name once it is written, and keeps its extension before', async () => {
    const paths = ['a.xlsx', 'b'].map((name) => join(dir, name));
    await writeWhole(paths, async (partial) => {
      expect(partial).toEqual([join(dir, `a.${process.pid}.parcial.xlsx`), join(dir, `b.${process.pid}.parcial`)]);
      for (const path of partial) await writeFile(path, 'whole');
      expect((await readdir(dir)).filter((name) => !name.includes('parcial'))).toEqual([]);
    });
    expect(await readdir(dir)).toEqual(['a.xlsx', 'b']);
  });

  it('leaves what was there, and nothing else, when it is not written', async () => {
    const path = join(dir, 'a.csv');
    await writeFile(path, 'before');
    const failing = writeWhole([path], async ([partial = '']) => {
      await writeFile(partial, 'half');
      throw new Error('full');
    });
    await expect(failing).rejects.toThrow('full');
    expect([await readdir(dir), await readFile(path, 'utf8')]).toEqual([['a.csv'], 'before']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves nothing behind when %s ends the process', async (signal) => {
    const script = `
      import { writeFileSync } from 'node:fs';
      import { writeWhole } from ${JSON.stringify(MODULE)};
      await writeWhole([${JSON.stringify(join(dir, 'a.csv'))}], async ([partial]) => {
        writeFileSync(partial, 'half');
        console.log('writing');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    expect(await readdir(dir)).toEqual([`a.${child.pid}.parcial.csv`]);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(await readdir(dir)).toEqual([]);
  });
});
