// The package as an integrator has it: packed, installed without a network into an empty folder, its README's
// programs checked by the compiler and run against the service; and a month of 20,000 lines read under a limit of
// calls.
import { beforeAll, describe, expect, it } from '#jest';
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildMonth } from '../../support/builders.js';
import { client } from '../../support/client.js';
import { ROOT } from '../../support/guideBlocks.js';
import { freePort } from '../../support/installedServers.js';
import { CHART, registerLedger, type Ledger } from '../../support/ledger.js';
import { issueKey, operatorJson } from '../../support/operator.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { until } from '../../support/until.js';

const CLIENT = join(ROOT, 'clients/typescript/');
const NAME = 'accounting-reconciliation-client';
const SCOPES =
  'trial_balances:write,trial_balances:read,companies:read,chart_of_accounts:read,reconciliations:read,analytics:read';
const LINES = 20_000;
/** Of two minutes, the 200 pages of a month. */
const CALLS_A_MINUTE = 110;
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const programs = [...readFileSync(join(CLIENT, 'README.md'), 'utf8').matchAll(/^```ts (\w+)\n(.*?)^```$/gms)].map(
  ([, name = '', text = '']) => ({ name, text }),
);

describe('the package', () => {
  let folder: string;
  let installed: string;
  let service: Service;
  let ledger: Ledger;
  let env: Record<string, string>;
  const run = async (command: string, args: readonly string[], cwd = installed) =>
    (await promisify(execFile)(command, [...args], { cwd, env, maxBuffer: 1 << 26 })).stdout;
  const node = (name: string) => run(process.execPath, [`${name}.js`]);

  beforeAll(async () => {
    folder = await temporaryDir();
    installed = join(folder, 'installed');
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    await operatorJson(dataDir, ['apply', join(ROOT, 'fixtures/registers.json')]);
    const { secret } = await issueKey(dataDir, 'demonstracao', SCOPES);
    ledger = await registerLedger(dataDir, { accounts: LINES, firstCnpj: 77 });
    service = await startService({
      dataDir,
      env: { RATE_LIMIT_PER_MINUTE: String(CALLS_A_MINUTE), WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    env = { PATH: process.env['PATH'] ?? '', HOME: folder, ENDERECO: service.url, CHAVE: secret };
  });

  it('is packed and installed into an empty folder without a network', async () => {
    // A copy of what the repository holds, so that nothing is made in it.
    const source = join(folder, 'clients/typescript');
    cpSync(CLIENT, source, { recursive: true, filter: (path) => !/dist$|node_modules$/.test(path) });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await run('npm', ['pack', '--pack-destination', folder], source);
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    mkdirSync(installed);
    writeFileSync(join(installed, 'package.json'), '{ "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, `${NAME}-${version}.tgz`)]);
    expect(existsSync(join(installed, 'node_modules', NAME, 'README.md'))).toBe(true);
    expect(existsSync(join(installed, 'node_modules', NAME, 'serviceClient.ts'))).toBe(false);
  });

  it('type-checks the programs of its README, with the types of Node or of browsers', async () => {
    expect(programs.map(({ name }) => name)).toEqual(['ler', 'mudancas', 'importar', 'arquivo', 'receber']);
    for (const { name, text } of programs) writeFileSync(join(installed, `${name}.ts`), text);
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--target',
      'es2023',
    ];
    const checked = [...strict, '--module', 'nodenext', '--moduleResolution', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types'), '--lib', 'es2023'];
    await run(process.execPath, [TSC, ...checked, ...types, ...programs.map(({ name }) => `${name}.ts`)]);
    writeFileSync(
      join(installed, 'wrong.ts'),
      `import { createServiceClient } from '${NAME}';
const service = createServiceClient({ address: 'http://127.0.0.1', key: '' });
// @ts-expect-error: no such status
service.trialBalances({ status: 'PUBLISHED' });
// @ts-expect-error: no such member
service.companies().toArray().then(([company]) => company?.nome);`,
    );
    await run(process.execPath, [TSC, ...checked, '--noEmit', 'wrong.ts']);
  });

  it('runs the programs of its README', async () => {
    expect(await node('importar')).toMatch(/^gravado \d+\n/);
    expect(await node('importar')).toMatch(/^já estava gravado \d+\n/);
    cpSync(join(ROOT, 'fixtures/siconfi/2022-04.xls'), join(installed, 'balancete.xls'));
    expect(await node('arquivo')).toMatch(/^\d+ \d{3,} linhas\n$/);
    const read = await node('ler');
    expect(read).toContain('11222333000181 Município de Nova Candelária');
    expect(read).toContain('2022-03 2 23185.90\n');
    expect(await node('mudancas')).toBe('0 conciliações\n0 mudaram\n');
  });

  it('receives with the program of its README what the service delivers, and refuses anybody else', async () => {
    const PORTA = String(freePort());
    const url = `http://127.0.0.1:${PORTA}/`;
    const { api } = client(service.url, env['CHAVE'] ?? '');
    const registered = await api.webhooks.register({ url, events: ['import.completed'] });
    const receiver = spawn(process.execPath, ['receber.js'], {
      cwd: installed,
      env: { ...env, PORTA, SEGREDO: registered.secret },
    });
    try {
      let printed = '';
      receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const post = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
      await until(async () => (await post())?.status === 401, 'the receiver that refuses');
      const { deliveryId } = await api.webhooks.test(registered.id);
      const rows = api.webhooks.deliveries({ webhookId: registered.id });
      const status = async () => (await rows.toArray()).find((row) => row.deliveryId === deliveryId)?.status;
      await until(async () => (await status()) === 'DELIVERED', 'the delivery');
      expect(printed).toBe('import.completed\n');
    } finally {
      receiver.kill('SIGKILL');
      await api.webhooks.remove(registered.id);
    }
  });

  it('reads a month of 20,000 lines, waiting where the limit of calls is reached', async () => {
    const { api } = client(service.url, ledger.key);
    const month = buildMonth(ledger.accounts, {
      cnpj: ledger.cnpjs[0] ?? '',
      period: '2026-08',
      chartName: CHART,
    });
    const { trialBalanceId } = await api.importTrialBalance({ ...month, lineItems: [...month.lineItems] });
    writeFileSync(
      join(installed, 'month.js'),
      `import { createServiceClient } from '${NAME}';
const waits = [];
const codes = new Set();
const service = createServiceClient({
  address: process.env.ENDERECO,
  key: '${ledger.key}',
  onWait: ({ status, path }) => waits.push(status + ' ' + path),
});
for await (const line of service.lines(${trialBalanceId})) codes.add(line.contaCodigo);
console.log(JSON.stringify({ lines: codes.size, waits }));`,
    );
    const { lines, waits } = JSON.parse(await node('month')) as { lines: number; waits: string[] };
    expect(lines).toBe(LINES);
    expect(waits).toContain(`429 /api/v1/trial-balances/${trialBalanceId}/lines`);
  });
});
