// Files that are something else are refused by name, and what was understood of a refused file is shown.
import { describe, expect, it } from '#jest';
import type { FileRefused } from '../../src/files/formats/table.js';
import { xlsxBytes, zipBytes } from './spreadsheets.js';
import { csv, good, HEADING, type Rows } from './support/layouts.js';
import { readBytes, reasonOf } from './support/readReport.js';

const ledger: Rows = [
  ['Razão analítico'],
  ['Data', 'Lote', 'Histórico', 'Contrapartida', 'Débito', 'Crédito', 'Saldo'],
  ['02/03/2026', '1', 'Pagamento', '2.1.01', '10,00', '0,00', '10,00D'],
  ['03/03/2026', '2', 'Recebimento', '2.1.01', '0,00', '10,00', '0,00'],
];

describe('A file of another kind is refused by its name', () => {
  it.each<[string, () => Promise<Uint8Array> | Uint8Array | string, object]>([
    [
      'ODS',
      () => zipBytes({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
      { found: 'ODS' },
    ],
    ['XLSB', () => zipBytes({ 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' }), { found: 'XLSB' }],
    ['ZIP', () => zipBytes({ 'balancete.csv': 'a;b' }), { found: 'ZIP' }],
    ['PDF', () => '%PDF-1.7\n', { found: 'PDF' }],
    ['JSON', () => '[{"a": 1}]', { found: 'JSON' }],
    ['JSON of an object', () => '{"lineItems": [{"accountCode": "1.1"; "debit": 1}]}\n', { found: 'JSON' }],
    ['ledger', () => csv(ledger), { is: 'FileIsOtherReport', report: 'ledger' }],
    [
      'ledger with all columns of a trial balance',
      () =>
        csv([
          ['Data', 'Conta', 'Histórico', 'Saldo anterior', 'Débito', 'Crédito', 'Saldo'],
          ['02/03/2026', '1.1.01.001', 'Pagamento', '0,00', '10,00', '0,00', '10,00'],
        ]),
      { is: 'FileIsOtherReport', report: 'ledger' },
    ],
    [
      'comparative',
      () =>
        csv([['Balancete comparativo'], ['Conta', 'Nome', 'Jan/2026', 'Fev/2026'], ['1.1', 'x', '1,00', '2,00']]),
      { is: 'FileIsOtherReport', report: 'comparative' },
    ],
    [
      'months side by side',
      () =>
        csv([
          ['Conta', 'Nome', 'Jan/2026', 'Fev/2026', 'Mar/2026'],
          ['1.1', 'x', '1,00', '2,00', '3,00'],
        ]),
      { is: 'FileIsOtherReport', report: 'comparative' },
    ],
    [
      'ECD without balances',
      () =>
        '|0000|LECD|01012026|31122026|X|11222333000181|\r\n|I010|G|9.00|\r\n|I150|01032026|31032026|\r\n|9999|4|\r\n',
      { is: 'FileIsOtherReport', report: 'ecdWithoutBalances' },
    ],
    [
      'a short ECD without balances, whose signature is binary',
      () =>
        Buffer.concat([
          Buffer.from('|0000|LECD|01012026|31122026|X|11222333000181|\r\n|I010|G|9.00|\r\n|9999|3|\r\n'),
          Buffer.from('SBRCAAEPDR0'),
          Buffer.alloc(900, 3),
        ]),
      { is: 'FileIsOtherReport', report: 'ecdWithoutBalances' },
    ],
    [
      'another SPED',
      () => '|0000|018|0|01032026|31032026|X|11222333000181|\r\n|0001|0|\r\n|9999|3|\r\n',
      { is: 'FileIsOtherReport', report: 'otherSped' },
    ],
    [
      'rows without a heading',
      () => csv(good.slice(0, 2)),
      {
        is: 'FileWithoutHeading',
        rows: [
          { line: 1, cells: ['1.1.01.001', 'Caixa', '1.234,56', '500,00', '200,50', '1.534,06'] },
          { line: 2 },
        ],
      },
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonOf(await bytes())).toMatchObject(reason);
  });
});

describe('A refused file', () => {
  const refusalOf = async (bytes: Uint8Array | string): Promise<FileRefused> =>
    readBytes(bytes).then(
      () => Promise.reject(new Error('read')),
      (error: unknown) => error as FileRefused,
    );

  it('shows what was understood of its heading, also of merged cells', async () => {
    const rows: Rows = [
      ['Balancete'],
      ['Conta', null, 'Saldo', null, 'Movimento'],
      [null, null, 'Anterior', null, 'Débito'],
      ['1.1', null, 1, null, 2],
    ];
    const { reason, interpretation } = await refusalOf(await xlsxBytes([{ name: 'Plan1', rows }]));
    expect(reason).toEqual({
      is: 'FileColumnsMissing',
      fields: ['credit', 'finalBalance'],
      found: ['Conta', 'Saldo Anterior', 'Movimento Débito'],
    });
    expect(interpretation).toMatchObject({
      format: 'xlsx',
      sheet: 'Plan1',
      headingLine: 3,
      columns: { accountCode: 'Conta', previousBalance: 'Saldo Anterior', debit: 'Movimento Débito' },
      sides: 'none',
    });
  });

  it('names headings of which none is known', async () => {
    const { reason } = await refusalOf(csv([['Chave', 'Texto', 'SI', 'MD', 'MC', 'SF'], ...good]));
    expect(reason).toMatchObject({ is: 'FileColumnsMissing', found: ['Chave', 'Texto', 'SI', 'MD', 'MC', 'SF'] });
  });

  it('shows it too where a line is what is wrong', async () => {
    const rows: Rows = [['Período: 01/01/2026 a 31/03/2026'], HEADING, ...good];
    const { interpretation } = await refusalOf(csv(rows));
    expect(interpretation).toMatchObject({ headingLine: 2, columns: { debit: 'Débito' } });
  });
});
