// Every block of curl in the guides, run as a reader would paste it, in order, on a service of its own.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtDocument, builtWebhooksDocument, codesOf } from '../support/contract.js';
import { operatorJson, removeDir, startService, temporaryDir, type Service } from '../support/service.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const guide = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8');
const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

type Block = Readonly<{ guide: string; line: number; script: string; refusal: string }>;

/** What follows `sh` on a fence is what its answer is refused with. */
function blocksOf(name: string): Block[] {
  const text = guide(name);
  return [...text.matchAll(/^```sh ?([^\n]*)\n(.*?)^```$/gms)].map((found) => ({
    guide: name,
    line: text.slice(0, found.index).split('\n').length,
    refusal: found[1] ?? '',
    script: found[2] ?? '',
  }));
}

const blocks = ['comecar.md', 'bi.md', 'erros.md', 'versoes.md', 'webhooks.md'].flatMap(blocksOf);

describe('the guides', () => {
  let service: Service;
  let env: Record<string, string>;
  beforeAll(async () => {
    const dataDir = await temporaryDir();
    service = await startService({ dataDir });
    await operatorJson(dataDir, ['apply', join(root, 'fixtures/registers.json')]);
    const { secret } = await operatorJson<{ secret: string }>(dataDir, [
      ...['keys', 'issue', '--client', 'demonstracao', '--name', 'ERP', '--scopes', SCOPES],
    ]);
    env = { PATH: process.env['PATH'] ?? '', ENDERECO: service.url, CHAVE: secret };
  });
  afterAll(async () => {
    await service.kill();
    await removeDir(service.dataDir);
  });

  it('have blocks to run', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(20);
    for (const { script } of blocks) expect(script).toContain('curl ');
  });

  it.each(blocks.map((block) => [`${block.guide}:${block.line}`, block] as const))(
    '%s works',
    async (_, block) => {
      const options = { env, cwd: root, maxBuffer: 1 << 26 };
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', block.script],
        options,
      );
      expect(stderr).toBe('');
      expect(stdout).not.toBe('');
      if (block.refusal !== '') expect(stdout).toContain(block.refusal);
      else if (stdout.startsWith('{')) {
        const answer = JSON.parse(stdout) as Record<string, unknown>;
        expect([answer['success'] ?? true, answer['errors']]).toEqual([true, undefined]);
        // What a later block is about: the webhook that was just registered.
        const { id } = (answer['data'] ?? {}) as { id?: unknown };
        if (typeof id === 'string') env['ID'] = id;
      }
      if (block.script.includes("-w '%{http_code}")) expect(stdout).toBe('304\n');
      if (block.script.includes('text/csv')) expect(stdout.split('\r\n')[0]).toMatch(/^id;razaoSocial;/);
    },
  );

  it('name every code that the contracts name', () => {
    const documents = [builtDocument(), builtWebhooksDocument()];
    const responses = documents
      .flatMap(({ paths }) => Object.values(paths))
      .flatMap((methods) => Object.values(methods))
      .flatMap((operation) => Object.values(operation.responses));
    const codes = new Set(responses.flatMap((response) => [...codesOf(response)]));
    expect(codes.size).toBeGreaterThan(20);
    const text = guide('erros.md');
    expect([...codes].filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });
});
