// Which column is the account's, and which account a damaged code means.
import { describe, expect, it } from '#jest';
import type { Account } from '../../src/domain/charts/events.js';
import { xlsxBytes } from './spreadsheets.js';
import { csv, HEADING, type Rows } from './support/layouts.js';
import { account, linesOf, outsideOf, readBytes } from './support/readReport.js';

const SUMS = 'Saldo Anterior;Débito;Crédito;Saldo Atual'.split(';');
const zero = ['0,00', '0,00', '0,00', '0,00'];
/** An amount that tells lines apart. */
const amounts = (reais: number): readonly string[] => ['0,00', `${reais},00`, '0,00', `${reais},00`];

const read = async (rows: Rows, accounts: readonly Account[]) => {
  const content = await readBytes(csv(rows), { accounts });
  const kept = linesOf(content).map(([code, , , debit]) => [code, debit / 100] as const);
  return { kept, content, warnings: content.lines?.readingFindings?.warnings ?? [] };
};

describe('The column of the account', () => {
  const accounts = [
    account('1', 'ATIVO', 'SYNTHETIC', { shortCode: '1' }),
    account('1.1', 'Circulante', 'SYNTHETIC', { shortCode: '2' }),
    account('1.1.01', 'Caixa', 'ANALYTICAL', { shortCode: '3' }),
    account('1.1.02', 'Bancos', 'ANALYTICAL', { shortCode: '4' }),
    account('2', 'PASSIVO', 'SYNTHETIC', { shortCode: '5' }),
    account('3', 'Transitória', 'ANALYTICAL', { shortCode: '9' }),
  ];
  const lines = [
    ['1', '1', 'ATIVO', 3],
    ['2', '1.1', 'Circulante', 3],
    ['3', '1.1.01', 'Caixa', 1],
    ['4', '1.1.02', 'Bancos', 2],
  ] as const;

  it.each([
    'Code|Classification|Type|Accounting account name|Previous balance|Debit|Credit|Current balance',
    'Code|Classification|Type|Account name|Beginning Balance|Debits|Credits|Actual Balance',
    'Código|Clasificación|Tipo|Nombre de la cuenta|Saldo inicial|Debe|Haber|Saldo final',
    'Código|Clasificación|Tipo|Nombre|Saldo anterior|Cargos|Abonos|Saldo actual',
    `Código|Classificação|Tipo|Descrição|${SUMS.join('|')}`,
    `Conta|Estrutural|Tipo|Descrição|${SUMS.join('|')}`,
  ])('is that of the chart, and not the first one: %s', async (heading) => {
    const rows = lines.map(([short, code, name, reais]) => [short, code, 'A', name, ...amounts(reais)]);
    const { kept } = await read([heading.split('|'), ...rows], accounts);
    expect(kept).toEqual([
      ['1', 3],
      ['1.1', 3],
      ['1.1.01', 1],
      ['1.1.02', 2],
    ]);
  });

  it('is that of short codes only where it holds them as a whole', async () => {
    const rows = lines.map(([short, , name, reais]) => [short, name, ...amounts(reais)]);
    expect((await read([HEADING, ...rows], accounts)).kept.map(([code]) => code)).toEqual([
      '1',
      '1.1',
      '1.1.01',
      '1.1.02',
    ]);
    // `3` among codes is the account of that code, and `4` is none: it is not the short code of 1.1.02.
    const codes = lines.map(([, code, name, reais]) => [code, name, ...amounts(reais)]);
    const mixed = await read([HEADING, ...codes, ['3', 'Transitória', ...zero], ['4', 'x', ...zero]], accounts);
    expect(mixed.kept.map(([code]) => code)).toEqual(['1', '1.1', '1.1.01', '1.1.02', '3']);
  });

  it('moves with its heading on a later page', async () => {
    const rows: Rows = [
      ['Code', 'Classificação', 'Descrição', ...SUMS],
      ...lines.slice(0, 3).map(([short, code, name, reais]) => [short, code, name, ...amounts(reais)]),
      ['Classificação', 'Code', 'Descrição', ...SUMS],
      ...lines.slice(3).map(([short, code, name, reais]) => [code, short, name, ...amounts(reais)]),
    ];
    expect((await read(rows, accounts)).kept.map(([code]) => code)).toEqual(['1', '1.1', '1.1.01', '1.1.02']);
  });

  it('with which few lines find an account is named in the first warning', async () => {
    const rows = ['1.1.01', '8.1', '8.2', '8.3'].map((code) => [code, 'x', ...amounts(1)]);
    const { warnings } = await read([HEADING, ...rows], accounts);
    expect(warnings[0]).toEqual({
      is: 'FewAccountsFound',
      lines: 4,
      found: 1,
      column: 'Conta',
      codes: ['8.1', '8.2', '8.3'],
    });
  });

  it('is contradicted by another one in a warning', async () => {
    const rows = lines.map(([short, code, name, reais]) => [short, code, name, ...amounts(reais)]);
    const wrong = [['4', '1.1.01', 'Caixa', ...amounts(7)]];
    const { warnings } = await read(
      [['Reduzido', 'Classificação', 'Descrição', ...SUMS], ...rows, ...rows, ...wrong],
      accounts,
    );
    expect(warnings).toContainEqual({
      is: 'OtherAccountNamed',
      by: 'code',
      lines: [{ line: 10, accountCode: '1.1.01', otherCode: '1.1.02' }],
      more: 0,
    });
  });

  it('is warned of where a name is that of another account', async () => {
    const { warnings } = await read([HEADING, ['1.1.01', 'BANCOS', ...amounts(1)]], accounts);
    expect(warnings).toContainEqual({
      is: 'OtherAccountNamed',
      by: 'name',
      lines: [{ line: 2, accountCode: '1.1.01', otherCode: '1.1.02' }],
      more: 0,
    });
  });
});

describe('A code that lost its zeros', () => {
  const accounts = [
    account('01', 'Ativo', 'SYNTHETIC', { shortCode: '10' }),
    account('02', 'Passivo', 'SYNTHETIC', { shortCode: '11' }),
    account('03', 'Receita', 'ANALYTICAL', { shortCode: '12' }),
    account('1.1', 'Caixa', 'ANALYTICAL', { shortCode: '3' }),
    account('1.10', 'Bancos', 'ANALYTICAL', { shortCode: '14' }),
    account('2.20', 'Fornecedores', 'ANALYTICAL', { shortCode: '15' }),
  ];

  it('never falls to the account whose short code it is', async () => {
    const { kept } = await read(
      [HEADING, ['3', 'Receita', ...amounts(1)], ['2', 'Passivo', ...amounts(2)]],
      accounts,
    );
    expect(kept).toEqual([
      ['03', 1],
      ['02', 2],
    ]);
  });

  it('as a number in a workbook does not either', async () => {
    const bytes = await xlsxBytes([
      { name: 'A', rows: [HEADING, [3, 'Receita', 0, 1, 0, 1], [2.2, 'Fornecedores', 0, 2, 0, 2]] },
    ]);
    expect(linesOf(await readBytes(bytes, { accounts })).map(([code]) => code)).toEqual(['03', '2.20']);
  });

  const withShort = ['Reduzido', 'Conta', 'Descrição', ...SUMS];

  it('is settled by the short code beside it', async () => {
    const { kept } = await read(
      [
        withShort,
        ['12', '3', 'Receita', ...amounts(1)],
        ['3', '1.1', 'Caixa', ...amounts(2)],
        ['14', '1.1', 'Bancos', ...amounts(3)],
        ['15', '2.2', 'Fornecedores', ...amounts(4)],
      ],
      accounts,
    );
    expect(kept).toEqual([
      ['03', 1],
      ['1.1', 2],
      ['1.10', 3],
      ['2.20', 4],
    ]);
  });

  it('that stands under two names is used for neither account', async () => {
    const { kept, content } = await read(
      [
        HEADING,
        ['1.1', 'Caixa', ...amounts(2)],
        ['1.1', 'Bancos', ...amounts(3)],
        ['2.20', 'Fornecedores', ...amounts(4)],
      ],
      accounts,
    );
    expect(kept).toEqual([['2.20', 4]]);
    expect(outsideOf(content)).toEqual(['1.1', '1.1']);
  });

  it('that fits two accounts fits none, and is named', async () => {
    const two = [account('01.1', 'A'), account('1.01', 'B'), account('5', 'C')];
    const { kept, warnings } = await read([HEADING, ['1.1', 'A', ...amounts(1)], ['5', 'C', ...amounts(2)]], two);
    expect(kept).toEqual([['5', 2]]);
    expect(warnings).toContainEqual({
      is: 'CodesAmbiguous',
      codes: [{ found: '1.1', accounts: ['01.1', '1.01'] }],
      more: 0,
    });
  });

  it('with dots in other places is another account', async () => {
    const { kept } = await read(
      [HEADING, ['1.1.11', 'A', ...amounts(1)], ['5', 'C', ...amounts(2)]],
      [account('1.11.1', 'A'), account('5', 'C')],
    );
    expect(kept).toEqual([['5', 2]]);
  });
});
