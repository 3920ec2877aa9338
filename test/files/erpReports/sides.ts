// Where programs put the letters that tell the side of a balance: beside it, before it, at the end, once for both.
import {
  amounts,
  bracketed,
  brazilian,
  english,
  letter,
  magnitude,
  minusBehind,
  sided,
  spaced,
  type Row,
} from './books.js';
import { delimited, ofAccounts, type GoodReport } from './report.js';

type Layout = readonly [program: string, heading: string, cells: (it: Row) => readonly string[]];

const unsigned = (it: Row): readonly string[] => amounts(it, magnitude, brazilian);
const creditsNegative = (write: (cents: number) => string) => (it: Row) =>
  amounts({ ...it, credit: -it.credit }, write);
const atTheEnd = (it: Row): readonly string[] => [...unsigned(it), letter(it.opening), letter(it.closing)];
const besides = (debit: string, credit: string) => (it: Row) => sided(it, (cents) => (cents < 0 ? credit : debit));

const LAYOUTS: readonly Layout[] = [
  [
    'Sankhya, D/C before each balance',
    'D/C|Saldo Anterior|Débito|Crédito|D/C|Saldo Atual',
    (it) => [letter(it.opening), ...unsigned(it).toSpliced(3, 0, letter(it.closing))],
  ],
  [
    'Senior, one D/C before all amounts',
    'D/C|Saldo Anterior|Débito|Crédito|Saldo Atual',
    (it) => [letter(it.closing), ...unsigned(it)],
  ],
  [
    'MXM, letters in a column named Tipo',
    'Saldo Anterior|Tipo|Débito|Crédito|Saldo Atual|Tipo',
    besides('D', 'C'),
  ],
  [
    'Fortes, letters under a heading of its own',
    'Saldo Anterior|Pos.|Débito|Crédito|Saldo Atual|Pos.',
    besides('D', 'C'),
  ],
  [
    'SIAFI, signs in columns of their own',
    'Saldo Anterior|Sinal|Débito|Crédito|Saldo Atual|Sinal',
    besides('+', '-'),
  ],
  ['Questor, DEV and CRE', 'Saldo Anterior|D/C|Débito|Crédito|Saldo Atual|D/C', besides('DEV', 'CRE')],
  ['Mastermaq, both letters at the end', 'Saldo Anterior|Débito|Crédito|Saldo Atual|D/C Ant|D/C Atu', atTheEnd],
  [
    'Prosoft, two equal columns of letters at the end',
    'Saldo Anterior|Débito|Crédito|Saldo Atual|D/C|D/C',
    atTheEnd,
  ],
  ['Oracle, credits negative', 'Saldo Anterior|Débito|Crédito|Saldo Atual', creditsNegative(brazilian)],
  ['SAP, a minus behind credits', 'Saldo Anterior|Débito|Crédito|Saldo Atual', creditsNegative(minusBehind)],
  ['NetSuite, credits in brackets', 'Saldo Anterior|Débito|Crédito|Saldo Atual', creditsNegative(bracketed)],
  [
    'JD Edwards, a letter beside every amount',
    'Saldo Anterior|Débito|Crédito|Saldo Atual',
    (it) => [it.opening, it.debit, -it.credit, it.closing].map(spaced),
  ],
];

const drAndCr = (cents: number): string => `${english(Math.abs(cents))} ${cents < 0 ? 'Cr' : 'Dr'}`;

export const SIDES: readonly GoodReport[] = [
  ...LAYOUTS.map(([program, heading, cells]): GoodReport => ({
    program,
    fileName: 'balancete 03-2026.csv',
    content: () => delimited(ofAccounts(`Conta|Descrição|${heading}`, (it) => [it.code, it.name, ...cells(it)])),
  })),
  {
    program: 'Tally, Dr and Cr behind amounts in English',
    fileName: 'tb Mar-26.csv',
    content: () => {
      const heading = 'Account|Description|Opening Balance|Debit|Credit|Closing Balance';
      return delimited(
        ofAccounts(heading, (it) => [it.code, it.name, ...amounts(it, drAndCr, english)]),
        ',',
      );
    },
  },
];
