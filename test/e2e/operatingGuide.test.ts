// The shell blocks of docs/operating.md, run in order. The operator's commands run in this process on a data folder of
// the test; one with the address of a store is parsed only. kubectl, docker-compose and MongoDB's tools are recorded.
// The blocks of curl run on the service of guides.test.ts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/app/config.js';
import { runOperator } from '../../src/operator/program.js';
import { Refused } from '../../src/operator/refused.js';
import type { OpenOperator } from '../../src/operator/dependencies.js';
import { openOperatorLog } from '../../src/app/operator/openOperatorLog.js';
import { openOperatorDependencies } from '../../src/app/operator/openOperatorDependencies.js';
import { buildAccounts, buildCnpj, chartCsv, registersFile } from '../support/builders.js';
import { ROOT, guideText, shellBlocks } from '../support/guideBlocks.js';
import { removeDir, temporaryDir } from '../support/service.js';
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
const NO_STORE = 'The store of this address is not opened here';

const blocks = shellBlocks(GUIDE).filter(({ script }) => !script.startsWith('curl '));

describe(`docs/${GUIDE}`, () => {
  let folder: string;
  let shell: GuideShell;
  const recorded: Call[] = [];
  const operated: string[] = [];
  const below = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await temporaryDir();
    const programs = ['npm', 'kubectl', 'docker-compose', 'mongodump', 'mongorestore'];
    shell = await openGuideShell(below('programs'), programs, answer);
    await releaseMonth(below('data'));
    await mkdir(below('eventstore/index'), { recursive: true });
    for (const name of ['index/indexmap', 'chaser.chk', 'writer.chk', 'chunk-000000.000000'])
      await writeFile(below(`eventstore/${name}`), name);
  });
  afterAll(async () => {
    shell.close();
    await removeDir(folder);
  });

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

  it.each(blocks.map((block) => [block.line, block.script] as const))(
    'runs the block in line %i',
    async (_, script) => {
      // A restore begins on a machine without data.
      if (script.includes('"$COPIA"/. ')) await rename(below('data'), below('lost'));
      const stores = /\$(EVENTSTORE|MONGODB)_URL/.test(script) ? { ...ADDRESSES, SECRETS_KEY } : {};
      const printed = await shell.run(script, {
        ...stores,
        DATA_DIR: below('data'),
        COPIA: below('copia'),
        COPIA_RESTRITA: below('restrita'),
        SELOS: below('selos.json'),
        EMAIL: ERASED,
        EVENTSTORE_DB: below('eventstore'),
        DESTINO: ADDRESSES.EVENTSTORE_URL,
        DESTINO_MONGODB: ADDRESSES.MONGODB_URL,
        CERTIFICADO: below('ca.crt'),
        IMAGEM: 'registro.example/conciliacao:0.2.0',
      });
      if (script.includes(' evidence --id ')) expect(printed).toContain(FILE);
      if (script.includes(' companies list')) expect(printed).toContain(CNPJ);
    },
  );

  it('copies a node of EventStoreDB with the file a restore needs', () => {
    const copied = (name: string): string => readFileSync(below(`copia/eventstore/${name}`), 'utf8');
    expect(copied('truncate.chk')).toBe('chaser.chk');
    for (const name of ['index/indexmap', 'writer.chk', 'chunk-000000.000000']) expect(copied(name)).toBe(name);
  });

  it('starts the containers with a secrets key that the service takes', () => {
    const [start] = recorded.filter(({ words: [program] }) => program === 'docker-compose');
    expect(start?.words).toEqual(['docker-compose', 'up', '--build', '-d']);
    expect(readConfig({ SECRETS_KEY: start?.env['SECRETS_KEY'] }).secretsKey).not.toBeNull();
  });

  it('restores the database of MongoDB from the archive it dumps', () => {
    const archives = recorded.filter(({ words: [program = ''] }) => program.startsWith('mongo'));
    const [dump, restore] = archives.map(({ words }) => words);
    expect(dump).toEqual([
      'mongodump',
      `--uri=${ADDRESSES.MONGODB_URL}`,
      '--gzip',
      `--archive=${below('copia/mongodb.gz')}`,
    ]);
    expect(restore?.slice(1)).toEqual(dump?.slice(1));
  });

  it('names secrets, deployments and containers of deploy/', () => {
    const manifests = readdirSync(join(ROOT, 'deploy')).map((name) =>
      readFileSync(join(ROOT, 'deploy', name), 'utf8'),
    );
    const deployments = manifests
      .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Deployment))
      .filter(({ kind }) => kind === 'Deployment');
    const kubectl = recorded
      .filter(({ words: [program] }) => program === 'kubectl')
      .map(({ words }) => words.slice(1));
    const [values = [], certificates = [], apply = [], ...images] = kubectl;
    const literals = values.slice(4).map((word) => word.replace('--from-literal=', ''));
    expect(values.slice(0, 4)).toEqual(['create', 'secret', 'generic', 'reconciliation']);
    expect(Object.fromEntries(literals.map((literal) => literal.split(/=(.*)/s)))).toEqual({
      ...ADDRESSES,
      SECRETS_KEY,
    });
    expect(certificates.slice(0, 4)).toEqual(['create', 'secret', 'generic', 'reconciliation-certificates']);
    for (const [, , , name] of [values, certificates])
      expect(manifests.join()).toMatch(new RegExp(`(secretRef: \\{ name|secretName): ${name}\\b`));
    expect(apply).toEqual(['apply', '-f', 'deploy/']);
    expect(images.map(([, , name]) => name).sort()).toEqual(
      deployments.map(({ metadata }) => `deployment/${metadata.name}`).sort(),
    );
    const [container] = new Set(images.map(([, , , image]) => image?.split('=')[0]));
    for (const { spec } of deployments) expect(spec.template.spec.containers[0]?.name).toBe(container);
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

type Deployment = Readonly<{
  kind: string;
  metadata: Readonly<{ name: string }>;
  spec: Readonly<{
    template: Readonly<{ spec: Readonly<{ containers: readonly Readonly<{ name: string }>[] }> }>;
  }>;
}>;

/** Does not wait until other processes have seen a change: there are none. */
async function operate(args: readonly string[], env: Call['env']): Promise<string> {
  const config = readConfig({ DATA_DIR: env['DATA_DIR'] });
  const isInForce = (): Promise<boolean> => Promise.resolve(true);
  const { status, printed, told } = await outcomeOf(args, {
    dependencies: async () => ({ ...(await openOperatorDependencies(config)), waitUntilInForce: isInForce }),
    log: () => openOperatorLog(config),
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${told}`);
  return printed;
}

/** The command, its options and the configuration are right; no store is opened. */
async function expectParsed(args: readonly string[], env: Call['env']): Promise<string> {
  readConfig(env);
  const closed = (): Promise<never> => Promise.reject(new Refused(NO_STORE));
  const { told } = await outcomeOf(args, { dependencies: closed, log: closed });
  expect({ args, told }).toEqual({ args, told: `${NO_STORE}\n` });
  return '';
}

async function outcomeOf(args: readonly string[], open: OpenOperator) {
  let [printed, told] = ['', ''];
  const status = await runOperator(args, open, {
    out: (text) => Promise.resolve(void (printed += text)),
    err: (text) => void (told += text),
  });
  return { status, printed, told };
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
  await run('import', path('balancete.csv'), ...month, '--chart', 'Plano');
  await run('release', ...month);
  await run('reconciliations', 'do', 'attach', '--as', PREPARER, '--id', '1', '--file', path(FILE));
}
