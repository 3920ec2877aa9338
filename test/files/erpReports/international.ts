// Reports of SAP, Oracle and Microsoft.
import { xlsxBytes } from '../spreadsheets.js';
import {
  amounts,
  bare,
  brazilian,
  debtors,
  english,
  LEAVES,
  magnitude,
  minusBehind,
  reais,
  TOTALS,
  type Row,
} from './books.js';
import { delimited, latin1, lines, ofAccounts, utf16, type GoodReport } from './report.js';

const ofSap = (it: Row): readonly string[] => [
  bare(it.code),
  it.name,
  'BRL',
  ...amounts(it, minusBehind, brazilian),
];

/** A list saved unconverted: bars, dashes, the company code before the account, minus behind. */
function sapList(): string {
  const rule = '-'.repeat(140);
  const row = (cells: readonly string[]): string =>
    `|${cells.map((cell, at) => (at > 3 ? cell.padStart(18) : cell.padEnd(at === 2 ? 34 : 12))).join('|')}|`;
  const head = (page: number): string =>
    lines(
      `Exemplar S/A                          Saldos de contas do Razão                       Hora 10:11:12  Data 05.04.2026`,
      `São Paulo                             RFSSLD00/MARIA                                                 Página   ${page}`,
      'Período: 03/2026',
      rule,
      row('Empr,Conta Razão,Texto descr.conta,Moeda,Saldo inicial,Débito,Crédito,Saldo final'.split(',')),
      rule,
    );
  const body = (rows: readonly Row[]): string => lines(...rows.map((it) => row(['1000', ...ofSap(it)])));
  const total = row(['* 1000', '', '', 'BRL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00']);
  return head(1) + body(LEAVES.slice(0, 10)) + head(2) + body(LEAVES.slice(10)) + lines(rule, total, rule);
}

/** Saved as a spreadsheet: UTF-16, tabs, an empty column first, blank lines between. */
const sapTabs = (): string =>
  lines(
    '05.04.2026\tSaída dinâmica de lista\t\t\t\t\t\t1',
    '',
    '\tConta do Razão\tDenominação\tMoeda\tSaldo inicial\tTotal débito\tTotal crédito\tSaldo acumulado',
    '',
    ...LEAVES.map((it) => ['', ...ofSap(it)].join('\t')),
    `\t*\t\tBRL\t0,00\t${brazilian(TOTALS.debit)}\t${brazilian(TOTALS.credit)}\t0,00`,
  );

/** The app's download: account and name in one cell, amounts in the company's currency as numbers. */
const sapFiori = () =>
  ofAccounts(
    'Empresa|Conta do Razão|Saldo inicial na moeda da empresa|Débito na moeda da empresa|' +
      'Crédito na moeda da empresa|Saldo final na moeda da empresa',
    (it) => ['1000 (Exemplar)', `${bare(it.code)} (${it.name})`, ...amounts(it, reais)],
  );

/** What was carried into the year, and the months before, apart: of one account neither is its opening balance. */
const sapYear = (headings: string) =>
  ofAccounts(headings, (it) => {
    const carried = it.code === '1.1.1.02.001' ? -7_000_000 : it.code < '3' ? it.opening : 0;
    const [, ...others] = amounts(it, minusBehind, brazilian);
    return ['1000', bare(it.code), it.name, 'BRL', ...[carried, it.opening - carried].map(minusBehind), ...others];
  });

const inBrackets = (cents: number): string => (cents < 0 ? `R$ (${magnitude(cents)})` : `R$ ${magnitude(cents)}`);

export const INTERNATIONAL: readonly GoodReport[] = [
  {
    program: 'SAP, list with bars',
    fileName: 'RFSSLD00.txt',
    content: () => latin1(sapList()),
  },
  {
    program: 'SAP, spreadsheet of tabs in UTF-16',
    fileName: 'saldos.xls',
    content: () => utf16(sapTabs()),
    asksPeriod: true,
  },
  {
    program: 'SAP S/4HANA, download of the app',
    fileName: 'Trial Balance.xlsx',
    content: () => xlsxBytes([{ name: 'SAPUI5 Spreadsheet Export', rows: sapFiori() }]),
    asksPeriod: true,
  },
  {
    program: 'SAP, the balance carried into the year in a column of its own',
    fileName: 'S_ALR_87012277.txt',
    content: () =>
      latin1(
        delimited(
          sapYear(
            'Empr|Conta Razão|Texto breve|Moeda|Saldo transportado|Saldo dos períodos anteriores|' +
              'Débito per.relatório|Crédito per.relatório|Saldo acumulado',
          ),
          '\t',
        ),
      ),
    asksPeriod: true,
  },
  {
    program: 'SAP, the same in English, with bars',
    fileName: 'RFSSLD00.txt',
    content: () =>
      delimited(
        sapYear(
          'CoCd|G/L acct|Short Text|Crcy|Balance Carryforward|Balance, prev.periods|Debit rept.period|' +
            'Credit report per.|Accumulated balance',
        ),
        '|',
      ),
    asksPeriod: true,
  },
  {
    program: 'SAP Business One, tabs with currency signs and brackets',
    fileName: 'balancete.txt',
    content: () => {
      const heading = 'Código da conta|Nome da conta|Saldo de abertura|Débito|Crédito|Saldo de fechamento';
      const table = ofAccounts(heading, (it) => [it.code, it.name, ...amounts(it, inBrackets)]);
      return latin1(delimited(table, '\t'));
    },
    asksPeriod: true,
  },
  {
    program: 'Oracle EBS, English CSV',
    fileName: 'trial_balance_Mar-26.csv',
    content: () =>
      delimited(
        ofAccounts(
          'Ledger|Period|Account|Account Description|Beginning Balance|Debits|Credits|Ending Balance',
          (it) => ['BRL LEDGER', 'Mar-26', it.code, it.name, ...amounts(it, english)],
        ),
        ',',
      ),
  },
  {
    program: 'Microsoft Dynamics, XLSX with debit and credit of the month under one title',
    fileName: 'Balancete dinâmico.xlsx',
    content: () => {
      const rows = [
        ['Balancete de 01/03/2026 a 31/03/2026'],
        ['Nº', 'Nome', 'Saldo inicial', null, 'Variação do período', null, 'Saldo final', null],
        [null, null, 'Débito', 'Crédito', 'Débito', 'Crédito', 'Débito', 'Crédito'],
        ...LEAVES.map((it) => [it.code, it.name, ...debtors(it).map(reais)]),
      ];
      return xlsxBytes([{ name: 'Balancete', rows }]);
    },
  },
];
