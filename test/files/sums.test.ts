// What a whole file shows by its sums: cut, pasted twice, lines that come again, numbers that were changed.
import { describe, expect, it } from '#jest';
import { account, readBytes, reasonOf } from './support/readReport.js';
import { csv, HEADING, type Rows } from './support/layouts.js';

const ACCOUNTS = [
  account('1', 'ATIVO', 'SYNTHETIC'),
  account('1.1', 'CIRCULANTE', 'SYNTHETIC'),
  account('1.1.01', 'Caixa'),
  account('1.1.02', 'Bancos'),
  account('2', 'PASSIVO', 'SYNTHETIC'),
  account('2.1', 'CIRCULANTE', 'SYNTHETIC'),
  account('2.1.01', 'Fornecedores'),
  account('2.1.02', 'Impostos'),
];
type Row = readonly [string, string, ...string[]];
const CASH: Row = ['1.1.01', 'Caixa', '10,00D', '5,00', '3,00', '12,00D'];
const BANK: Row = ['1.1.02', 'Bancos', '20,00D', '1,00', '1,00', '20,00D'];
const SUPPLIERS: Row = ['2.1.01', 'Fornecedores', '25,00C', '2,00', '3,00', '26,00C'];
const TAXES: Row = ['2.1.02', 'Impostos', '5,00C', '0,00', '1,00', '6,00C'];
const ASSETS: readonly Row[] = [
  ['1', 'ATIVO', '30,00D', '6,00', '4,00', '32,00D'],
  ['1.1', 'CIRCULANTE', '30,00D', '6,00', '4,00', '32,00D'],
  CASH,
  BANK,
];
const LIABILITIES: readonly Row[] = [
  ['2', 'PASSIVO', '30,00C', '2,00', '4,00', '32,00C'],
  ['2.1', 'CIRCULANTE', '30,00C', '2,00', '4,00', '32,00C'],
  SUPPLIERS,
  TAXES,
];

const read = (rows: Rows) => readBytes(csv([HEADING, ...rows]), { accounts: ACCOUNTS });
const warningsOf = async (rows: Rows) => (await read(rows)).lines?.readingFindings?.warnings;

describe('The sums of a file', () => {
  it('of debits and credits are those of the lines without lines below them', async () => {
    const { interpretation, lines } = await read([...ASSETS, ...LIABILITIES]);
    expect(interpretation.totals).toMatchObject({ read: 8, lines: 4, debitCents: 800, creditCents: 800 });
    expect(lines?.readingFindings?.warnings).toEqual([]);
  });

  it('that differ are a warning with both sums', async () => {
    expect(await warningsOf([CASH, SUPPLIERS])).toEqual([
      { is: 'SumsDiffer', lines: 2, debitCents: 700, creditCents: 600, group: null, isCut: false },
    ]);
  });

  it('show where a file was cut between two lines', async () => {
    expect(await warningsOf([...ASSETS, ...LIABILITIES.slice(0, 3)])).toEqual([
      {
        is: 'SumsDiffer',
        lines: 3,
        debitCents: 800,
        creditCents: 700,
        group: { code: '2.1', of: 'credit', ownCents: 400, linesCents: 300 },
        isCut: true,
      },
    ]);
  });

  it('show a group whose lines do not add up, and not the groups above it', async () => {
    const changed: Row = ['1.1.01', 'Caixa', '10,00D', '5,50', '3,50', '12,00D'];
    expect(await warningsOf([...ASSETS.slice(0, 2), changed, BANK, ...LIABILITIES])).toMatchObject([
      { is: 'GroupsDiffer', groups: [{ code: '1.1', of: 'debit', ownCents: 600, linesCents: 650 }], more: 0 },
    ]);
  });

  it('are net of accounts of the other side where the file marks no sides, and only there', async () => {
    const accounts = [...ACCOUNTS, account('1.1.09', '(-) Perdas', 'ANALYTICAL', { nature: 'CREDIT' })];
    const rows = (side: string): readonly (readonly string[])[] => [
      ['1', 'ATIVO', '21,00D', '6,00', '4,00', '23,00D'],
      ['1.1', 'CIRCULANTE', '21,00D', '6,00', '4,00', '23,00D'],
      CASH,
      BANK,
      ['1.1.09', '(-) Perdas', `9,00${side}`, '0,00', '0,00', `9,00${side}`],
      ...LIABILITIES,
    ];
    const groups = async (printed: Rows) => {
      const { lines } = await readBytes(csv([HEADING, ...printed]), { accounts });
      return lines?.readingFindings?.warnings.filter(({ is }) => is === 'GroupsDiffer');
    };
    const unsided = rows('').map((cells) => cells.map((cell) => cell.replace(/[DC]$/, '')));
    const differing = { is: 'GroupsDiffer', groups: [{ code: '1.1', of: 'previousBalance' }] };
    expect([await groups(unsided), await groups(rows('C')), await groups(rows('D'))]).toMatchObject([
      [],
      [],
      [differing],
    ]);
  });

  it('follow a column that tells groups from accounts', async () => {
    const rows: Rows = [
      [...HEADING, 'Tipo'],
      ['9', 'TOTAL DO GRUPO', ...CASH.slice(2), 'S'],
      [...CASH, 'A'],
      ['8', 'OUTRO', ...SUPPLIERS.slice(2), 'S'],
      [...SUPPLIERS, 'A'],
    ];
    const { interpretation } = await readBytes(csv(rows), { accounts: ACCOUNTS });
    expect(interpretation.totals).toMatchObject({ lines: 2, debitCents: 700, creditCents: 600 });
  });
});

describe('A file', () => {
  it('that ends within a line is refused with that line', async () => {
    const whole = csv([HEADING, ...ASSETS, ...LIABILITIES]);
    for (const end of ['Forn', '25,00C;2'])
      expect(await reasonOf(whole.slice(0, whole.indexOf(end) + end.length), { accounts: ACCOUNTS })).toEqual({
        is: 'FileCutShort',
        line: 8,
      });
  });

  it('pasted twice gives one warning', async () => {
    const all = [...ASSETS, ...LIABILITIES];
    expect(await warningsOf([...all, HEADING, ...all])).toEqual([{ is: 'LinesTwice', lines: 8, line: 11 }]);
  });

  it('with a line that comes again in its last group does not seem cut', async () => {
    expect(await warningsOf([...ASSETS, ...LIABILITIES, TAXES])).toContainEqual(
      expect.objectContaining({ is: 'SumsDiffer', isCut: false }),
    );
  });

  it('with a repeated line gives a warning', async () => {
    expect(await warningsOf([CASH, CASH, BANK])).toContainEqual({
      is: 'LinesRepeated',
      lines: 1,
      accounts: ['1.1.01'],
      more: 0,
    });
  });

  it('may hold an account in lines that differ in another column', async () => {
    const rows: Rows = [
      [...HEADING, 'Centro'],
      [...CASH, '01'],
      [...CASH, '02'],
    ];
    const { lines } = await readBytes(csv(rows), { accounts: ACCOUNTS });
    expect(lines?.readingFindings?.warnings.map(({ is }) => is)).toEqual(['SumsDiffer']);
  });
});
