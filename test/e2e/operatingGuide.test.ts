// The shell blocks of docs/operating.md, run in order. The operator's commands run in this process on a data
// folder of the test; one with the address of a store is parsed only. kubectl, docker and MongoDB's tools are
// recorded. The blocks of curl run on the service of guides.faults.test.ts.
import { afterAll, describe, expect, it } from '#jest';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../../src/app/config.js';
import { runOperator } from '../../src/operator/program.js';
import { Refused } from '../../src/operator/refusalText.js';
import type { OpenOperator } from '../../src/operator/dependencies.js';
import { openOperator } from '../../src/app/operator/commandLine.js';
import { buildAccounts, buildCnpj, chartCsv, registersFile } from '../support/builders.js';
import { ROOT, guideText, shellBlocks } from '../support/guideBlocks.js';
import { temporaryDir } from '../support/service.js';
import { openGuideShell, type Call, type GuideShell } from './support/guideShell.js';

const GUIDE = 'operating.md';
const LINE_MAX = 120;
const CNPJ = buildCnpj(1);
const FILE = 'extrato.txt';
const PREPARER = 'ana@acme.com.br';
const ERASED = 'bia@acme.com.br';
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const ADDRESSES = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  MONGODB_URL: 'mongodb://127.0.0.1:27017/conciliacao',
  REDIS_URL: 'redis://127.0.0.1:6379',
};
/** Of a node of EventStoreDB, in the order in which they are to be copied while it runs. */
const NODE_FILES = [
  'index/stream-existence/streamExistenceFilter.chk',
  'index/indexmap',
  'writer.chk',
  'chunk-000000.000000',
];
const NO_STORE = 'The store of this address is not opened here';

const blocks = shellBlocks(GUIDE).filter(({ script }) => !script.startsWith('curl '));

const folder = await temporaryDir();
const below = (name: string): string => join(folder, name);
const recorded: Call[] = [];
const operated: string[] = [];
const programs = ['npm', 'sh', 'kubectl', 'docker', 'mongodump', 'mongorestore'];
const shell: GuideShell = await openGuideShell(below('programs'), programs, answer);
await releaseMonth(below('data'));
await mkdir(below('eventstore/index/stream-existence'), { recursive: true });
for (const name of [...NODE_FILES, 'chaser.chk']) await writeFile(below(`eventstore/${name}`), name);

async function answer(call: Call): Promise<string> {
  const [program, ...words] = call.words;
  if (program !== 'npm') {
    recorded.push(call);
    return '';
  }
  expect(words.slice(0, 4)).toEqual(['run', '-s', 'operator', '--']);
  const args = words.slice(4);
  operated.push(args.join(' '));
  const isElsewhere = [...args, call.env['EVENTSTORE_URL']].some((word) => /^(esdb|mongodb)/.test(word ?? ''));
  if (isElsewhere) return expectParsed(args, call.env);
  return operate(args, call.env);
}

describe(`docs/${GUIDE}`, () => {
  afterAll(() => shell.close());

  it.each(blocks.map((block) => [block.line, block.script] as const))(
    'runs the block in line %i',
    async (_, script) => {
      // A restore begins on a machine without data.
      if (script.includes(' restore "$COPIA"')) await rename(below('data'), below('lost'));
      const stores = /\$(EVENTSTORE|MONGODB)_URL/.test(script)
        ? { ...ADDRESSES, SECRETS_KEY, SEAL_KEY: SECRETS_KEY }
        : {};
      const printed = await shell.run(script, {
        ...stores,
        DATA_DIR: below('data'),
        COPIA: below('copia'),
        CHECKPOINT: below('checkpoint.txt'),
        SAIDA: below('maio.xlsx'),
        EMAIL: ERASED,
        EVENTSTORE_DB: below('eventstore'),
        DESTINO: ADDRESSES.EVENTSTORE_URL,
        DESTINO_MONGODB: ADDRESSES.MONGODB_URL,
        CERTIFICADO: below('ca.crt'),
        ADMIN_URL: 'esdb://admin:senha@127.0.0.1:2113?tls=true',
        SENHA: 'senha',
      });
      if (script.includes(' evidence --id ')) expect(printed).toContain(FILE);
      if (script.includes(' companies list')) expect(printed).toContain(CNPJ);
    },
  );

  it('copies a node of EventStoreDB in the order of its vendor, with the file a restore needs', () => {
    const copied = (name: string): string => readFileSync(below(`copia/eventstore/${name}`), 'utf8');
    expect(copied('truncate.chk')).toBe('chaser.chk');
    for (const name of NODE_FILES) expect(copied(name)).toBe(name);
    const madeNs = NODE_FILES.map((name) => statSync(below(`copia/eventstore/${name}`), { bigint: true }).ctimeNs);
    expect(madeNs.slice(1).every((ns, at) => ns >= (madeNs[at] ?? ns))).toBe(true);
  });

  it('makes keys and passwords before it starts the containers, then issues a key inside one', async () => {
    const calls = recorded.map(({ words }) => words).filter(([program = '']) => /^(sh|docker)$/.test(program));
    const [make, start, apply = [], issue = [], ...update] = calls;
    expect(make).toEqual(['sh', 'scripts/makeEnv.sh']); // test/containers.test.ts tries it
    expect(start).toEqual(['docker', 'compose', 'up', '--build', '-d']);
    expect(update).toEqual([make, start]);
    const mounted = apply.find((word) => word.endsWith(':/cadastros:ro'));
    expect(apply.slice(0, 6)).toEqual(['docker', 'compose', 'run', '--rm', '-v', mounted]);
    expect(apply.slice(6)).toEqual(['operator', 'apply', '/cadastros/cadastros.json']);
    expect(issue.slice(0, 5)).toEqual(['docker', 'compose', 'run', '--rm', 'operator']);
    await expectParsed(issue.slice(5), { ...ADDRESSES, SECRETS_KEY, SEAL_KEY: SECRETS_KEY });
  });

  it('dumps the queue of MongoDB before people and evidence, and restores every archive', () => {
    const archives = recorded
      .filter(({ words: [program = ''] }) => program.startsWith('mongo'))
      .map(({ words: [program = '', ...words] }) => {
        expect(words.slice(0, 2)).toEqual([`--uri=${ADDRESSES.MONGODB_URL}`, '--gzip']);
        return [program, ...words.slice(2).map((word) => word.replace(below('copia'), ''))];
      });
    const apart = ['people', 'evidence'];
    const inNone = ['sessions', 'stagedFiles', 'stagedBlocks'];
    expect(archives).toEqual([
      ['mongodump', '--archive=/fila.gz', ...[...apart, ...inNone].map((name) => `--excludeCollection=${name}`)],
      ...apart.map((name) => ['mongodump', `--archive=/${name}.gz`, `--collection=${name}`]),
      ...['fila', ...apart].map((name) => ['mongorestore', `--archive=/${name}.gz`]),
    ]);
  });

  it('names secrets, pods and folders of deploy/', async () => {
    const manifests = ['base', 'eventstore-user']
      .flatMap((folder) =>
        readdirSync(join(ROOT, 'deploy', folder)).map((name) => join(ROOT, 'deploy', folder, name)),
      )
      .map((path) => readFileSync(path, 'utf8'))
      .join();
    const kubectl = recorded
      .filter(({ words: [program] }) => program === 'kubectl')
      .map(({ words }) => words.slice(1));
    const secrets = kubectl.filter(([, kind]) => kind === 'secret');
    for (const words of secrets) {
      expect(words.slice(0, 3)).toEqual(['create', 'secret', 'generic']);
      expect(words.slice(4, 6)).toEqual(['-n', 'reconciliation']);
      expect(manifests).toMatch(new RegExp(`(secretRef: \\{ name|secretName): ${words[3]}\\b`));
    }
    const [values = []] = secrets;
    const literals = values.slice(6).map((word) => word.replace('--from-literal=', ''));
    expect(Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s)))).toEqual({
      ...ADDRESSES,
      SECRETS_KEY,
      SEAL_KEY: SECRETS_KEY,
    });
    const overlay = 'deploy/overlays/production';
    const applied = kubectl.filter(([verb]) => verb === 'apply').map(([, ...words]) => words);
    expect(applied).toEqual([
      ['-k', 'deploy/eventstore-user'],
      ['-k', overlay],
      ['-k', overlay],
    ]);
    for (const [, folder = ''] of applied) {
      const kustomization = readFileSync(join(ROOT, folder, 'kustomization.yaml'), 'utf8');
      expect(kustomization).toMatch(/^namespace: reconciliation$/m);
    }
    const [, ...inPod] = kubectl.find(([verb]) => verb === 'exec') ?? [];
    expect(inPod.slice(0, 4)).toEqual(['-n', 'reconciliation', 'deploy/reconciliation-api', '--']);
    expect(inPod.slice(4, 6)).toEqual(['node', 'dist/bin/operator.js']);
    await expectParsed(inPod.slice(6), { ...ADDRESSES, SECRETS_KEY, SEAL_KEY: SECRETS_KEY });
  });

  it('shows every command it names in a block', () => {
    const named = guideText(GUIDE).matchAll(/`operator ([^`]+)`/g);
    const missing = [...named].filter(([, command = '']) => !operated.some((args) => args.startsWith(command)));
    expect(missing.map(([command]) => command)).toEqual([]);
  });

  it(`has no line longer than ${LINE_MAX} characters`, () => {
    const lines = guideText(GUIDE).split('\n');
    expect(lines.filter((line) => [...line].length > LINE_MAX)).toEqual([]);
  });
});

/** Does not wait until other processes have seen a change: there are none. */
async function operate(args: readonly string[], env: Call['env']): Promise<string> {
  const config = readConfig({ DATA_DIR: env['DATA_DIR'] });
  const isInForce = (): Promise<boolean> => Promise.resolve(true);
  const open = openOperator(() => config);
  const { status, printed, stderr } = await outcomeOf(args, {
    ...open,
    dependencies: async (creates) => ({ ...(await open.dependencies(creates)), waitUntilInForce: isInForce }),
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return printed;
}

/** The command, its options and the configuration are right; no store is opened. */
async function expectParsed(args: readonly string[], env: Call['env']): Promise<string> {
  readConfig(env);
  const closed = (): Promise<never> => Promise.reject(new Refused(NO_STORE));
  const open = openOperator(() => readConfig(env));
  const { stderr } = await outcomeOf(args, { ...open, dependencies: closed, log: closed });
  expect({ args, stderr }).toEqual({ args, stderr: expect.stringContaining(NO_STORE) });
  return '';
}

async function outcomeOf(args: readonly string[], open: OpenOperator) {
  let printed = '';
  let stderr = '';
  const status = await runOperator(args, open, {
    out: (text) => Promise.resolve(void (printed += text)),
    err: (text) => void (stderr += text),
  });
  return { status, printed, stderr };
}

/** A released month with one reconciliation, a file attached to it, and two users. */
async function releaseMonth(dataDir: string): Promise<void> {
  const input = join(dataDir, '..', 'input');
  const path = (name: string): string => join(input, name);
  const run = (...args: string[]): Promise<string> => operate(args, { DATA_DIR: dataDir });
  const accounts = buildAccounts(1);
  const company = { cnpj: CNPJ, chartName: 'Plano', accountsFile: 'plano.csv' };
  const { clients } = registersFile('acme', [company]) as { clients: object[] };
  const users = [PREPARER, ERASED].map((email) => ({ email, name: email, roles: [{ role: 'PREPARER' }] }));
  await mkdir(input);
  await writeFile(path('plano.csv'), chartCsv(accounts));
  await writeFile(path('cadastros.json'), JSON.stringify({ clients: clients.map((one) => ({ ...one, users })) }));
  const line = `${accounts[0]?.code ?? ''};0,00;1,00;0,00;1,00`;
  await writeFile(path('balancete.csv'), `Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n${line}`);
  await writeFile(path(FILE), 'extrato');
  const month = ['--company', '1', '--period', '2026-05'];
  await run('apply', path('cadastros.json'));
  await run('keys', 'issue', '--client', 'acme', '--name', 'ERP', '--scopes', 'companies:read');
  await run('import', path('balancete.csv'), ...month, '--chart', 'Plano');
  await run('release', ...month);
  await run('reconciliations', 'do', 'attach', '--as', PREPARER, '--id', '1', '--file', path(FILE));
}
