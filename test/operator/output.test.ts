// Where the answer of a command goes: a standard output that takes nothing, and one whose reader has gone.
import { expect, it } from '#jest';
import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { progressCounter } from '../../src/operator/session.js';
import { operatorJson } from '../support/operator.js';
import { temporaryDir } from '../support/service.js';

const ENTRY = fileURLToPath(new URL('../../bin/operator.js', import.meta.url));

const dataDir = await temporaryDir();
const registers = join(dataDir, 'registers.json');
await writeFile(registers, JSON.stringify({ clients: [] }));
await operatorJson(dataDir, ['apply', registers]);

function started(args: readonly string[], stdio: StdioOptions) {
  return spawn(process.execPath, [ENTRY, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio,
  });
}

it.each([[['companies', 'list', '--json']], [['--help']]])(
  '%j into a full disk exits 1 with a message, as the answer is lost',
  async (args) => {
    const full = await open('/dev/full', 'w');
    const child = started(args, ['ignore', full.fd, 'pipe']);
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    await full.close();
    expect(status).toBe(1);
    expect(stderr).toContain(
      'O resultado não pôde ser escrito na saída padrão (ENOSPC); as alterações feitas pelo comando foram mantidas',
    );
  },
);

it('a closed output pipe is not an error', async () => {
  const child = started(['companies', 'list'], ['ignore', 'pipe', 'pipe']);
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('long work tells every 100,000 how far it is', () => {
  const lines: string[] = [];
  const count = progressCounter({ progress: (line) => lines.push(line) }, 'linhas lidas');
  for (let read = 0; read <= 1_250_000; read += 50_000) count(read);
  expect(lines).toHaveLength(12);
  expect([lines[0], lines.at(-1)]).toEqual(['100.000 linhas lidas', '1.200.000 linhas lidas']);
});
