// Reports with more than one thing that may be meant: columns alike, codes of two kinds, sheets for each month,
// totals under the code of an account.
import { xlsxBytes } from '../spreadsheets.js';
import { amounts, bare, brazilian, HEAD, HEADING, LEAVES, ROWS, type Row } from './books.js';
import { delimited, lines, ofAccounts, type GoodReport } from './report.js';

const withCodes = (code: (it: Row) => string, rows: readonly Row[] = LEAVES): string =>
  delimited(ofAccounts(HEADING, (it) => [code(it), it.name, ...amounts(it, brazilian)], rows));
const month = (name: string, factor: number) => ({
  name,
  rows: ofAccounts(HEADING, (it) => [it.code, it.name, ...amounts(it, (cents) => (cents * factor) / 100)]),
});

export const ALIKE: readonly GoodReport[] = [
  {
    program: 'RM, movement of the year beside that of the month',
    fileName: 'rm 2026-03.csv',
    content: () =>
      delimited(
        ofAccounts('Conta|Descrição|Saldo Anterior|Débito|Crédito|Débito|Crédito|Saldo Atual', (it) => {
          const [opening, ...others] = amounts(it, brazilian);
          return [it.code, it.name, opening, brazilian(it.debit + 5_000), brazilian(it.credit + 7_000), ...others];
        }),
      ),
  },
  {
    program: 'Datasul, the balance of the year before beside that of the month before',
    fileName: 'datasul 2026-03.csv',
    content: () =>
      delimited(
        ofAccounts(['Conta', 'Descrição', 'Saldo Exercício Anterior', ...HEAD.slice(2)].join('|'), (it) => [
          it.code,
          it.name,
          brazilian(it.opening + 777),
          ...amounts(it, brazilian),
        ]),
      ),
  },
  {
    program: 'Omie, a workbook with a sheet for each month',
    fileName: '2026.xlsx',
    content: () => xlsxBytes([month('Jan', 2), month('Fev', 3), month('Mar', 1)]),
    asksPeriod: true,
    warnings: ['Abas ignoradas: Jan; Fev'],
  },
  {
    program: 'Domínio, short codes alone, some of them codes of other accounts',
    fileName: 'reduzidos 03-2026.csv',
    content: () => withCodes(({ short }) => short, ROWS),
    hasGroups: true,
  },
  {
    program: 'Contmatic, codes padded with zeros',
    fileName: 'zeros 03-2026.csv',
    content: () => withCodes(({ code }) => bare(code).padStart(12, '0')),
    warnings: [/^Códigos de conta alterados por planilha e reconhecidos: 000011101001 como 1\.1\.1\.01\.001; /],
  },
  {
    program: 'Alterdata, groups of digits padded with zeros',
    fileName: 'grupos 03-2026.csv',
    content: () => withCodes(({ code }) => `0${code}`),
    warnings: [
      /^Códigos de conta alterados por planilha e reconhecidos: 01\.1\.1\.01\.001 como 1\.1\.1\.01\.001; /,
    ],
  },
  {
    program: 'Protheus, by cost centre, with a total under the account’s own code',
    fileName: 'centros 03-2026.csv',
    content: () =>
      delimited([
        HEAD,
        ...LEAVES.flatMap((it) => {
          const names = it.short === '105' ? [it.name, 'Total da conta'] : [it.name];
          return names.map((name) => [it.code, name, ...amounts(it, brazilian)]);
        }),
      ]),
  },
  {
    program: 'Sankhya, the day of printing beside the title',
    fileName: 'balancete.csv',
    content: () =>
      lines('BALANCETE DE VERIFICAÇÃO   05/04/2026 10:22;;;;;', 'Período: 01/03/2026 a 31/03/2026;;;;;') +
      withCodes(({ code }) => code),
  },
];
