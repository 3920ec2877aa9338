import { describe, expect, it } from '#jest';
import { xlsBytes, xlsxBytes, type MadeCell } from './spreadsheets.js';
import { csv, good, HEADING, line } from './support/layouts.js';
import { account, ACCOUNTS, linesOf, outsideOf, readBytes, reasonOf } from './support/readReport.js';

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
    ['R$\u00a0\u22121.234,56', -123_456],
    [',56', 56],
    ['1.234', 123_400],
    ['1.234.567', 123_456_700],
    ['0', 0],
    ['-', 0],
    ['', 0],
    ['  7,5 ', 750],
    ['\u00a07,50\u00a0', 750],
    ['0000000478490166437,83', 47_849_016_643_783],
    ['-0000000000001234,56', -123_456],
    ['12,500000', 1_250],
    ['12,5000001', 1_250],
  ])('%j are read with a decimal comma', async (text, cents) => {
    expect(await amounts('0,01', '0,02', '0,03', text)).toEqual([1, 2, 3, cents]);
  });

  it.each([
    ['1,234.56', 123_456],
    ['1234.5', 123_450],
    ['1,234', 123_400],
    ['-.5', -50],
  ])('%j are read with a decimal point', async (text, cents) => {
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
  ])('%j are refused with line, column and value', async (text, is) => {
    const { lineErrors } = await readBytes(line('0,01', '0,02', text, '0,04'));
    expect(lineErrors).toEqual([
      {
        line: 2,
        field: 'credit',
        accountCode: '1.1.01.001',
        reason: { is, column: 'Crédito', value: text },
      },
    ]);
  });

  it('are refused when no amount of the file determines the decimal mark', async () => {
    expect(await reasonOf(line('1.234', '1.000', '0', '2.234'))).toEqual({
      is: 'FileDecimalMarkUnclear',
      line: 2,
      column: 'Saldo Anterior',
      value: '1.234',
    });
    expect(await amounts('1234', '1000', '0', '2234')).toEqual([123_400, 100_000, 0, 223_400]);
  });

  it('are read with the decimal mark that a much later amount determines', async () => {
    const many = Array.from({ length: 5_000 }, () => ['1.1.01.001', 'Caixa', '1.234', '0', '0', '1.234']);
    const rows = [HEADING, ...many, ['1.1.01.002', 'Banco', '0,50', '0', '0', '0,50']];
    expect(linesOf(await readBytes(csv(rows)))[0]?.[2]).toBe(123_400);
  });

  it('that a row of text lacks are refused, those that a row of a spreadsheet lacks are zero', async () => {
    const short = [HEADING, ['1.1.01.001', 'Caixa', '1,00', '0,00', '0,00']];
    expect((await readBytes(csv(short))).lineErrors).toMatchObject([
      { line: 2, field: 'finalBalance', reason: { is: 'AmountMissing' } },
    ]);
    expect(linesOf(await readBytes(await xlsxBytes([{ name: 'A', rows: short }])))[0]?.[5]).toBe(0);
  });

  it('of a workbook have the side that their format shows', async () => {
    const shown = (number: number, format: string): MadeCell => ({ number, format });
    const sided = '#,##0.00"D";#,##0.00"C"';
    const rows = [
      [shown(100, '#,##0.00"C"'), 0, shown(50.5, '#,##0.00_)'), shown(150.5, '#,##0.00\\ \\C')],
      [shown(-100, sided), shown(30.1 + 0.2, '#,##0.00" D"'), shown(0.3, sided), shown(-70, sided)],
      [shown(0, '#,##0.00"D"'), 7, 0, shown(7, '[Blue]#,##0.00" (D)"')],
    ].map((cells): readonly MadeCell[] => ['1.1.01.001', '', ...cells]);
    const sheets = [{ name: 'A', rows: [HEADING, ...rows] }];
    for (const bytes of [await xlsxBytes(sheets), xlsBytes(sheets)])
      expect(linesOf(await readBytes(bytes)).map(([, , ...amounts]) => amounts)).toEqual([
        [-10_000, 0, 5_050, -15_050],
        [-10_000, 3_030, 30, -7_000],
        [0, 700, 0, 700],
      ]);
  });

  it('have no side by a format longer than a spreadsheet has, however long it is', async () => {
    const shown: MadeCell = { number: 7, format: `0${'_0'.repeat(500_000)}"C"` };
    const rows = [HEADING, ['1.1.01.001', '', shown, 0, 0, 7]];
    expect(linesOf(await readBytes(await xlsxBytes([{ name: 'A', rows }])))[0]?.slice(2)).toEqual([
      700, 0, 0, 700,
    ]);
  });

  it('that a spreadsheet stores as numbers are rounded to the centavo they are nearest to', async () => {
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
    const codes = linesOf(content).map(([found]) => found);
    return { codes, outside: outsideOf(content), readingFindings: content.lines?.readingFindings };
  };

  it('are matched without separators, by classification and by a short code of one account', async () => {
    const accounts = [
      account('1.1.01', 'Caixa', 'ANALYTICAL', { classification: '01.001.0001', shortCode: '77' }),
      account('2', 'Outra'),
    ];
    for (const code of [
      '1.1.01',
      ' 1.1.01 ',
      '1101',
      '1-1-01',
      '1.1.01.',
      '1.1.01.   .',
      '01.001.0001',
      '010010001',
      '77',
      77,
    ])
      expect((await codesOf(code, accounts)).codes).toEqual(['1.1.01']);
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
  ])('%s that a spreadsheet turned into %j are restored with a warning', async (code, cell) => {
    const { codes, readingFindings } = await codesOf(cell, [account(code, 'A'), account('9.9.9.9', 'B')]);
    expect(codes).toEqual([code]);
    expect(readingFindings?.warnings).toMatchObject([{ is: 'CodesRestored', codes: [{ accountCode: code }] }]);
  });

  it('are not restored when two accounts fit, or when nothing was lost', async () => {
    expect((await codesOf(2.1, [account('2.10', 'A'), account('2.100', 'B')])).codes).toEqual([]);
    expect((await codesOf('1.10', [account('1.1', 'A'), account('9', 'B')])).codes).toEqual([]);
  });

  it('outside the chart stay lines of the file', async () => {
    const rows = [
      HEADING,
      ...Array.from({ length: 50 }, (_, at) => [`8.${at % 25}`, 'Fora', '1,00', '0,00', '0,00', '1,00']),
    ];
    const content = await readBytes(csv([...rows, ...good]));
    expect(content.received).toBe(56);
    expect(content.interpretation.accounts).toMatchObject({ lines: 56, found: 6 });
    expect(content.interpretation.accounts?.notFound).toHaveLength(20);
    expect(outsideOf(content)).toEqual(rows.slice(1).map(([code]) => code));
    expect(content.lines?.lines[49]).toMatchObject({
      accountCode: '8.24',
      accountName: 'Fora',
      finalBalanceCents: 100,
    });
  });

  it('missing beside amounts are named in a warning, unless the row is a total', async () => {
    const rows = [
      HEADING,
      ...good,
      ['', 'Conta esquecida', '1,00', '0,00', '0,00', '1,00'],
      ['', 'TOTAL', '1,00', '1,00', '1,00', '1,00'],
    ];
    const { lines } = await readBytes(csv(rows));
    expect(lines?.readingFindings?.warnings).toMatchObject([
      { is: 'RowsWithoutCode', rows: 1, lines: [8], more: 0 },
      { is: 'SumsDiffer' },
    ]);
  });
});
