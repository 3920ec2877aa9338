// Every block of shell in README and guides, run as a reader would paste it, in order, in one shell, on a service
// of its own.
import { beforeAll, describe, expect, it } from '#jest';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { builtDocument, builtWebhooksDocument, codesOf } from '../support/contract.js';
import { ROOT, guideText, shellBlocks } from '../support/guideBlocks.js';
import { startService, temporaryDir, type Service } from '../support/service.js';

/**
 * In the order of a reader; each goes on with what the ones before left. The other blocks of operating.md run in
 * operatingGuide.test.ts.
 */
const GUIDES = ['../README.md', 'comecar.md', 'conciliacoes.md', 'bi.md', 'erros.md', 'versoes.md', 'webhooks.md'];
const all = [...GUIDES, 'operating.md'].flatMap(shellBlocks);
/** They install, test, and start a service in the foreground: here it runs already. */
const STARTS = ['npm ci && npm run demo\n', 'npm start\n', 'npm ci && npm test\n'];
const blocks = all.filter(
  ({ guide, script }) => !STARTS.includes(script) && (guide !== 'operating.md' || script.startsWith('curl ')),
);
const NPM_OPERATOR = 'npm run -s operator --';
const OPERATOR = `node ${join(ROOT, 'dist/bin/operator.js')}`;
/** The address of `npm start`. */
const ADDRESS = 'http://127.0.0.1:3000';

describe('the guides', () => {
  let service: Service;
  let variables: string;
  beforeAll(async () => {
    const dataDir = await temporaryDir();
    service = await startService({ dataDir });
    variables = join(dataDir, 'variables.sh');
    await writeFile(variables, '');
  });

  it('begin with the demonstration, then start the service', () => {
    expect(all.slice(0, 2).map(({ script }) => script)).toEqual(STARTS.slice(0, 2));
    expect(all.map(({ script }) => script).filter((script) => STARTS.includes(script))).toEqual(STARTS);
    expect(blocks.filter(({ guide }) => guide === '../README.md').length).toBeGreaterThanOrEqual(3);
    expect(blocks.length).toBeGreaterThanOrEqual(30);
  });

  it.each(blocks.map((block) => [`${block.guide}:${block.line}`, block] as const))(
    '%s works',
    async (_, block) => {
      const { stdout, stderr } = await pasted(
        // Beyond the README, the command itself: npm takes half a second each time.
        block.guide === '../README.md' ? block.script : block.script.replaceAll(NPM_OPERATOR, OPERATOR),
      );
      if (!block.script.includes(NPM_OPERATOR)) expect(stderr).toBe('');
      if (block.script.includes('curl ')) expect(stdout).not.toBe('');
      // What follows `sh` on a fence is what the service refuses the call with.
      if (block.info !== '') expect(stdout).toContain(block.info);
      else expect(refusalIn(stdout)).toBeUndefined();
      if (block.script.includes("-w '%{http_code}")) expect(stdout).toBe('304\n');
      if (block.script.includes('text/csv')) expect(stdout.split('\r\n')[0]).toMatch(/^id;razaoSocial;/);
    },
  );

  it('leave the sample month released, on time, and one reconciliation of it approved', async () => {
    const read = (filter: string): string =>
      `curl -sS "$ENDERECO/api/v1/reconciliations?period=$MES&${filter}" -H "X-API-Key: $CHAVE"`;
    const approved = JSON.parse((await pasted(read('status=APPROVED'))).stdout) as Page;
    expect(approved.data).toMatchObject([{ id: 1, slaStatus: 'COMPLETED_ON_TIME', diferenca: 0, ajustes: -250 }]);
    expect((JSON.parse((await pasted(read('slaStatus=OVERDUE'))).stdout) as Page).data).toEqual([]);
  });

  /** In one shell as far as its variables go. */
  function pasted(script: string): Promise<Readonly<{ stdout: string; stderr: string }>> {
    const env = { PATH: process.env['PATH'] ?? '', HOME: service.dataDir, DATA_DIR: service.dataDir };
    const whole = `set -a\n. ${variables}\n${script.replaceAll(ADDRESS, service.url)}\nexport -p > ${variables}`;
    const options = { env, cwd: ROOT, maxBuffer: 1 << 26 };
    return promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', whole], options);
  }

  it('explain every code of the contracts', () => {
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

type Page = Readonly<{ data: readonly object[] }>;

/** The first refusal among answers printed one behind the other; a contract shows some as examples. */
function refusalIn(stdout: string): string | undefined {
  if (stdout.startsWith('{"openapi"')) return undefined;
  return /(?:\{"success":false|"errors":\[).{0,200}/.exec(stdout)?.[0];
}
