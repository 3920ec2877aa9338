import { describe, expect, it } from '@jest/globals';
import type { Competence } from '../../../src/domain/competence/competence.js';
import { xlsxBytes, type MadeCell } from '../../support/spreadsheets.js';
import { HEADING, brazilian, delimited, LAYOUTS, type Rows } from './layouts.js';
import { account, ACCOUNTS, LINES, linesOf, readBytes, reasonOf } from './reading.js';

const good: readonly (readonly string[])[] = LINES.map(([code, name, ...amounts]) => [
  code,
  name,
  ...amounts.map(brazilian),
]);
const csv = (rows: Rows): string => delimited(rows, ';');
const withHeading = (...above: readonly (readonly MadeCell[])[]): string => csv([...above, HEADING, ...good]);
/** One line, of `1.1.01.001`. */
const line = (...cells: readonly string[]): string => csv([HEADING, ['1.1.01.001', 'Caixa', ...cells]]);

describe('The month', () => {
  const asked = { competence: null, fileName: 'balancete.csv' };

  it.each([
    ['Período: 01/03/2026 a 31/03/2026'],
    ['Período: 01/03/2026 até 31/03/2026'],
    ['Competência: 03/2026'],
    ['COMPETENCIA: MARÇO/2026'],
    ['Mês/Ano: mar/26'],
    ['Referência: março de 2026'],
    ['Balancete de verificação - Março/2026'],
    ['Empresa X - Período de 01/03/2026 a 31/03/2026 - Folha 1'],
    ['Data-base: 31/03/2026'],
  ])('is told above the table: %s', async (text) => {
    expect((await readBytes(withHeading([text]), asked)).competence).toBe('2026-03');
  });

  it('is told by a label and the cell after it, and by month and year apart', async () => {
    expect((await readBytes(withHeading(['Período:', '', '03/2026']), asked)).competence).toBe('2026-03');
    const apart = withHeading(['Exercício: 2026'], ['Período: Março']);
    expect((await readBytes(apart, asked)).competence).toBe('2026-03');
    expect((await readBytes(withHeading(['Mês', 'Março', 'Ano', '2026']), asked)).competence).toBe('2026-03');
  });

  it.each([
    '2026-03',
    '03/2026',
    '3/2026',
    '03-2026',
    '03.2026',
    '032026',
    '202603',
    '2026/03',
    'mar/2026',
    'mar/26',
    'Mar-26',
    'Mar 2026',
    'MARÇO/2026',
    'março de 2026',
    'marco 2026',
    '31/03/2026',
    '01/03/2026',
    '2026-03-31',
    '01/03/2026 a 31/03/2026',
    '03/2026 a 03/2026',
    '46112',
  ])('is told by a column: %s', async (text) => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, text])];
    expect((await readBytes(csv(rows), asked)).competence).toBe('2026-03');
  });

  it('is told by a date, a serial or a number of a spreadsheet', async () => {
    for (const cell of [{ date: '2026-03-31' }, 46_112, 202_603]) {
      const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, cell])];
      expect((await readBytes(await xlsxBytes([{ name: 'A', rows }]), asked)).competence).toBe('2026-03');
    }
  });

  it('is told by columns of month and year', async () => {
    const rows = [[...HEADING, 'Mês', 'Ano'], ...good.map((cells) => [...cells, 'Março', '2026'])];
    expect((await readBytes(csv(rows), asked)).competence).toBe('2026-03');
  });

  it.each(['balancete_032026.csv', 'balancete-2026-03.csv', 'BALANCETE MAR 2026.csv', 'emp185_202603.csv'])(
    'is told by the name of the file alone: %s',
    async (fileName) => {
      expect((await readBytes(withHeading(), { competence: null, fileName })).competence).toBe('2026-03');
    },
  );

  it('is asked for when nothing tells it', async () => {
    const { reasons } = await readBytes(withHeading(), asked);
    expect(reasons).toEqual([{ is: 'FilePeriodMissing' }]);
  });

  it('that differs above the table or on a line is told', async () => {
    const above = await readBytes(withHeading(['Período: 01/02/2026 a 28/02/2026']));
    expect(above.reasons).toEqual([
      { is: 'FilePeriodDiffers', competence: '2026-02', importCompetence: '2026-03' },
    ]);
    const rows = [
      [...HEADING, 'Competência'],
      ...good.map((cells, at) => [...cells, at === 2 ? '02/2026' : '03/2026']),
    ];
    const { lines } = await readBytes(csv(rows));
    expect(lines?.besides?.errors).toEqual([
      {
        line: 4,
        field: 'period',
        accountCode: '1.1.09.001',
        reason: { is: 'LinePeriodDiffers', competence: '2026-02', importCompetence: '2026-03' },
      },
    ]);
  });

  it('that is none is told with line and column', async () => {
    const rows = [[...HEADING, 'Competência'], ...good.map((cells) => [...cells, 'treze'])];
    const { lineErrors } = await readBytes(csv(rows));
    expect(lineErrors[0]).toMatchObject({
      line: 2,
      field: 'period',
      reason: { is: 'LinePeriodInvalid', column: 'Competência', value: 'treze' },
    });
  });

  it('of an accumulated report is refused', async () => {
    const range = { is: 'FileAccumulated', from: '2026-01-01', to: '2026-03-31' };
    expect(await reasonOf(withHeading(['Período: 01/01/2026 a 31/03/2026']))).toEqual(range);
    expect(await reasonOf(withHeading(['Período: 01/2026 a 03/2026']))).toEqual(range);
    const rows = [[...HEADING, 'Período'], ...good.map((cells) => [...cells, '01/01/2026 a 31/03/2026'])];
    const { lineErrors } = await readBytes(csv(rows));
    expect(lineErrors[0]?.reason).toMatchObject({ is: 'LineAccumulated' });
  });
});

describe('Amounts', () => {
  const amounts = async (...cells: readonly string[]) => linesOf(await readBytes(line(...cells)))[0]?.slice(2);

  it.each([
    ['1.234,56', 123_456],
    ['1234,56', 123_456],
    ['-1.234,56', -123_456],
    ['1.234,56-', -123_456],
    ['(1.234,56)', -123_456],
    ['1.234,56 D', 123_456],
    ['1.234,56C', -123_456],
    ['1.234,56 DB', 123_456],
    ['1.234,56 cr', -123_456],
    ['R$ 1.234,56', 123_456],
    ['-R$ 1.234,56', -123_456],
    ['R$ -1.234,56', -123_456],
    ['\u22121.234,56', -123_456],
    [',56', 56],
    ['1.234', 123_400],
    ['1.234.567', 123_456_700],
    ['0', 0],
    ['-', 0],
    ['', 0],
    ['  7,5 ', 750],
    ['\u00a07,50\u00a0', 750],
    ['0000000478490166437,83', 47_849_016_643_783],
    ['12,500000', 1_250],
    ['12,5000001', 1_250],
  ])('%j with a decimal comma', async (text, cents) => {
    expect(await amounts('0,01', '0,02', '0,03', text)).toEqual([1, 2, 3, cents]);
  });

  it.each([
    ['1,234.56', 123_456],
    ['1234.5', 123_450],
    ['1,234', 123_400],
    ['-.5', -50],
  ])('%j with a decimal point', async (text, cents) => {
    expect(await amounts('0.01', '0.02', '0.03', text)).toEqual([1, 2, 3, cents]);
  });

  it.each([
    ['abc', 'AmountInvalid'],
    ['1.23,45', 'AmountInvalid'],
    ['12.34', 'AmountInvalid'],
    ['1,2,3', 'AmountInvalid'],
    ['1.2345,00', 'AmountInvalid'],
    ['--1,00', 'AmountInvalid'],
    ['(1,00', 'AmountInvalid'],
    ['-1,00 D', 'AmountInvalid'],
    ['1,00 X', 'AmountInvalid'],
    ['1e5', 'AmountInvalid'],
    ['#REF!', 'AmountInvalid'],
    ['1,001', 'AmountPrecision'],
    ['70.000.000.000.000,01', 'AmountTooLarge'],
    ['99999999999999999999', 'AmountTooLarge'],
  ])('%j is refused with line, column and value', async (text, is) => {
    const { lineErrors } = await readBytes(line('0,01', '0,02', text, '0,04'));
    expect(lineErrors).toEqual([
      {
        line: 2,
        field: 'credit',
        accountCode: '1.1.01.001',
        reason: { is, field: 'credit', column: 'Crédito', value: text },
      },
    ]);
  });

  it('that no value of the file explains are refused, never guessed', async () => {
    expect(await reasonOf(line('1.234', '1.000', '0', '2.234'))).toEqual({
      is: 'FileDecimalMarkUnclear',
      line: 2,
      column: 'Saldo Anterior',
      value: '1.234',
    });
    expect(await amounts('1234', '1000', '0', '2234')).toEqual([123_400, 100_000, 0, 223_400]);
  });

  it('are explained by a value far below', async () => {
    const many = Array.from({ length: 5_000 }, () => ['1.1.01.001', 'Caixa', '1.234', '0', '0', '1.234']);
    const rows = [HEADING, ...many, ['1.1.01.002', 'Banco', '0,50', '0', '0', '0,50']];
    expect(linesOf(await readBytes(csv(rows)))[0]?.[2]).toBe(123_400);
  });

  it('of text that a row lacks are refused, those of a spreadsheet are zero', async () => {
    const short = [HEADING, ['1.1.01.001', 'Caixa', '1,00', '0,00', '0,00']];
    expect((await readBytes(csv(short))).lineErrors).toMatchObject([
      { line: 2, field: 'finalBalance', reason: { is: 'AmountMissing' } },
    ]);
    expect(linesOf(await readBytes(await xlsxBytes([{ name: 'A', rows: short }])))[0]?.[5]).toBe(0);
  });

  it('of numbers in a spreadsheet are taken as they are, without their noise', async () => {
    const rows = [HEADING, ['1.1.01.001', 'Caixa', 0.1 + 0.2, 1e-9, 1234.5600000001, -5]];
    expect(linesOf(await readBytes(await xlsxBytes([{ name: 'A', rows }])))[0]?.slice(2)).toEqual([
      30, 0, 123_456, -500,
    ]);
    const wrong = [HEADING, ['1.1.01.001', 'Caixa', 1.005, true, { date: '2026-01-01' }, 1e20]];
    expect(
      (await readBytes(await xlsxBytes([{ name: 'A', rows: wrong }]))).lineErrors.map(({ reason }) => reason.is),
    ).toEqual(['AmountPrecision', 'AmountInvalid', 'AmountInvalid', 'AmountTooLarge']);
  });

  it('need a side where the file has a column for it', async () => {
    const heading = ['Conta', 'Saldo Anterior', 'D/C', 'Débito', 'Crédito', 'Saldo Atual', 'D/C'];
    const rows = [
      heading,
      ['1.1.01.001', '1,00', '', '0,00', '0,00', '1,00', 'X'],
      ...Array.from({ length: 30 }, () => ['2.1.01.001', '1,00', 'C', '0,00', '0,00', '1,00', 'C']),
    ];
    expect((await readBytes(csv(rows))).lineErrors.map(({ field, reason }) => [field, reason.is])).toEqual([
      ['previousBalance', 'SideMissing'],
      ['finalBalance', 'SideInvalid'],
    ]);
  });
});

describe('Codes', () => {
  const codesOf = async (code: MadeCell, accounts = ACCOUNTS) => {
    const rows = [HEADING, [code, 'Caixa', 1, 0, 0, 1]];
    const content = await readBytes(await xlsxBytes([{ name: 'A', rows }]), { accounts });
    return { codes: linesOf(content).map(([found]) => found), besides: content.lines?.besides };
  };

  it('are matched without separators, by classification and by a short code of one account', async () => {
    const accounts = [
      account('1.1.01', 'Caixa', 'ANALYTICAL', { classification: '01.001.0001', shortCode: '77' }),
      account('2', 'Outra'),
    ];
    for (const code of ['1.1.01', ' 1.1.01 ', '1101', '1-1-01', '01.001.0001', '010010001', '77', 77])
      expect((await codesOf(code, accounts)).codes).toEqual(['1.1.01']);
  });

  it('that two accounts fit are in no chart', async () => {
    const { codes, besides } = await codesOf('111', [account('1.11', 'A'), account('11.1', 'B')]);
    expect(codes).toEqual([]);
    expect(besides?.notInChart).toEqual({ lines: 1, accounts: ['111'], more: 0 });
  });

  it.each<[string, MadeCell]>([
    ['01', 1],
    ['2.10', 2.1],
    ['0101', 101],
    ['1.1.2001', { date: '2001-01-01' }],
    ['1.1.1', { date: '2001-01-01' }],
    ['1.2.3', { date: '2003-02-01' }],
    ['1.1.1', '01/01/2001'],
    ['1.1.1', 36_892],
  ])('%s that a spreadsheet made %j of are restored with a warning', async (code, cell) => {
    const { codes, besides } = await codesOf(cell, [account(code, 'A'), account('9.9.9.9', 'B')]);
    expect(codes).toEqual([code]);
    expect(besides?.warnings).toMatchObject([{ is: 'CodesRestored', codes: [{ accountCode: code }] }]);
  });

  it('are not restored when two accounts fit, or when nothing was lost', async () => {
    expect((await codesOf(2.1, [account('2.10', 'A'), account('2.100', 'B')])).codes).toEqual([]);
    expect((await codesOf('1.10', [account('1.1', 'A'), account('9', 'B')])).codes).toEqual([]);
  });

  it('outside the chart are counted and named once each', async () => {
    const rows = [
      HEADING,
      ...Array.from({ length: 50 }, (_, at) => [`8.${at % 25}`, 'Fora', '1,00', '0,00', '0,00', '1,00']),
    ];
    const { lines, received } = await readBytes(csv([...rows, ...good]));
    expect(received).toBe(56);
    expect(lines?.besides?.notInChart).toMatchObject({ lines: 50, more: 5 });
    expect(lines?.besides?.notInChart.accounts).toHaveLength(20);
  });

  it('that are missing beside amounts are warned of, totals are not', async () => {
    const rows = [
      HEADING,
      ...good,
      ['', 'Conta esquecida', '1,00', '0,00', '0,00', '1,00'],
      ['', 'TOTAL', '1,00', '1,00', '1,00', '1,00'],
    ];
    const { lines } = await readBytes(csv(rows));
    expect(lines?.besides?.warnings).toEqual([{ is: 'RowsWithoutCode', rows: 1, lines: [8], more: 0 }]);
  });
});

describe('Sheets', () => {
  const sheet = (name: string, rows: Rows, state?: 'hidden') => ({ name, rows, ...(state && { state }) });
  const table: Rows = [HEADING, ...good];

  it('beside the first visible one that is a trial balance are named in a warning', async () => {
    const bytes = await xlsxBytes([
      sheet('Capa', [['Relatório']]),
      sheet('Antigo', table, 'hidden'),
      sheet('Março', table),
      sheet('Abril', table),
      sheet('Notas', [['a', 'b']]),
    ]);
    const content = await readBytes(bytes);
    expect(content.interpretation.sheet).toBe('Março');
    expect(content.lines?.besides?.warnings).toEqual([{ is: 'SheetsIgnored', sheets: ['Abril', 'Antigo'] }]);
  });

  it('that are hidden are read when no other is a trial balance', async () => {
    const bytes = await xlsxBytes([sheet('Capa', [['Relatório']]), sheet('Dados', table, 'hidden')]);
    expect((await readBytes(bytes)).interpretation.sheet).toBe('Dados');
  });

  it('that are empty are refused', async () => {
    expect(await reasonOf(await xlsxBytes([sheet('A', [])]))).toMatchObject({
      is: expect.stringMatching(/FileWithout/),
    });
    expect(await reasonOf(await xlsxBytes([sheet('A', [HEADING])]))).toEqual({ is: 'FileWithoutLines' });
  });
});

describe('A saved mapping', () => {
  const heading = ['Chave', 'Texto', 'SI', 'MD', 'MC', 'SF'];
  const mapping = {
    accountCode: 'Chave',
    accountName: 'Texto',
    previousBalance: 'SI',
    debit: 'MD',
    credit: 'MC',
    finalBalance: 'SF',
  };

  it('names columns that no one would recognise', async () => {
    const bytes = csv([['Relatório'], heading, ...good]);
    expect(linesOf(await readBytes(bytes, { mapping }))).toEqual(LINES);
    expect(await reasonOf(bytes)).toMatchObject({
      is: 'FileColumnsMissing',
      fields: ['accountCode', 'previousBalance', 'finalBalance', 'debit', 'credit'].sort() && expect.any(Array),
    });
  });

  it('may name sheet and row, and the same heading twice', async () => {
    const rows: Rows = [['Chave', 'SI'], ['Chave', 'Texto', 'Saldo', 'MD', 'MC', 'Saldo'], ...good];
    const bytes = await xlsxBytes([
      { name: 'X', rows: [HEADING, ...good] },
      { name: 'Y', rows },
    ]);
    const content = await readBytes(bytes, {
      mapping: { ...mapping, previousBalance: 'Saldo', finalBalance: 'Saldo', sheet: 'Y', headerRow: 2 },
    });
    expect(linesOf(content)).toEqual(LINES);
    expect(content.interpretation).toMatchObject({ sheet: 'Y', headingLine: 2 });
  });

  it('that the file does not follow gives way to recognition, with a warning', async () => {
    const content = await readBytes(withHeading(), { mapping });
    expect(linesOf(content)).toEqual(LINES);
    expect(content.lines?.besides?.warnings).toEqual([{ is: 'MappingNotUsed', missing: Object.values(mapping) }]);
  });
});

describe('What a file says of company and chart', () => {
  it('must be what the import says', async () => {
    const above = await readBytes(withHeading(['CNPJ: 11.444.777/0001-61']));
    expect(above.reasons).toEqual([{ is: 'FileCnpjDiffers', cnpj: '11444777000161' }]);
    const rows = [
      [...HEADING, 'CNPJ', 'Plano de Contas'],
      ...good.map((cells, at) => [
        ...cells,
        at === 0 ? '11.444.777/0001-61' : '11.222.333/0001-81',
        at === 1 ? 'Outro' : 'Plano',
      ]),
    ];
    const { lines } = await readBytes(csv(rows));
    expect(lines?.besides?.errors.map(({ line, reason }) => [line, reason.is])).toEqual([
      [2, 'LineCnpjDiffers'],
      [3, 'LineChartDiffers'],
    ]);
  });

  it('may be a number that lost its zeros, a root, or a placeholder', async () => {
    const cnpj = '04517574000192';
    for (const value of ['4517574000192', '04.517.574/0001-92', '04517574', '4517574']) {
      const rows = [[...HEADING, 'CNPJ'], ...good.map((cells) => [...cells, value])];
      expect((await readBytes(csv(rows), { cnpj })).lines?.besides?.errorCount).toBe(0);
    }
    expect((await readBytes(withHeading(['CNPJ: 00.000.000/0001-00']))).reasons).toEqual([]);
  });

  it('names the chart where the request does not', async () => {
    const rows = [[...HEADING, 'Plano de Contas'], ...good.map((cells) => [...cells, 'Plano 2026'])];
    expect((await readBytes(csv(rows), { chartName: null })).chartName).toBe('Plano 2026');
    expect((await readBytes(withHeading(), { chartName: null })).reasons).toEqual([{ is: 'ChartNameMissing' }]);
  });
});

describe('Interpretation', () => {
  it('tells format, encoding, delimiter, heading and columns', async () => {
    const { interpretation } = await readBytes(csv(LAYOUTS['D/C columns of equal headings'] ?? []));
    expect(interpretation).toMatchObject({
      format: 'csv',
      encoding: 'UTF-8',
      delimiter: ';',
      sheet: null,
      headingLine: 1,
      sides: 'column',
      columns: {
        accountCode: 'Código',
        accountName: 'Nome',
        previousBalanceSide: 'D/C',
        finalBalance: 'Saldo Final',
      },
    });
  });
});

describe('A file that cannot be understood', () => {
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'FileEmpty'],
    ['only a heading', csv([HEADING]), 'FileWithoutLines'],
    [
      'only titles',
      csv([
        ['a', 'b', 'c', 'd', 'e'],
        ['f', 'g', 'h', 'i', 'j'],
      ]),
      'FileColumnsMissing',
    ],
    [
      'only the closing balance',
      csv([
        ['Conta', 'Nome', 'Saldo'],
        ['1.1', 'x', '1,00'],
      ]),
      'FileColumnsMissing',
    ],
    [
      'columns of fixed width',
      'CONTA        SALDO ANTERIOR    DEBITO\n1.1.01               10,00      0,00\n1.1.02               10,00      0,00\n',
      'FileFixedWidth',
    ],
    ['one column', 'Conta\n1.1\n1.2\n', 'FileDelimiterUnknown'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', 'FileFormatUnknown'],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), 'FileFormatUnknown'],
    ['a program', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0]), 'FileFormatUnknown'],
    ['random bytes', Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7) % 31)), 'FileFormatUnknown'],
    ['a NUL', `${csv([HEADING, ...good])}\u0000`, 'FileNul'],
    ['UTF-16 without a mark', Buffer.from(csv([HEADING, ...good]), 'utf16le'), 'FileNul'],
    [
      'UTF-32',
      Buffer.from([
        0xff,
        0xfe,
        0,
        0,
        ...Array.from(csv([HEADING]), (unit) => [unit.charCodeAt(0), 0, 0, 0]).flat(),
      ]),
      'FileNul',
    ],
    ['JSON', '{"lineItems": [{"accountCode": "1.1"; "debit": 1}]}\n', 'FileFormatUnknown'],
    ['RTF', '{\\rtf1\\ansi Conta;Saldo\n}', 'FileFormatUnknown'],
    ['a quote that never closes', `${csv([HEADING])}1.1;"abc;1,00;2,00\n`.repeat(3), 'FileQuotesBroken'],
    ['a line without end', `${csv([HEADING])}${'x'.repeat(3_000_000)}`, 'FileLineTooLong'],
    ['a line of delimiters', `${csv([HEADING])}${';'.repeat(500_000)}\n`, 'FileTooManyColumns'],
    [
      'a quoted text without end',
      `${csv([HEADING, ...Array.from({ length: 300 }, () => good[0] ?? [])])}"${'x\n'.repeat(1_500_000)}`,
      'FileQuotesBroken',
    ],
  ])('of %s is refused', async (_, bytes, is) => {
    expect(await reasonOf(bytes)).toMatchObject({ is });
  });

  it('tells which columns are missing and which were found', async () => {
    expect(
      await reasonOf(
        csv([
          ['#DATA_BASE', 'CONTA', 'NOME_CONTA', 'SALDO'],
          ['202406', '1', 'x', '1.00'],
        ]),
      ),
    ).toEqual({
      is: 'FileColumnsMissing',
      fields: ['previousBalance', 'debit', 'credit'],
      found: ['#DATA_BASE', 'CONTA', 'NOME_CONTA', 'SALDO'],
    });
  });

  it('is read with quotes inside, and lines inside quotes', async () => {
    const rows: Rows = [
      HEADING,
      ['1.1.01.001', 'Caixa "matriz"\nsegunda linha', '1,00', '0,00', '0,00', '1,00'],
      ['1.1.01.002', 'x', '0,1x', '0', '0', '0'],
    ];
    const { lineErrors } = await readBytes(csv(rows));
    expect(lineErrors.map(({ line: at }) => at)).toEqual([4]);
    const stray = `${csv([HEADING])}1.1.01.001;Tubo de 5" aço;1,00;0,00;0,00;1,00\r\n`;
    expect(linesOf(await readBytes(stray))[0]?.[1]).toBe('Tubo de 5" aço');
  });

  it('of old line ends is read', async () => {
    expect(linesOf(await readBytes(csv([HEADING, ...good]).replaceAll('\r\n', '\r')))).toEqual(LINES);
  });

  it('without the chart is read for its errors, and keeps nothing', async () => {
    const content = await readBytes(withHeading(), { accounts: null, competence: '2026-03' as Competence });
    expect(linesOf(content)).toEqual([]);
    expect(content.received).toBe(LINES.length);
  });
});
