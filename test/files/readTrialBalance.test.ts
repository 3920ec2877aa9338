import { describe, expect, it } from '#jest';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { suggestedMapping } from '../../src/domain/trialBalance/interpretation.js';
import { xlsxBytes } from './spreadsheets.js';
import { csv, good, HEADING, LAYOUTS, type Rows, withHeading } from './support/layouts.js';
import { LINES, linesOf, readBytes, reasonOf } from './support/readReport.js';

describe('Sheets', () => {
  const sheet = (name: string, rows: Rows, state?: 'hidden') => ({ name, rows, ...(state && { state }) });
  const table: Rows = [HEADING, ...good];

  it('after the first visible trial balance are named in a warning when they look like one', async () => {
    const bytes = await xlsxBytes([
      sheet('Capa', [['Relatório']]),
      sheet('Antigo', table, 'hidden'),
      sheet('Março', table),
      sheet('Abril', table),
      sheet('Notas', [['a', 'b']]),
    ]);
    const content = await readBytes(bytes);
    expect(content.interpretation.sheet).toBe('Março');
    expect(content.lines?.readingFindings?.warnings).toMatchObject([
      { is: 'SheetsIgnored', sheets: ['Abril', 'Antigo'] },
      { is: 'SumsDiffer' },
    ]);
  });

  it.each([
    ['Janeiro', 'Março'],
    ['jan.26', 'mar.26'],
    ['01-2026', '03-2026'],
    ['0126', '0326'],
    ['01-26', '03-26'],
    ['Balancete 01', 'Balancete 03'],
    ['03.25', '03.26'],
  ])('of months are read by the month asked for: %s, %s', async (first, asked) => {
    const bytes = await xlsxBytes([sheet(first, table), sheet(asked, table)]);
    expect((await readBytes(bytes)).interpretation.sheet).toBe(asked);
  });

  it('that are hidden are read when no visible one is a trial balance', async () => {
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

  it('names columns that are not recognised from their headings', async () => {
    const bytes = csv([['Relatório'], heading, ...good]);
    expect(linesOf(await readBytes(bytes, { mapping }))).toEqual(LINES);
    expect(await reasonOf(bytes)).toMatchObject({
      is: 'FileColumnsMissing',
      fields: ['accountCode', 'previousBalance', 'debit', 'credit', 'finalBalance'],
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

  const byPlace = {
    accountCode: 'nº 1',
    accountName: 'nº 2',
    previousBalance: 'nº 3',
    debit: 'nº 4',
    credit: 'nº 5',
    finalBalance: 'nº 6',
  };

  it('names columns by their place where the file has no heading, below its titles', async () => {
    for (const above of [[], [['Empresa X'], ['Período: 01/03/2026 a 31/03/2026']]] as Rows[]) {
      const content = await readBytes(csv([...above, ...good]), { mapping: byPlace });
      expect(linesOf(content)).toEqual(LINES);
      expect(content.interpretation).toMatchObject({ headingLine: 0, columns: { debit: 'nº 4' } });
    }
  });

  it('names columns by their place below a heading too, and the two columns of a balance', async () => {
    const content = await readBytes(withHeading(['Título']), { mapping: byPlace });
    expect(linesOf(content)).toEqual(LINES);
    expect(content.interpretation).toMatchObject({ headingLine: 2, columns: { debit: 'Débito' } });
    const rows = LAYOUTS['balances in debit and credit columns'];
    const mapping = {
      ...byPlace,
      previousBalance: 'nº 3 / nº 4',
      debit: 'nº 5',
      credit: 'nº 6',
      finalBalance: 'nº 7 / nº 8',
    };
    expect(linesOf(await readBytes(csv(rows.slice(1)), { mapping }))).toEqual(LINES);
  });

  it('adds what was carried into the year to the opening balance, only where it names the column', async () => {
    const heading = ['Chave', 'Texto', 'Saldo transportado', 'Saldo anterior', 'MD', 'MC', 'SF'];
    const after = (carried: string, rows: Rows): Rows =>
      rows.map(([code = '', name = '', ...amounts]) => [code, name, carried, ...amounts]);
    const named = { ...mapping, previousBalance: 'Saldo anterior' };
    const carried = { ...named, carriedBalance: 'Saldo transportado' };
    const content = await readBytes(csv([heading, ...after('700,00', good)]), { mapping: carried });
    expect(linesOf(content)).toEqual(
      LINES.map(([code, name, opening, ...others]) => [code, name, opening + 70_000, ...others]),
    );
    expect(suggestedMapping(content.interpretation)).toMatchObject(carried);
    expect(linesOf(await readBytes(csv([heading, ...after('700,00', good)]), { mapping: named }))).toEqual(LINES);
  });

  it('finds the sides beside the amounts that it names by place', async () => {
    const rows = LAYOUTS['D/C columns without headings'];
    const mapping = { ...byPlace, debit: 'nº 5', credit: 'nº 6', finalBalance: 'nº 7' };
    expect(linesOf(await readBytes(csv(rows.slice(1)), { mapping }))).toEqual(LINES);
  });

  it('whose columns the file lacks is ignored with a warning', async () => {
    const content = await readBytes(withHeading(), { mapping });
    expect(linesOf(content)).toEqual(LINES);
    expect(content.lines?.readingFindings?.warnings).toMatchObject([
      { is: 'MappingNotUsed', missing: Object.values(mapping) },
      { is: 'SumsDiffer' },
    ]);
  });
});

describe('The company and chart named in a file', () => {
  it('have to be those of the import', async () => {
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
    expect(lines?.readingFindings?.errors.firstErrors.map(({ line, reason }) => [line, reason.is])).toEqual([
      [2, 'LineCnpjDiffers'],
      [3, 'LineChartDiffers'],
    ]);
  });

  it('are accepted as a CNPJ without its zeros, its root, or a placeholder', async () => {
    const cnpj = '04517574000192';
    for (const value of ['4517574000192', '04.517.574/0001-92', '04517574', '4517574']) {
      const rows = [[...HEADING, 'CNPJ'], ...good.map((cells) => [...cells, value])];
      expect((await readBytes(csv(rows), { cnpj })).lines?.readingFindings?.errors.count).toBe(0);
    }
    expect((await readBytes(withHeading(['CNPJ: 00.000.000/0001-00']))).reasons).toEqual([]);
  });

  it('are used for the chart when the request does not name it', async () => {
    const rows = [[...HEADING, 'Plano de Contas'], ...good.map((cells) => [...cells, 'Plano 2026'])];
    expect((await readBytes(csv(rows), { chartName: null })).chartName).toBe('Plano 2026');
    expect((await readBytes(withHeading(), { chartName: null })).reasons).toEqual([{ is: 'ChartNameMissing' }]);
  });
});

describe('The interpretation of a file', () => {
  it('contains format, encoding, delimiter, heading and columns', async () => {
    const { interpretation } = await readBytes(csv(LAYOUTS['D/C columns of equal headings']));
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

describe('A file', () => {
  const still = (side: string) => [
    HEADING,
    ['2.01', 'Fornecedores', `30,00${side}`, '0,00', '0,00', `30,00${side}`],
  ];

  it.each<[string, Rows, boolean]>([
    ['letters beside its balances', still(' D'), true],
    ['letters in columns', LAYOUTS['D/C columns of equal headings'], true],
    ['columns of debit and of credit balances', LAYOUTS['balances in debit and credit columns'], true],
    ['no sides', still(''), false],
  ])('with %s is signed or not', async (_, rows, isSigned) => {
    expect((await readBytes(csv(rows))).lines?.readingFindings).toMatchObject({ isSigned });
  });
});

describe('A file that cannot be understood', () => {
  it.each<[string, string | Buffer, string]>([
    ['nothing', '', 'FileEmpty'],
    ['blank lines', '\uFEFF\r\n \t\r\n', 'FileEmpty'],
    ['only a heading', csv([HEADING]), 'FileWithoutLines'],
    [
      'only titles',
      csv([
        ['a', 'b', 'c', 'd', 'e'],
        ['f', 'g', 'h', 'i', 'j'],
      ]),
      'FileColumnsMissing',
    ],
    ['one column', 'Conta\n1.1\n1.2\n', 'FileDelimiterUnknown'],
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

  it('is read with the line ends of old Macintosh files', async () => {
    expect(linesOf(await readBytes(csv([HEADING, ...good]).replaceAll('\r\n', '\r')))).toEqual(LINES);
  });

  it('is checked for errors when the chart is unknown, and keeps no line', async () => {
    const content = await readBytes(withHeading(), { accounts: null, competence: '2026-03' as Competence });
    expect(linesOf(content)).toEqual([]);
    expect(content.received).toBe(LINES.length);
  });

  it('names the length of a text that is too long', async () => {
    const row = (name: string, code = '1.1.01.001') => [code, name, '0,00', '1,00', '1,00', '0,00'];
    const long = [row('d'.repeat(500)), row('d'.repeat(501)), row('', '9'.repeat(101))];
    const { lineErrors } = await readBytes(csv([HEADING, ...good, ...long]));
    expect(lineErrors).toMatchObject([
      { line: good.length + 3, field: 'accountName', reason: { is: 'TextTooLong', lengthMax: 500 } },
      { line: good.length + 4, field: 'accountCode', reason: { is: 'TextTooLong', lengthMax: 100 } },
    ]);
  });
});

describe('Names', () => {
  it('have no apostrophe of a CSV of this service before what a spreadsheet takes for a formula', async () => {
    const rows = ["1.1.01.001;'- Caixa;0,00;1,00;0,00;1,00", "1.1.01.002;'s Banco;0,00;0,00;1,00;-1,00"];
    const content = await readBytes([HEADING.join(';'), ...rows].join('\n'));
    expect(linesOf(content).map(([, name]) => name)).toEqual(['- Caixa', "'s Banco"]);
  });
});
