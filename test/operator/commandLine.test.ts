// The operator's command line from outside: processes of their own, statuses, and what goes to which stream.
import { describe, expect, it } from '#jest';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAccounts, buildCnpj, chartCsv, registersFile } from '../support/builders.js';
import { operator, operatorJson, operatorProcess, operatorWithoutStores } from '../support/operator.js';
import { temporaryDir } from '../support/service.js';

const ACCOUNTS = buildAccounts(40);
const ANA = 'ana@exemplo.com.br';
const CNPJS = [buildCnpj(1), buildCnpj(2)];

/** Writes the address of each module that a process loads to stderr. */
const TELLS_MODULES = `import { register } from 'node:module'; register(${JSON.stringify(
  inUrl(`import { writeSync } from 'node:fs';
  export const load = (url, context, next) => (writeSync(2, url + '\\n'), next(url, context));`),
)})`;

const dataDir = await temporaryDir();
const file = join(dataDir, 'cadastros.json');
await writeFile(join(dataDir, 'plano.csv'), chartCsv(ACCOUNTS));
const companies = CNPJS.map((cnpj) => ({ cnpj, chartName: 'Plano Geral', accountsFile: 'plano.csv' }));
await writeFile(file, JSON.stringify(registersFile('acme', companies)));

describe('Bad usage', () => {
  it.each([
    [[]],
    [['nada']],
    [['apply']],
    [['apply', 'a.json', 'b.json']],
    [['keys']],
    [['keys', 'issue', '--client', 'acme', '--name', 'ERP']],
    [['keys', 'issue', '--client', 'acme', '--name', ' ', '--scopes', 'companies:read']],
    [['keys', 'issue', '--client', 'acme', '--name', 'ERP', '--scopes', 'companies:write']],
    [['keys', 'issue', '--client', 'acme', '--name', 'ERP', '--scopes', '']],
    [['keys', 'revoke']],
    [['calls', 'list', '--limit', '0']],
    [['calls', 'list', '--limit', '1001']],
    [['calls', 'list', '--limit', 'dez']],
    [['trial-balances', 'list', '--company', CNPJS[0] ?? '', '--company']],
    [['reconciliations', 'list', '--company', '1', '--status', 'PRONTA']],
    [['reconciliations', 'list', '--company', '1', '--period', '09/2026']],
    [['close', '--period', '2026-08']],
    [['close', '--company', '1', '--period', '2026-13']],
    [['release', '--company', '1.5', '--period', '2026-08']],
    [['reopen', '--company', '1', '--period', '2026-08']],
    [['history', '--company', '1', '--from', '2026-02-30']],
    [['history', '--company', '1', '--to', 'ontem']],
    [['backup']],
    [['restore']],
    [['--json', '--as']],
  ])('%j exits 2, says why on stderr alone, and opens no store', async (args) => {
    const { status, stdout, stderr } = await operatorWithoutStores(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^(Uso incorreto: |Uso: )/);
  });

  it('is 2 for the process too, and help is 0 on stdout', async () => {
    expect(await operatorProcess(dataDir, ['nada', '--json'])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^Uso incorreto: comando desconhecido nada\nComandos: apply, .*\nVeja: operator --help\n$/,
      ),
    });
    const { status, stdout, stderr } = await operatorProcess(dataDir, ['keys', 'issue', '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Uso: operator keys issue \[opções\]/);
    const group = await operatorWithoutStores(['keys', '--help']);
    expect(group.stdout).toMatch(/^Uso: operator keys \[opções\] \[comando\]/);
    expect(group.stdout).not.toMatch(/\[options\]|\[command\]/);
  });

  it('of the configuration is 78, one line a problem', async () => {
    const run = await operatorProcess(dataDir, ['companies', 'list'], { ENVIRONMENT: 'teste', PORT: 'x' });
    expect(run).toMatchObject({ status: 78, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(2);
  });
});

describe('Without a service', () => {
  it('apply prints one JSON value, its progress on stderr, and is readable at once', async () => {
    const { status, stdout, stderr } = await operator(dataDir, ['apply', file, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      created: 5,
      changed: 0,
      unchanged: 0,
      items: [
        { kind: 'client', ref: 'acme', id: 1, outcome: 'created' },
        { kind: 'company', ref: CNPJS[0], id: 1, outcome: 'created' },
        { kind: 'chart', ref: 'Plano Geral', id: 1, outcome: 'created' },
        { kind: 'company', ref: CNPJS[1], id: 2, outcome: 'created' },
        { kind: 'chart', ref: 'Plano Geral', id: 2, outcome: 'created' },
      ],
      warnings: [],
    });
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`Empresa ${CNPJS[0]}: criada\n`);
    expect(stderr).toContain('Plano Plano Geral: criado (contas novas: 44, alteradas: 0)\n');

    expect(await operatorJson(dataDir, ['companies', 'list'])).toEqual([
      {
        id: 1,
        razaoSocial: `Indústria Exemplar ${CNPJS[0]} Ltda`,
        nomeFantasia: `Exemplar ${CNPJS[0]}`,
        cnpj: CNPJS[0],
        regimeTributario: 'REAL_PROFIT',
        status: 'ACTIVE',
        empresaControladoraId: null,
      },
      expect.objectContaining({ id: 2, cnpj: CNPJS[1] }),
    ]);
    expect(await operatorJson(dataDir, ['charts', 'list'])).toEqual([
      {
        id: 1,
        empresaId: 1,
        nome: 'Plano Geral',
        vigenciaInicio: '2020-01-01',
        vigenciaFim: null,
        ativo: true,
        versao: 1,
      },
      expect.objectContaining({ id: 2, empresaId: 2 }),
    ]);
  });

  it('apply again changes nothing and says so', async () => {
    const { status, stdout, stderr } = await operator(dataDir, ['apply', file]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('criados: 0  alterados: 0  sem alteração: 5');
    expect(stdout).toMatch(/Empresa +\d{14} +1 +sem alteração/);
  });

  it('apply of a wrong file exits 1, a line each wrong field, nothing on stdout', async () => {
    const wrong = join(dataDir, 'errado.json');
    const companies = [{ cnpj: '12345678000190', status: 'ATIVA', users: [] }];
    await writeFile(wrong, JSON.stringify({ clients: [{ ref: 'novo', name: 'Novo', companies }] }));
    const { status, stdout, stderr } = await operator(dataDir, ['apply', wrong]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toEqual([
      'Nada foi aplicado: 6 erros',
      'clients[0].companies[0].cnpj: os dígitos verificadores do CNPJ não conferem',
      'clients[0].companies[0].status: deve ser um destes valores: ACTIVE | INACTIVE | SUSPENDED',
      'clients[0].companies[0].users: campo desconhecido',
      'clients[0].companies[0].razaoSocial: campo obrigatório',
      'clients[0].companies[0].regimeTributario: campo obrigatório',
      'clients[0].companies[0].modules: campo obrigatório',
    ]);
    expect((await operatorJson<unknown[]>(dataDir, ['companies', 'list'])).length).toBe(2);
  });

  it('keys are issued, listed without their secret, and revoked twice', async () => {
    const issued = await operatorJson<Readonly<Record<string, unknown>>>(dataDir, [
      'keys',
      'issue',
      '--client',
      'acme',
      '--name',
      'BI',
      '--scopes',
      'companies:read,analytics:read',
    ]);
    expect(issued).toEqual({
      id: 1,
      name: 'BI',
      client: 'acme',
      scopes: ['companies:read', 'analytics:read'],
      secret: expect.stringMatching(/^service_test_[0-9A-Za-z]{43}$/),
    });
    expect(await operatorJson(dataDir, ['keys', 'revoke', '1'])).toEqual({ ok: true });
    expect(await operatorJson(dataDir, ['keys', 'revoke', '1'])).toEqual({ ok: true });
    const list = await operator(dataDir, ['keys', 'list', '--json']);
    expect(JSON.parse(list.stdout)).toEqual([
      {
        id: 1,
        name: 'BI',
        client: 'acme',
        environment: 'staging',
        scopes: ['companies:read', 'analytics:read'],
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
        revokedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(list.stdout).not.toContain(String(issued['secret']));
  });

  it.each([
    [['keys', 'revoke', '99'], 'Chave não encontrada: 99', 'CHAVE_NAO_ENCONTRADA'],
    [
      ['keys', 'issue', '--client', 'nada', '--name', 'X', '--scopes', 'companies:read'],
      'Cliente não encontrado: nada',
      'CLIENTE_NAO_ENCONTRADO',
    ],
    [
      ['apply', 'nao-existe.json'],
      'Nada foi aplicado: 1 erro\nnao-existe.json: não existe o arquivo nao-existe.json',
      'CADASTRO_INVALIDO',
    ],
    [
      ['trial-balances', 'list', '--company', '99'],
      'Empresa não encontrada para o companyId 99',
      'EMPRESA_NAO_ENCONTRADA',
    ],
    [['companies', 'list', '--as', ANA], `Usuário não encontrado: ${ANA}`, 'COMANDO_RECUSADO'],
    [
      ['verify', '--checkpoint', 'nao-existe.txt'],
      'Não foi possível ler o arquivo nao-existe.txt',
      'COMANDO_RECUSADO',
    ],
    [['verify', '--as', ANA], 'Este comando é exclusivo do operador: repita sem --as', 'COMANDO_RECUSADO'],
  ])('%j is refused with 1 and a sentence, with --json as a value with a code', async (args, error, code) => {
    const { status, stdout, stderr } = await operator(dataDir, args);
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: `${error}\n` });
    const asJson = await operator(dataDir, [...args, '--json']);
    expect({ status: asJson.status, stdout: asJson.stdout }).toEqual({ status: 1, stdout: '' });
    expect(JSON.parse(asJson.stderr)).toEqual({ error, code });
  });

  it('users list starts without what it does not need: reports, pages, servers', async () => {
    const { status, stderr } = await operatorProcess(dataDir, ['users', 'list'], {
      NODE_OPTIONS: `--no-warnings --import ${inUrl(TELLS_MODULES)}`,
    });
    // What is joined in a file stands below a line that names it.
    const files = [...stderr.matchAll(/file:\S+\/dist\/bin\/\S+\.js/g)].map(([url]) =>
      readFileSync(new URL(url), 'utf8'),
    );
    const named = [stderr, ...files].flatMap((text) => [
      ...text.matchAll(/node_modules\/(@[^/\s]+\/[^/\s]+|[^/\s"']+)\//g),
    ]);
    const packages = new Set(named.map(([, name]) => name));
    const few = ['commander', 'fastest-levenshtein', 'ipaddr.js', 'is-network-error', 'libsql', 'lru-cache'];
    expect([status, ...[...packages].sort()]).toEqual([0, ...few, 'p-retry', 'uuid', 'zod']);
  });

  it('verify and rebuild say what they counted', async () => {
    const { events } = await operatorJson<{ events: number }>(dataDir, ['verify']);
    const verified = await operator(dataDir, ['verify']);
    expect(verified).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ok +sim$/m) });
    expect(verified.stdout).toMatch(new RegExp(`^eventos conferidos, das partes também +${events}$`, 'm'));
    expect(verified.stdout).toMatch(/^streams conferidos +\d+$/m);
    expect(verified.stdout).toMatch(/^selos conferidos +\d+$/m);
    const rebuilt = await operatorJson<{ events: number }>(dataDir, ['rebuild']);
    expect(rebuilt).toMatchObject({ ok: true, seconds: expect.any(Number) });
    const again = await operator(dataDir, ['rebuild']);
    expect(again.stdout).toMatch(new RegExp(`^eventos lidos do log +${rebuilt.events}$`, 'm'));
    expect(rebuilt.events).toBeGreaterThan(0);
  });
});

function inUrl(module: string): string {
  return `data:text/javascript,${encodeURIComponent(module)}`;
}
