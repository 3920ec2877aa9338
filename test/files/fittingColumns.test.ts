// Reports with two sets of columns that both fit by their headings: of the month, and of the year so far.
import { describe, expect, it } from '#jest';
import { brazilian } from './erpReports/books.js';
import { csv } from './support/layouts.js';
import { LINES, linesOf, readBytes, reasonOf, type Line } from './support/readReport.js';

const SINGLE = 'balances in one column';
const PAIRS = 'balances in columns of debit and credit';

/** A heading, and what a line has under it. */
type Column = readonly [heading: string, centsOf: (line: Line) => number];

const year = (cents: number): number => cents * 3 + 700;
const OPENING: Column = ['Saldo Anterior', (line) => line[2]];
const CLOSING: Column = ['Saldo Atual', (line) => line[5]];
const OPENING_PAIR: readonly Column[] = [
  ['Saldo Anterior Devedor', (line) => Math.max(line[2], 0)],
  ['Saldo Anterior Credor', (line) => Math.max(-line[2], 0)],
];
const CLOSING_PAIR: readonly Column[] = [
  ['Saldo Atual Devedor', (line) => Math.max(line[5], 0)],
  ['Saldo Atual Credor', (line) => Math.max(-line[5], 0)],
];
const OF_MONTH: readonly Column[] = [
  ['Deb. no mês', (line) => line[3]],
  ['Cred. no mês', (line) => line[4]],
];
const OF_YEAR: readonly Column[] = [
  ['Deb. até mês', (line) => year(line[3])],
  ['Cred. até mês', (line) => year(line[4])],
];
/** The year's opening balances, with which the movement of the year closes too. */
const OPENING_OF_YEAR: readonly Column[] = [
  ['Saldo Anterior Devedor', (line) => Math.max(line[5] - year(line[3]) + year(line[4]), 0)],
  ['Saldo Anterior Credor', (line) => Math.max(-(line[5] - year(line[3]) + year(line[4])), 0)],
];

const report = (columns: readonly Column[]): string =>
  csv([
    ['Conta', 'Descrição', ...columns.map(([heading]) => heading)],
    ...LINES.map((line) => [line[0], line[1], ...columns.map(([, centsOf]) => brazilian(centsOf(line)))]),
  ]);

describe('Of columns that mean the same, those are read whose lines close', () => {
  it.each<[string, string, readonly Column[]]>([
    [SINGLE, 'the month first', [OPENING, ...OF_MONTH, ...OF_YEAR, CLOSING]],
    [SINGLE, 'the year first', [OPENING, ...OF_YEAR, ...OF_MONTH, CLOSING]],
    [PAIRS, 'the month first', [...OPENING_PAIR, ...OF_MONTH, ...OF_YEAR, ...CLOSING_PAIR]],
    [PAIRS, 'the year first', [...OPENING_PAIR, ...OF_YEAR, ...OF_MONTH, ...CLOSING_PAIR]],
  ])('%s, %s', async (_, __, columns) => {
    expect(linesOf(await readBytes(report(columns)))).toEqual(LINES);
  });
});

it.each<[string, readonly Column[]]>([
  [SINGLE, [OPENING, ...OF_YEAR, CLOSING]],
  [PAIRS, [...OPENING_PAIR, ...OF_YEAR, ...CLOSING_PAIR]],
])('Columns of the year alone are refused by their headings: %s', async (_, columns) => {
  const { reasons, lines } = await readBytes(report(columns));
  expect(lines).toBeNull();
  expect(reasons).toEqual([{ is: 'FileColumnsAccumulated', columns: OF_YEAR.map(([heading]) => heading) }]);
});

it('Where most lines close in no columns, the first ones are read, for the check to refuse them', async () => {
  const wrong = OF_MONTH.map(([heading, centsOf]): Column => [heading, (line) => centsOf(line) + line[0].length]);
  const [first] = linesOf(await readBytes(report([OPENING, ...wrong, ...OF_YEAR, CLOSING])));
  expect(first?.slice(2)).toEqual([123_456, 50_010, 20_060, 153_406]);
});

it('Two whole sets that both close, with balances in columns of debit and credit, are refused', async () => {
  const columns = [...OPENING_PAIR, ...OF_MONTH, ...CLOSING_PAIR, ...OPENING_OF_YEAR, ...OF_YEAR, ...CLOSING_PAIR];
  expect(await reasonOf(report(columns))).toMatchObject({ is: 'FileColumnsTwice' });
});
