// The examples in other languages import a file and read a page of the running service, where the language is
// there.
import { describe, expect, it } from '#jest';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/guideBlocks.js';
import { issueKey, operatorJson } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';

const RUN_MAX_MS = 240_000;
const LANGUAGES = {
  python: { needs: ['python3', '--version'], run: ['python3', 'importar.py'] },
  csharp: { needs: ['dotnet', '--version'], run: ['dotnet', 'run', '--'] },
} as const;

const isThere = ([command, ...args]: readonly [string, ...string[]]): boolean =>
  spawnSync(command, args).status === 0;

const folder = await temporaryDir();
cpSync(join(ROOT, 'clients'), join(folder, 'clients'), { recursive: true });
const dataDir = join(folder, 'data');
await operatorJson(dataDir, ['apply', join(ROOT, 'fixtures/registers.json')]);
const { secret } = await issueKey(dataDir, 'demonstracao', 'trial_balances:write,trial_balances:read');
const service = await startService({ dataDir });
const env: Record<string, string> = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  ENDERECO: service.url,
  CHAVE: secret,
};

describe('an example for integrators', () => {
  it('is tried here in every language that has one', () => {
    const folders = readdirSync(join(ROOT, 'clients')).filter((name) => name !== 'typescript');
    expect(folders.sort()).toEqual(Object.keys(LANGUAGES).sort());
  });

  for (const [language, { needs, run }] of Object.entries(LANGUAGES)) {
    const there = isThere(needs);
    if (!there)
      process.stderr.write(`${needs[0]} is not on this machine: the example in ${language} is not run\n`);
    (there ? it : it.skip)(
      `imports a file and reads a page in ${language}, and tells a refusal`,
      async () => {
        const [command, ...before] = run;
        const started = (...args: string[]) =>
          promisify(execFile)(command, [...before, ...args], { cwd: join(folder, 'clients', language), env });
        const file = join(ROOT, 'fixtures/siconfi/2022-03.xls');
        const asked = [file, '11.222.333/0001-81', '2022-03', 'PCASP 2022'];
        const lines = (await started(...asked)).stdout.trim().split(/\r?\n/);
        expect(lines[0]).toMatch(/^gravado \d+ linhas$/);
        const total = lines[0]?.split(' ')[1];
        expect(lines.at(-1)).toBe(`100 de ${total}`);
        expect(lines.at(-2)).toMatch(/^\d+ -?\d+\.\d\d$/);
        expect((await started(...asked)).stdout).toMatch(/^reenvio /);
        await expect(started(file)).rejects.toMatchObject({ stderr: expect.stringMatching(/^uso: /) });
        const refused = started(file, '11.222.333/0001-81', '2022-03', 'Outro plano');
        await expect(refused).rejects.toMatchObject({
          stderr: expect.stringMatching(/HTTP 400, X-Request-Id [0-9a-f-]{36}/),
        });
      },
      RUN_MAX_MS,
    );
  }
});
