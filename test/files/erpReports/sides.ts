// Where programs put the letters that tell the side of a balance: beside it, before it, at the end, once for both.
import { brazilian, english, LEAVES, letter, magnitude, minusBehind, bracketed, type Row } from './books.js';
import { delimited, type GoodReport } from './report.js';

const amounts = (it: Row): readonly string[] => [
  magnitude(it.opening),
  brazilian(it.debit),
  brazilian(it.credit),
  magnitude(it.closing),
];
const [SA, DEB, CRED, SF] = ['Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];

type Layout = readonly [program: string, heading: readonly string[], cells: (it: Row) => readonly string[]];

/** Sides around the four amounts: before the first, after it, before the last, after it, and one more. */
const around = (it: Row, [first, second, third, fourth, fifth]: readonly (string | null)[]): readonly string[] => {
  const [opening = '', debit = '', credit = '', closing = ''] = amounts(it);
  return [first, opening, second, debit, credit, third, closing, fourth, fifth].filter(
    (cell): cell is string => cell !== null && cell !== undefined,
  );
};

const LAYOUTS: readonly Layout[] = [
  [
    'Sankhya, D/C before each balance',
    ['D/C', SA, DEB, CRED, 'D/C', SF],
    (it) => around(it, [letter(it.opening), null, letter(it.closing), null]),
  ],
  [
    'Senior, one D/C before all amounts',
    ['D/C', SA, DEB, CRED, SF],
    (it) => around(it, [letter(it.closing), null, null, null]),
  ],
  [
    'MXM, letters in a column named Tipo',
    [SA, 'Tipo', DEB, CRED, SF, 'Tipo'],
    (it) => around(it, [null, letter(it.opening), null, letter(it.closing)]),
  ],
  [
    'Fortes, letters under a heading of its own',
    [SA, 'Pos.', DEB, CRED, SF, 'Pos.'],
    (it) => around(it, [null, letter(it.opening), null, letter(it.closing)]),
  ],
  [
    'SIAFI, signs in columns of their own',
    [SA, 'Sinal', DEB, CRED, SF, 'Sinal'],
    (it) => around(it, [null, it.opening < 0 ? '-' : '+', null, it.closing < 0 ? '-' : '+']),
  ],
  [
    'Questor, DEV and CRE',
    [SA, 'D/C', DEB, CRED, SF, 'D/C'],
    (it) => around(it, [null, it.opening < 0 ? 'CRE' : 'DEV', null, it.closing < 0 ? 'CRE' : 'DEV']),
  ],
  [
    'Mastermaq, both letters at the end',
    [SA, DEB, CRED, SF, 'D/C Ant', 'D/C Atu'],
    (it) => around(it, [null, null, null, letter(it.opening), letter(it.closing)]),
  ],
  [
    'Prosoft, two equal columns of letters at the end',
    [SA, DEB, CRED, SF, 'D/C', 'D/C'],
    (it) => around(it, [null, null, null, letter(it.opening), letter(it.closing)]),
  ],
  [
    'Oracle, credits negative',
    [SA, DEB, CRED, SF],
    (it) => [it.opening, it.debit, -it.credit, it.closing].map(brazilian),
  ],
  [
    'SAP, a minus behind credits',
    [SA, DEB, CRED, SF],
    (it) => [it.opening, it.debit, -it.credit, it.closing].map(minusBehind),
  ],
  [
    'NetSuite, credits in brackets',
    [SA, DEB, CRED, SF],
    (it) => [it.opening, it.debit, -it.credit, it.closing].map(bracketed),
  ],
];

const drAndCr = (cents: number): string => `${english(Math.abs(cents))} ${cents < 0 ? 'Cr' : 'Dr'}`;

export const SIDES: readonly GoodReport[] = [
  ...LAYOUTS.map(([program, heading, cells]): GoodReport => ({
    program,
    fileName: 'balancete 03-2026.csv',
    content: () =>
      delimited(
        [['Conta', 'Descrição', ...heading], ...LEAVES.map((it) => [it.code, it.name, ...cells(it)])],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  })),
  {
    program: 'Tally, Dr and Cr behind amounts in English',
    fileName: 'tb Mar-26.csv',
    content: () =>
      delimited(
        [
          ['Account', 'Description', 'Opening Balance', 'Debit', 'Credit', 'Closing Balance'],
          ...LEAVES.map((it) => [
            it.code,
            it.name,
            drAndCr(it.opening),
            english(it.debit),
            english(it.credit),
            drAndCr(it.closing),
          ]),
        ],
        ',',
      ),
    hasGroups: false,
    stored: 'signed',
  },
];
