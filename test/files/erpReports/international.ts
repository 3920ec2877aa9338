// Reports of SAP, Oracle and Microsoft.
import { xlsxBytes } from '../spreadsheets.js';
import { bare, brazilian, english, LEAVES, magnitude, minusBehind, TOTALS, type Row } from './books.js';
import { delimited, latin1, lines, utf16, type Cells, type GoodReport } from './report.js';

/** A list saved unconverted: bars, dashes, the company code before the account, minus behind. */
function sapList(): string {
  const rule = '-'.repeat(140);
  const row = (...cells: readonly string[]): string =>
    `|${cells.map((cell, at) => (at > 3 ? cell.padStart(18) : cell.padEnd(at === 2 ? 34 : 12))).join('|')}|`;
  const head = (page: number): string =>
    lines(
      `Exemplar S/A                          Saldos de contas do Razão                       Hora 10:11:12  Data 05.04.2026`,
      `São Paulo                             RFSSLD00/MARIA                                                 Página   ${page}`,
      'Período: 03/2026',
      rule,
      row(
        'Empr',
        'Conta Razão',
        'Texto descr.conta',
        'Moeda',
        'Saldo inicial',
        'Débito',
        'Crédito',
        'Saldo final',
      ),
      rule,
    );
  const body = (rows: readonly Row[]): string =>
    lines(
      ...rows.map((it) =>
        row(
          '1000',
          bare(it.code),
          it.name,
          'BRL',
          minusBehind(it.opening),
          brazilian(it.debit),
          brazilian(it.credit),
          minusBehind(it.closing),
        ),
      ),
    );
  return (
    head(1) +
    body(LEAVES.slice(0, 10)) +
    head(2) +
    body(LEAVES.slice(10)) +
    lines(
      rule,
      row('* 1000', '', '', 'BRL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00'),
      rule,
    )
  );
}

/** Saved as a spreadsheet: UTF-16, tabs, an empty column first, blank lines between. */
const sapTabs = (): string =>
  lines(
    '05.04.2026\tSaída dinâmica de lista\t\t\t\t\t\t1',
    '',
    '\tConta do Razão\tDenominação\tMoeda\tSaldo inicial\tTotal débito\tTotal crédito\tSaldo acumulado',
    '',
    ...LEAVES.map((it) =>
      [
        '',
        bare(it.code),
        it.name,
        'BRL',
        minusBehind(it.opening),
        brazilian(it.debit),
        brazilian(it.credit),
        minusBehind(it.closing),
      ].join('\t'),
    ),
    `\t*\t\tBRL\t0,00\t${brazilian(TOTALS.debit)}\t${brazilian(TOTALS.credit)}\t0,00`,
  );

/** The app's download: account and name in one cell, amounts in the company's currency as numbers. */
const sapFiori: Cells = [
  [
    'Empresa',
    'Conta do Razão',
    'Saldo inicial na moeda da empresa',
    'Débito na moeda da empresa',
    'Crédito na moeda da empresa',
    'Saldo final na moeda da empresa',
  ],
  ...LEAVES.map((it) => [
    '1000 (Exemplar)',
    `${bare(it.code)} (${it.name})`,
    it.opening / 100,
    it.debit / 100,
    it.credit / 100,
    it.closing / 100,
  ]),
];

export const INTERNATIONAL: readonly GoodReport[] = [
  {
    program: 'SAP, list with bars',
    fileName: 'RFSSLD00.txt',
    content: () => latin1(sapList()),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'SAP, spreadsheet of tabs in UTF-16',
    fileName: 'saldos.xls',
    content: () => utf16(sapTabs()),
    hasGroups: false,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'SAP S/4HANA, download of the app',
    fileName: 'Trial Balance.xlsx',
    content: () => xlsxBytes([{ name: 'SAPUI5 Spreadsheet Export', rows: sapFiori }]),
    hasGroups: false,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'SAP Business One, tabs with currency signs and brackets',
    fileName: 'balancete.txt',
    content: () =>
      latin1(
        delimited(
          [
            ['Código da conta', 'Nome da conta', 'Saldo de abertura', 'Débito', 'Crédito', 'Saldo de fechamento'],
            ...LEAVES.map((it) => [
              it.code,
              it.name,
              ...[it.opening, it.debit, it.credit, it.closing].map((cents) =>
                cents < 0 ? `R$ (${magnitude(cents)})` : `R$ ${magnitude(cents)}`,
              ),
            ]),
          ],
          '\t',
        ),
      ),
    hasGroups: false,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'Oracle EBS, English CSV',
    fileName: 'trial_balance_Mar-26.csv',
    content: () =>
      delimited(
        [
          [
            'Ledger',
            'Period',
            'Account',
            'Account Description',
            'Beginning Balance',
            'Debits',
            'Credits',
            'Ending Balance',
          ],
          ...LEAVES.map((it) => [
            'BRL LEDGER',
            'Mar-26',
            it.code,
            it.name,
            english(it.opening),
            english(it.debit),
            english(it.credit),
            english(it.closing),
          ]),
        ],
        ',',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Microsoft Dynamics, XLSX with debit and credit of the month under one title',
    fileName: 'Balancete dinâmico.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: 'Balancete',
          rows: [
            ['Balancete de 01/03/2026 a 31/03/2026'],
            ['Nº', 'Nome', 'Saldo inicial', null, 'Variação do período', null, 'Saldo final', null],
            [null, null, 'Débito', 'Crédito', 'Débito', 'Crédito', 'Débito', 'Crédito'],
            ...LEAVES.map((it) => [
              it.code,
              it.name,
              Math.max(it.opening, 0) / 100,
              Math.max(-it.opening, 0) / 100,
              it.debit / 100,
              it.credit / 100,
              Math.max(it.closing, 0) / 100,
              Math.max(-it.closing, 0) / 100,
            ]),
          ],
        },
      ]),
    hasGroups: false,
    stored: 'signed',
  },
];
