import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadAccounts } from '../../src/commands/chartWriter.js';
import { loadChart } from '../../src/commands/charts.js';
import { applyRegisters, type ApplyResult } from '../../src/commands/registers.js';
import { readRegistersFile } from '../../src/commands/registersFile.js';
import { DomainError } from '../../src/domain/kernel/problem.js';
import {
  asOperator,
  eventsOf,
  openCommandDeps,
  temporaryFolder,
  type CommandDeps,
} from '../support/commandDeps.js';
import { buildAccounts, buildCnpj, chartCsv } from '../support/builders.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let deps: CommandDeps;
const opened: CommandDeps[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  deps = await open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await folder.remove();
});

/** @param of a folder of its own inside the test's, for another log */
async function open(options: Parameters<typeof openCommandDeps>[1] = {}, of = ''): Promise<CommandDeps> {
  const another = await openCommandDeps(join(folder.path, of), options);
  opened.push(another);
  return another;
}

async function apply(document: unknown, by: CommandDeps = deps): Promise<ApplyResult> {
  const path = join(folder.path, 'cadastros.json');
  await writeFile(path, JSON.stringify(document));
  return applyRegisters(by, await readRegistersFile(path), asOperator);
}

async function accountsOf(chartId: number, by: CommandDeps = deps) {
  const loaded = await loadChart(by, chartId);
  return loaded ? loadAccounts(by, loaded) : new Map<string, never>();
}

/** Path and sentence of everything wrong. */
async function errorsOf(document: unknown): Promise<Readonly<Record<string, string>>> {
  const refusal: unknown = await apply(document).catch((error: unknown) => error);
  if (!(refusal instanceof DomainError) || refusal.problem.is !== 'RegistersInvalid')
    throw new Error(`not refused: ${JSON.stringify(refusal)}`);
  return Object.fromEntries(refusal.problem.errors.map(({ path, message }) => [path, message]));
}

const account = (codigo: string, more: object = {}) => ({
  codigo,
  codigoReduzido: '10',
  descricao: `Conta ${codigo}`,
  tipo: 'ANALYTICAL',
  natureza: 'DEBIT',
  classificacao: 'Ativo',
  departamento: 'Financeiro',
  setor: 'Tesouraria',
  exigeConciliacao: true,
  ...more,
});
const chart = (nome: string, more: object = {}) => ({
  nome,
  vigenciaInicio: '2026-01-01',
  ativo: true,
  accounts: [account('1.1'), account('1.2')],
  ...more,
});
const company = (cnpj: string, more: object = {}) => ({
  cnpj,
  razaoSocial: 'Empresa Exemplar Ltda',
  nomeFantasia: 'Fantasia',
  regimeTributario: 'REAL_PROFIT',
  status: 'ACTIVE',
  modules: ['RECONCILIATION'],
  charts: [chart('Plano 2026')],
  ...more,
});
const clientOf = (...companies: object[]) => ({ clients: [{ ref: 'acme', name: 'Grupo Acme', companies }] });
const without = (value: Readonly<Record<string, unknown>>, ...names: string[]) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
const [ONE, TWO, THREE] = [buildCnpj(1), buildCnpj(2), buildCnpj(3)] as [string, string, string];

describe('Applying registers', () => {
  it('registers a client with companies, charts and accounts, ids in the order of the file', async () => {
    const result = await apply(
      clientOf(company(ONE, { controladoraCnpj: TWO }), company(TWO, { charts: [chart('A'), chart('B')] })),
    );
    expect(result).toMatchObject({ created: 6, changed: 0, unchanged: 0 });
    expect(result.items).toEqual([
      { kind: 'client', ref: 'acme', id: 1, outcome: 'created' },
      { kind: 'company', ref: ONE, id: 1, outcome: 'created' },
      { kind: 'chart', ref: 'Plano 2026', id: 1, outcome: 'created' },
      { kind: 'company', ref: TWO, id: 2, outcome: 'created' },
      { kind: 'chart', ref: 'A', id: 2, outcome: 'created' },
      { kind: 'chart', ref: 'B', id: 3, outcome: 'created' },
    ]);
    const { registers } = deps.registers;
    expect(registers.clientByRef('acme')).toEqual({ clientId: 1, ref: 'acme', name: 'Grupo Acme' });
    expect(registers.companiesOf(1)).toEqual([
      {
        companyId: 1,
        clientId: 1,
        cnpj: ONE,
        legalName: 'Empresa Exemplar Ltda',
        tradeName: 'Fantasia',
        taxRegime: 'REAL_PROFIT',
        status: 'ACTIVE',
        parentCompanyId: 2,
        modules: ['RECONCILIATION'],
      },
      expect.objectContaining({ companyId: 2, cnpj: TWO, parentCompanyId: null }),
    ]);
    expect(registers.chartByName(2, 'B')).toMatchObject({ chartId: 3 });
    const first = await loadChart(deps, 1);
    expect(first).toMatchObject({ name: 'Plano 2026', version: 1, accountCount: 2, validTo: null, active: true });
    expect([...(await accountsOf(1)).values()].map(({ accountId, code }) => [accountId, code])).toEqual([
      [1, '1.1'],
      [2, '1.2'],
    ]);
  });

  it('changes nothing when it runs again, and appends nothing', async () => {
    const document = clientOf(company(ONE), company(TWO, { controladoraCnpj: ONE }));
    await apply(document);
    const head = await deps.log.head();
    const again = await apply(document);
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 5, position: null });
    expect(await deps.log.head()).toBe(head);
  });

  it('takes a CNPJ with mask, with letters, and in lower case for the same company', async () => {
    await apply(clientOf(company('12.ABC.345/01DE-35')));
    const again = await apply(clientOf(company('12abc34501de35')));
    expect(again.items).toContainEqual({ kind: 'company', ref: '12ABC34501DE35', id: 1, outcome: 'unchanged' });
  });

  it('changes what differs and leaves what a file leaves out', async () => {
    await apply(clientOf(company(ONE), company(TWO, { controladoraCnpj: ONE })));
    const result = await apply({
      clients: [
        {
          ref: 'acme',
          companies: [
            {
              cnpj: TWO,
              status: 'SUSPENDED',
              charts: [{ nome: 'Plano 2026', accounts: [{ codigo: '1.2', descricao: 'Caixa' }, account('1.3')] }],
            },
          ],
        },
      ],
    });
    expect(result).toMatchObject({ created: 0, changed: 2, unchanged: 1 });
    expect(deps.registers.registers.company(1, 2)).toMatchObject({
      status: 'SUSPENDED',
      legalName: 'Empresa Exemplar Ltda',
      parentCompanyId: 1,
    });
    const changed = await loadChart(deps, 2);
    expect(changed).toMatchObject({ version: 2, accountCount: 3 });
    expect([...(await accountsOf(2)).values()]).toEqual([
      expect.objectContaining({ accountId: 3, code: '1.1' }),
      expect.objectContaining({ accountId: 4, code: '1.2', description: 'Caixa', sector: 'Tesouraria' }),
      expect.objectContaining({ accountId: 5, code: '1.3' }),
    ]);
    expect((await loadChart(deps, 1))?.version).toBe(1);
  });

  it('counts a version for a change of the head alone, and clears what is set to null', async () => {
    await apply(clientOf(company(ONE, { charts: [chart('P', { vigenciaFim: '2026-12-31' })] })));
    const result = await apply(clientOf({ cnpj: ONE, charts: [{ nome: 'P', vigenciaFim: null, ativo: false }] }));
    expect(result).toMatchObject({ created: 0, changed: 1, unchanged: 2 });
    expect(await loadChart(deps, 1)).toMatchObject({ version: 2, validTo: null, active: false, accountCount: 2 });
  });

  it('keeps registers of two clients apart, though they share a CNPJ', async () => {
    await apply(clientOf(company(ONE)));
    await apply({ clients: [{ ref: 'outro', name: 'Outro', companies: [company(ONE)] }] });
    expect(deps.registers.registers.companyByCnpj(1, ONE)?.companyId).toBe(1);
    expect(deps.registers.registers.companyByCnpj(2, ONE)?.companyId).toBe(2);
    expect(deps.registers.registers.company(2, 1)).toBeNull();
  });

  it('registers a client of more companies than one append holds', async () => {
    const companies = Array.from({ length: 1_500 }, (_, n) => company(buildCnpj(n), { charts: [] }));
    const result = await apply(clientOf(...companies));
    expect(result.created).toBe(1_501);
    expect(deps.registers.registers.companiesOf(1)).toHaveLength(1_500);
    expect((await apply(clientOf(...companies))).unchanged).toBe(1_501);
  });
});

describe('A wrong file', () => {
  const cases: readonly (readonly [string, unknown, Readonly<Record<string, unknown>>])[] = [
    ['that is no object', [], { arquivo: 'deve ser um objeto' }],
    ['without clients', {}, { clients: 'campo obrigatório' }],
    ['with clients that are no list', { clients: {} }, { clients: 'deve ser uma lista' }],
    ['with a client that is none', { clients: ['acme'] }, { 'clients[0]': 'deve ser um objeto' }],
    ['with an unknown member', { clients: [], users: [] }, { users: 'campo desconhecido' }],
    [
      'with a client without name and a ref that is blank',
      { clients: [{ ref: ' ' }] },
      { 'clients[0].ref': 'não pode ficar em branco', 'clients[0].name': 'campo obrigatório' },
    ],
    [
      'with a client twice',
      {
        clients: [
          { ref: 'a', name: 'A' },
          { ref: 'a ', name: 'B' },
        ],
      },
      { 'clients[1].ref': 'este cliente aparece mais de uma vez' },
    ],
    [
      'with CNPJs of wrong digits, wrong length, and none',
      clientOf(company('12345678000190'), company('123'), without(company(ONE), 'cnpj'), company(11 as never)),
      {
        'clients[0].companies[0].cnpj': 'os dígitos verificadores do CNPJ não conferem',
        'clients[0].companies[1].cnpj': 'o CNPJ deve ter 14 caracteres',
        'clients[0].companies[2].cnpj': 'campo obrigatório',
        'clients[0].companies[3].cnpj': 'deve ser um texto',
      },
    ],
    [
      'with alphanumeric CNPJs of wrong digits',
      clientOf(company('12ABC34501DE99'), company('00000000000000')),
      {
        'clients[0].companies[0].cnpj': 'os dígitos verificadores do CNPJ não conferem',
        'clients[0].companies[1].cnpj': 'os dígitos verificadores do CNPJ não conferem',
      },
    ],
    [
      'with a CNPJ twice, once masked',
      clientOf(company('12345678000195'), company('12.345.678/0001-95')),
      { 'clients[0].companies[1].cnpj': 'este CNPJ aparece mais de uma vez no cliente' },
    ],
    [
      'with every field of a company wrong',
      clientOf({
        cnpj: ONE,
        razaoSocial: '',
        nomeFantasia: 5,
        regimeTributario: 'LUCRO_REAL',
        status: 'ativa',
        controladoraCnpj: '1',
        modules: ['GRAPHQL'],
        charts: 'nenhum',
        fantasia: 'x',
      }),
      {
        'clients[0].companies[0].razaoSocial': 'não pode ficar em branco',
        'clients[0].companies[0].nomeFantasia': 'deve ser um texto',
        'clients[0].companies[0].regimeTributario': expect.stringContaining('REAL_PROFIT | PRESUMED_PROFIT'),
        'clients[0].companies[0].status': 'deve ser um de ACTIVE | INACTIVE | SUSPENDED',
        'clients[0].companies[0].controladoraCnpj': 'o CNPJ deve ter 14 caracteres',
        'clients[0].companies[0].modules[0]': expect.stringContaining('RECONCILIATION'),
        'clients[0].companies[0].charts': 'deve ser uma lista',
        'clients[0].companies[0].fantasia': 'campo desconhecido',
      },
    ],
    [
      'with a new company that leaves fields out',
      clientOf({ cnpj: ONE }),
      {
        'clients[0].companies[0].razaoSocial': 'campo obrigatório',
        'clients[0].companies[0].regimeTributario': 'campo obrigatório',
        'clients[0].companies[0].status': 'campo obrigatório',
        'clients[0].companies[0].modules': 'campo obrigatório',
      },
    ],
    [
      'with controlling companies that are unknown, itself, and a circle',
      clientOf(
        company(ONE, { controladoraCnpj: '11222333000181' }),
        company(TWO, { controladoraCnpj: TWO }),
        company(THREE, { controladoraCnpj: buildCnpj(4) }),
        company(buildCnpj(4), { controladoraCnpj: THREE }),
        company(buildCnpj(5), { controladoraCnpj: THREE }),
      ),
      {
        'clients[0].companies[0].controladoraCnpj':
          'a controladora 11.222.333/0001-81 não é uma empresa deste cliente',
        'clients[0].companies[1].controladoraCnpj': 'a empresa não pode ser controladora de si mesma',
        'clients[0].companies[2].controladoraCnpj': expect.stringContaining('formam um ciclo'),
        'clients[0].companies[3].controladoraCnpj': expect.stringContaining('formam um ciclo'),
      },
    ],
    [
      'with charts of wrong dates, names and states',
      clientOf(
        company(ONE, {
          charts: [
            chart('A', { vigenciaInicio: '2026-02-30', ativo: 'sim' }),
            chart('B', { vigenciaInicio: '2026-01-01', vigenciaFim: '2025-12-31' }),
            chart('B'),
            { nome: 'C' },
            chart('D', { vigenciaFim: '31/12/2026' }),
            without(chart('E'), 'nome'),
          ],
        }),
      ),
      {
        'clients[0].companies[0].charts[0].vigenciaInicio': 'informe uma data real no formato AAAA-MM-DD',
        'clients[0].companies[0].charts[0].ativo': 'deve ser true ou false',
        'clients[0].companies[0].charts[1].vigenciaFim':
          'a data deve ser igual ou posterior a vigenciaInicio (2026-01-01)',
        'clients[0].companies[0].charts[2].nome': 'este plano aparece mais de uma vez na empresa',
        'clients[0].companies[0].charts[3].vigenciaInicio': 'campo obrigatório',
        'clients[0].companies[0].charts[3].ativo': 'campo obrigatório',
        'clients[0].companies[0].charts[4].vigenciaFim': 'informe uma data real no formato AAAA-MM-DD',
        'clients[0].companies[0].charts[5].nome': 'campo obrigatório',
      },
    ],
    [
      'with accounts of wrong fields',
      clientOf(
        company(ONE, {
          charts: [
            chart('A', {
              accounts: [
                account('1', { tipo: 'ANALITICA', natureza: 'devedora' }),
                account('1'),
                account('2', { descricao: ' ', exigeConciliacao: 1 }),
                { codigo: '3' },
                account('4', { conta: 'x' }),
                'conta',
                account('5', { descricao: 'a\u0000b' }),
                account('x'.repeat(101)),
              ],
            }),
          ],
        }),
      ),
      Object.fromEntries(
        Object.entries({
          '[0].tipo': 'deve ser um de ANALYTICAL | SYNTHETIC',
          '[0].natureza': 'deve ser um de DEBIT | CREDIT | MIXED',
          '[1].codigo': 'esta conta aparece mais de uma vez no plano',
          '[2].descricao': 'não pode ficar em branco',
          '[2].exigeConciliacao': 'deve ser true ou false',
          '[3].descricao': 'campo obrigatório',
          '[3].tipo': 'campo obrigatório',
          '[3].natureza': 'campo obrigatório',
          '[3].exigeConciliacao': 'campo obrigatório',
          '[4].conta': 'campo desconhecido',
          '[5]': 'deve ser um objeto',
          '[6].descricao': 'o texto contém caracteres inválidos',
          '[7].codigo': 'deve ter no máximo 100 caracteres',
        }).map(([place, sentence]) => [`clients[0].companies[0].charts[0].accounts${place}`, sentence]),
      ),
    ],
  ];

  it.each(cases)(
    '%s is refused, each field with its sentence, and nothing is written',
    async (_, document, errors) => {
      expect(await errorsOf(document)).toEqual(errors);
      expect(await deps.log.head()).toBe(0);
    },
  );

  it('tells what only the registers know: dates against known ones, circles over two files', async () => {
    await apply(clientOf(company(ONE, { controladoraCnpj: TWO }), company(TWO)));
    const head = await deps.log.head();
    const charts = [{ nome: 'Plano 2026', vigenciaFim: '2025-01-01' }];
    expect(await errorsOf(clientOf({ cnpj: TWO, controladoraCnpj: ONE, charts }))).toEqual({
      'clients[0].companies[0].controladoraCnpj': expect.stringContaining('formam um ciclo'),
      'clients[0].companies[0].charts[0].vigenciaFim': expect.stringContaining('2026-01-01'),
    });
    expect(await deps.log.head()).toBe(head);
  });

  it.each([
    ['{ "clients": [ }', /^o arquivo não é um JSON válido/],
    [Buffer.from([0x7b, 0xff, 0x7d]), /^o arquivo não está em UTF-8$/],
  ])('that is not JSON is refused: %s', async (content, sentence) => {
    const path = join(folder.path, 'ruim.json');
    await writeFile(path, content);
    await expect(readRegistersFile(path)).rejects.toMatchObject({
      problem: {
        is: 'RegistersInvalid',
        errors: [{ path: 'ruim.json', message: expect.stringMatching(sentence) }],
      },
    });
  });

  it('that does not exist is refused', async () => {
    await expect(readRegistersFile(join(folder.path, 'nada.json'))).rejects.toMatchObject({
      problem: { errors: [{ message: 'não existe o arquivo nada.json' }] },
    });
  });
});

describe('An accounts file', () => {
  const withFile = (accountsFile: string, more: object = {}) =>
    clientOf(company(ONE, { charts: [{ ...without(chart('P'), 'accounts'), accountsFile, ...more }] }));
  const HEAD = 'codigo;codigoReduzido;descricao;tipo;natureza;classificacao;departamento;setor;exigeConciliacao';

  it('holds accounts by heading in any order, with BOM, quotes, CRLF and words for yes and no', async () => {
    const rows = [
      '\ufeffdescricao;codigo;tipo;natureza;exigeConciliacao;setor',
      '"Caixa; ""matriz""";1.1;ANALYTICAL;DEBIT;Sim;Tesouraria',
      '',
      'Ativo;1;SYNTHETIC;DEBIT;;',
      'Clientes;1.2;ANALYTICAL;DEBIT;FALSO;',
    ];
    await writeFile(join(folder.path, 'plano.csv'), rows.join('\r\n'));
    await apply(withFile('plano.csv'));
    const accounts = [...(await accountsOf(1)).values()];
    expect(accounts).toEqual([
      expect.objectContaining({ accountId: 1, code: '1.1', description: 'Caixa; "matriz"', sector: 'Tesouraria' }),
      expect.objectContaining({ accountId: 2, code: '1', kind: 'SYNTHETIC', requiresReconciliation: false }),
      expect.objectContaining({ accountId: 3, code: '1.2', requiresReconciliation: false, shortCode: '' }),
    ]);
    expect((await apply(withFile('plano.csv'))).unchanged).toBe(3);
  });

  it.each<readonly [string, string | Buffer, Readonly<Record<string, unknown>>]>([
    ['of no rows', '', { 'plano.csv': 'o arquivo está vazio' }],
    ['of another encoding', Buffer.from('codigo\n1é', 'latin1'), { 'plano.csv': 'o arquivo não está em UTF-8' }],
    [
      'of unknown, missing and repeated headings',
      'conta;descricao;descricao\n',
      { 'plano.csv[linha 1]': 'falta a coluna codigo' },
    ],
    [
      'with wrong rows',
      [
        HEAD,
        '1;;Ativo;SINTETICA;DEBIT;;;;false',
        '1.1;;;ANALYTICAL;DEBIT;;;;talvez',
        '1;;Ativo;SYNTHETIC;DEBIT;;;;false',
        '2;;Passivo',
        ';;Nada;SYNTHETIC;CREDIT;;;;false',
        '3;;Receita;;CREDIT;;;;true',
      ].join('\n'),
      {
        'plano.csv[linha 2].tipo': 'deve ser um de ANALYTICAL | SYNTHETIC',
        'plano.csv[linha 3].descricao': 'não pode ficar em branco',
        'plano.csv[linha 3].exigeConciliacao': 'deve ser true ou false',
        'plano.csv[linha 4].codigo': 'esta conta aparece mais de uma vez no plano',
        'plano.csv[linha 5]': 'a linha tem 3 colunas e o cabeçalho 9',
        'plano.csv[linha 6].codigo': 'não pode ficar em branco',
        'plano.csv[linha 7].tipo': 'campo obrigatório',
      },
    ],
    ['with an open quote', `${HEAD}\n"1;;a`, { 'plano.csv[linha 2]': 'as aspas desta linha não fecham' }],
  ])('%s is refused by row and column', async (_, content, errors) => {
    await writeFile(join(folder.path, 'plano.csv'), content);
    expect(await errorsOf(withFile('plano.csv'))).toEqual(errors);
    expect(await deps.log.head()).toBe(0);
  });

  it('must be beside the file, must exist, and excludes a list of accounts', async () => {
    const PATH = 'clients[0].companies[0].charts[0].accountsFile';
    const OUTSIDE = 'o arquivo deve estar na mesma pasta do arquivo de cadastros';
    await mkdir(join(folder.path, 'sub'));
    await writeFile(join(folder.path, 'sub', 'plano.csv'), `${HEAD}\n`);
    expect(await errorsOf(withFile('/etc/hostname'))).toEqual({ [PATH]: OUTSIDE });
    expect(await errorsOf(withFile('sub/../../plano.csv'))).toEqual({ [PATH]: OUTSIDE });
    expect(await errorsOf(withFile('nada.csv'))).toEqual({ [PATH]: 'não foi possível ler o arquivo nada.csv' });
    expect(await errorsOf(withFile('sub/plano.csv', { accounts: [] }))).toEqual({
      [PATH]: 'informe accounts ou accountsFile e não os dois',
    });
    expect((await apply(withFile('sub/plano.csv'))).created).toBe(3);
  });
});

describe('A chart of 20,000 accounts', () => {
  it('is applied in parts of one fact, and again without a change', async () => {
    const accounts = buildAccounts(20_000);
    await writeFile(join(folder.path, 'plano.csv'), chartCsv(accounts));
    const document = clientOf(
      company(ONE, { charts: [{ ...without(chart('P'), 'accounts'), accountsFile: 'plano.csv' }] }),
    );
    await apply(document);
    const events = await eventsOf(deps.log, 'chart-1');
    expect(events.slice(0, -1).every(({ data }) => (data as Uint8Array).byteLength <= 900_100)).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'ChartVersioned',
      data: {
        version: 1,
        accountCount: 20_004,
        parts: { fromRevision: 0, count: events.length - 1, accounts: 20_004 },
      },
    });
    expect(await apply(document)).toMatchObject({ created: 0, changed: 0, unchanged: 3 });
    const one = { codigo: accounts[7]?.code, descricao: 'Outra descrição' };
    await apply(clientOf({ cnpj: ONE, charts: [{ nome: 'P', accounts: [one] }] }));
    expect((await eventsOf(deps.log, 'chart-1')).slice(events.length)).toMatchObject([
      { type: 'ChartAccountsListed' },
      { type: 'ChartVersioned', data: { version: 2, accountCount: 20_004, parts: { accounts: 1 } } },
    ]);
  });
});

describe('A run cut short', () => {
  const ACCOUNTS = 2_000;

  /** Long texts: the accounts of P take three parts. */
  const document = () => {
    const long = { descricao: 'd'.repeat(500), classificacao: 'c'.repeat(200), setor: 's'.repeat(200) };
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => account(`1.${index}`, long));
    return clientOf(company(ONE, { charts: [chart('P', { accounts }), chart('Q')] }), company(TWO));
  };

  it('at any append leaves nothing half-done to see, and is completed by running it again', async () => {
    let appends = 0;
    const whole = await open({
      wrap: (log) => ({ ...bound(log), append: (...args) => (appends++, log.append(...args)) }),
    });
    await apply(document(), whole);
    expect(appends).toBeGreaterThan(6);
    const wanted = await shown(whole);

    for (let cutAt = 0; cutAt < appends; cutAt++) {
      const cut = await open({ wrap: (log) => failingAfter(log, cutAt) }, `cut-${cutAt}`);
      await expect(apply(document(), cut)).rejects.toThrow('cut');
      await cut.close();
      const after = await open({}, `cut-${cutAt}`);
      for (const { accounts } of await shown(after)) expect([0, 2, ACCOUNTS]).toContain(accounts);
      await apply(document(), after);
      expect(await shown(after)).toEqual(wanted);
      expect((await apply(document(), after)).unchanged).toBe(6);
      await after.close();
    }
  });

  /** Charts with their accounts, by name: ids may have gaps after a run that was cut short. */
  async function shown(by: CommandDeps) {
    await by.registers.refresh();
    const { registers } = by.registers;
    const charts = registers
      .companiesOf(registers.clientByRef('acme')?.clientId ?? 0)
      .flatMap(({ companyId, cnpj }) =>
        ['P', 'Q', 'Plano 2026'].map((name) => ({
          cnpj,
          name,
          chartId: registers.chartByName(companyId, name)?.chartId,
        })),
      );
    return Promise.all(
      charts.map(async ({ cnpj, name, chartId }) => {
        const loaded = chartId === undefined ? null : await loadChart(by, chartId);
        return {
          cnpj,
          name,
          version: loaded?.version,
          accounts: loaded ? (await loadAccounts(by, loaded)).size : 0,
        };
      }),
    );
  }
});

describe('Runs at once', () => {
  it('of one file in two processes register everything once', async () => {
    const accounts = buildAccounts(6_000).map(({ code }) => account(code));
    const document = clientOf(company(ONE, { charts: [chart('P', { accounts })] }), company(TWO));
    const others = [deps, await open(), await open()];
    const results = await Promise.all(others.map((each) => apply(document, each)));
    for (const { items } of results)
      expect(items.map(({ id }) => id)).toEqual(results[0]?.items.map(({ id }) => id));
    const created = results.flatMap(({ items }) => items.filter(({ outcome }) => outcome === 'created'));
    expect(created.map(({ kind, ref }) => `${kind} ${ref}`).sort()).toEqual(
      ['chart P', 'chart Plano 2026', 'client acme', `company ${ONE}`, `company ${TWO}`].sort(),
    );
    for (const chartId of results[0]?.items.filter(({ kind }) => kind === 'chart').map(({ id }) => id) ?? [])
      expect((await loadChart(deps, chartId))?.version).toBe(1);
    expect(await eventsOf(deps.log, 'clients')).toHaveLength(1);
  });
});

function bound(log: CommandDeps['log']): CommandDeps['log'] {
  return {
    append: (...args) => log.append(...args),
    read: (...args) => log.read(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: () => log.close(),
  };
}

/** As if the process were killed before its next append. */
function failingAfter(log: CommandDeps['log'], appendsMax: number): CommandDeps['log'] {
  let left = appendsMax;
  return {
    ...bound(log),
    append: async (...args) => {
      if (left-- <= 0) throw new Error('cut');
      return log.append(...args);
    },
  };
}
