// Every block of curl in the guides, run as a reader would paste it, in order, on a service of its own.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtDocument, builtWebhooksDocument, codesOf } from '../support/contract.js';
import { ROOT, guideText, shellBlocks } from '../support/guideBlocks.js';
import { operatorJson } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';

const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';

/** The other blocks of operating.md run in operatingGuide.test.ts. */
const blocks = ['comecar.md', 'bi.md', 'erros.md', 'versoes.md', 'webhooks.md', 'operating.md']
  .flatMap(shellBlocks)
  .filter(({ guide, script }) => guide !== 'operating.md' || script.startsWith('curl '));

describe('the guides', () => {
  let service: Service;
  let env: Record<string, string>;
  beforeAll(async () => {
    const dataDir = await temporaryDir();
    service = await startService({ dataDir });
    await operatorJson(dataDir, ['apply', join(ROOT, 'fixtures/registers.json')]);
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
      const options = { env, cwd: ROOT, maxBuffer: 1 << 26 };
      const { stdout, stderr } = await promisify(execFile)(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', block.script],
        options,
      );
      expect(stderr).toBe('');
      expect(stdout).not.toBe('');
      // What follows `sh` on a fence is what the service refuses the call with.
      if (block.info !== '') expect(stdout).toContain(block.info);
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
    const text = guideText('erros.md');
    expect([...codes].filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
  });
});
