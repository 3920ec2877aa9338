import { describe, expect, it } from '#jest';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistersFile } from '../../../src/commands/registers/registersFile.js';
import { buildCnpj } from '../../support/builders.js';
import { account, chart, clientOf, company, ONE, THREE, TWO, without } from './registersDocuments.js';
import { useRegisters } from './registersWorld.js';

const { apply, accountsOf, errorsOf, deps, path } = useRegisters();

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
        'clients[0].companies[0].status': 'deve ser um destes valores: ACTIVE | INACTIVE | SUSPENDED',
        'clients[0].companies[0].controladoraCnpj': 'o CNPJ deve ter 14 caracteres',
        'clients[0].companies[0].modules[0]': expect.stringContaining('RECONCILIATION'),
        'clients[0].companies[0].charts': 'deve ser uma lista',
        'clients[0].companies[0].fantasia': 'campo desconhecido',
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
          '[0].tipo': 'deve ser um destes valores: ANALYTICAL | SYNTHETIC',
          '[0].natureza': 'deve ser um destes valores: DEBIT | CREDIT | MIXED',
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
      expect(await deps().log.head()).toBe(0);
    },
  );

  it('is refused with all its faults, also where they are more than a call has arguments', async () => {
    const names = Object.keys(account('1'));
    const accounts = Array<object>(15_000).fill(Object.fromEntries(names.map((name) => [name, '\u0001'])));
    const errors = await errorsOf(clientOf(company(ONE, { charts: [chart('P', { accounts })] })));
    expect(Object.keys(errors)).toHaveLength(15_000 * names.length);
  });

  it('is refused for conflicts with the stored registers: dates, and cycles over two files', async () => {
    await apply(clientOf(company(ONE, { controladoraCnpj: TWO }), company(TWO)));
    const head = await deps().log.head();
    const charts = [{ nome: 'Plano 2026', vigenciaFim: '2025-01-01' }];
    expect(await errorsOf(clientOf({ cnpj: TWO, controladoraCnpj: ONE, charts }))).toEqual({
      'clients[0].companies[0].controladoraCnpj': expect.stringContaining('formam um ciclo'),
      'clients[0].companies[0].charts[0].vigenciaFim': expect.stringContaining('2026-01-01'),
    });
    expect(await deps().log.head()).toBe(head);
  });

  it.each([
    ['{ "clients": [ }', { is: 'NotJson', line: 1, column: 16 }],
    ['{ "clients":\n [', { is: 'NotJson', line: 2, column: 3 }],
    ['{ "clients":\n [{ "ref": "a" "name": "b" }] }', { is: 'NotJson', line: 2, column: 16 }],
    [Buffer.from([0x7b, 0xff, 0x7d]), { is: 'NotUtf8' }],
  ])('that is not JSON is refused: %s', async (content, reason) => {
    const file = join(path(), 'ruim.json');
    await writeFile(file, content);
    await expect(readRegistersFile(file)).rejects.toMatchObject({
      problem: {
        is: 'RegistersInvalid',
        errors: [{ path: ['ruim.json'], reason }],
      },
    });
  });

  it('that does not exist is refused', async () => {
    await expect(readRegistersFile(join(path(), 'nada.json'))).rejects.toMatchObject({
      problem: { errors: [{ reason: { is: 'FileAbsent', name: 'nada.json' } }] },
    });
  });
});

describe('An accounts file', () => {
  const withFile = (accountsFile: string, more: object = {}) =>
    clientOf(company(ONE, { charts: [{ ...without(chart('P'), 'accounts'), accountsFile, ...more }] }));
  const HEAD = 'codigo;codigoReduzido;descricao;tipo;natureza;classificacao;departamento;setor;exigeConciliacao';

  it('is read by headings in any order, with BOM, quotes, CRLF and words for yes and no', async () => {
    const rows = [
      '\ufeffdescricao;codigo;tipo;natureza;exigeConciliacao;setor',
      '"Caixa; ""matriz""";1.1;ANALYTICAL;DEBIT;Sim;Tesouraria',
      '',
      'Ativo;1;SYNTHETIC;DEBIT;;',
      'Clientes;1.2;ANALYTICAL;DEBIT;FALSO;',
    ];
    await writeFile(join(path(), 'plano.csv'), rows.join('\r\n'));
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
        'plano.csv[linha 2].tipo': 'deve ser um destes valores: ANALYTICAL | SYNTHETIC',
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
    await writeFile(join(path(), 'plano.csv'), content);
    expect(await errorsOf(withFile('plano.csv'))).toEqual(errors);
    expect(await deps().log.head()).toBe(0);
  });

  it('must be beside the file, must exist, and excludes a list of accounts', async () => {
    const PATH = 'clients[0].companies[0].charts[0].accountsFile';
    const OUTSIDE = 'o arquivo deve estar na mesma pasta do arquivo de cadastros';
    await mkdir(join(path(), 'sub'));
    await writeFile(join(path(), 'sub', 'plano.csv'), `${HEAD}\n`);
    expect(await errorsOf(withFile('/etc/hostname'))).toEqual({ [PATH]: OUTSIDE });
    expect(await errorsOf(withFile('sub/../../plano.csv'))).toEqual({ [PATH]: OUTSIDE });
    expect(await errorsOf(withFile('nada.csv'))).toEqual({ [PATH]: 'não foi possível ler o arquivo nada.csv' });
    expect(await errorsOf(withFile('sub/plano.csv', { accounts: [] }))).toEqual({
      [PATH]: 'informe accounts ou accountsFile (não ambos)',
    });
    expect((await apply(withFile('sub/plano.csv'))).created).toBe(3);
  });
});
