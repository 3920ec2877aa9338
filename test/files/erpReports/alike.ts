// Reports with more than one thing that may be meant: columns alike, codes of two kinds, sheets for each month, totals
// under the code of an account.
import { xlsxBytes, type MadeCell } from '../spreadsheets.js';
import { bare, brazilian, LEAVES, ROWS, type Row, HEAD } from './books.js';
import { delimited, lines, type GoodReport } from './report.js';

const amounts = (it: Pick<Row, 'opening' | 'debit' | 'credit' | 'closing'>): readonly string[] =>
  [it.opening, it.debit, it.credit, it.closing].map(brazilian);
const typed = (it: Row, factor = 1): readonly MadeCell[] => [
  it.code,
  it.name,
  ...[it.opening, it.debit, it.credit, it.closing].map((cents) => (cents * factor) / 100),
];
const withCodes = (code: (it: Row) => string, rows: readonly Row[] = LEAVES): string =>
  delimited([HEAD, ...rows.map((it) => [code(it), it.name, ...amounts(it)])], ';');
const month = (name: string, factor: number) => ({ name, rows: [HEAD, ...LEAVES.map((it) => typed(it, factor))] });

export const ALIKE: readonly GoodReport[] = [
  {
    program: 'RM, movement of the year beside that of the month',
    fileName: 'rm 2026-03.csv',
    content: () =>
      delimited(
        [
          ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Débito', 'Crédito', 'Saldo Atual'],
          ...LEAVES.map((it) => {
            const [opening = '', ...others] = amounts(it);
            return [
              it.code,
              it.name,
              opening,
              brazilian(it.debit + 5_000),
              brazilian(it.credit + 7_000),
              ...others,
            ];
          }),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Datasul, the balance of the year before beside that of the month before',
    fileName: 'datasul 2026-03.csv',
    content: () =>
      delimited(
        [
          ['Conta', 'Descrição', 'Saldo Exercício Anterior', ...HEAD.slice(2)],
          ...LEAVES.map((it) => [it.code, it.name, brazilian(it.opening + 777), ...amounts(it)]),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Omie, a workbook with a sheet for each month',
    fileName: '2026.xlsx',
    content: () => xlsxBytes([month('Jan', 2), month('Fev', 3), month('Mar', 1)]),
    hasGroups: false,
    stored: 'signed',
    asksPeriod: true,
    warnings: ['Abas ignoradas: Jan; Fev'],
  },
  {
    program: 'Domínio, short codes alone, some of them codes of other accounts',
    fileName: 'reduzidos 03-2026.csv',
    content: () => withCodes(({ short }) => short, ROWS),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Contmatic, codes padded with zeros',
    fileName: 'zeros 03-2026.csv',
    content: () => withCodes(({ code }) => bare(code).padStart(12, '0')),
    hasGroups: false,
    stored: 'signed',
    warnings: [/^Códigos de conta alterados por planilha e reconhecidos: 000011101001 como 1\.1\.1\.01\.001; /],
  },
  {
    program: 'Alterdata, groups of digits padded with zeros',
    fileName: 'grupos 03-2026.csv',
    content: () => withCodes(({ code }) => `0${code}`),
    hasGroups: false,
    stored: 'signed',
    warnings: [
      /^Códigos de conta alterados por planilha e reconhecidos: 01\.1\.1\.01\.001 como 1\.1\.1\.01\.001; /,
    ],
  },
  {
    program: 'Protheus, by cost centre, with a total under the account’s own code',
    fileName: 'centros 03-2026.csv',
    content: () =>
      delimited(
        [
          HEAD,
          ...LEAVES.flatMap((it) => {
            const whole = [it.code, it.name, ...amounts(it)];
            if (it.short !== '105') return [whole];
            return [whole, [it.code, 'Total da conta', ...amounts(it)]];
          }),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Sankhya, the day of printing beside the title',
    fileName: 'balancete.csv',
    content: () =>
      lines('BALANCETE DE VERIFICAÇÃO   05/04/2026 10:22;;;;;', 'Período: 01/03/2026 a 31/03/2026;;;;;') +
      withCodes(({ code }) => code),
    hasGroups: false,
    stored: 'signed',
  },
];
