// Reports of other programs of accountants’ offices: Fortes, Questor, Contmatic, Prosoft, SCI, Mastermaq, Exactus, Nasajon.
import { xlsBytes, xlsxBytes } from '../spreadsheets.js';
import {
  bracketed,
  brazilian,
  COMPANY_NAME,
  LEAVES,
  letter,
  lettered,
  magnitude,
  masked,
  minusBehind,
  ofGroup,
  ROWS,
  TOTALS,
  type Row,
} from './books.js';
import { cp850, delimited, latin1, lines, type Cells, type GoodReport } from './report.js';

const prosoftText = (): string => {
  const row = (...cells: readonly string[]): string => cells.join('|');
  return lines(
    `${COMPANY_NAME}                                       Pag. 0001`,
    'BALANCETE ANALÍTICO REFERENTE A MARÇO DE 2026',
    '================================================================',
    row('CLASSIFICAÇÃO', 'RED.', 'DENOMINAÇÃO', 'SALDO ANTERIOR', 'DÉBITO', 'CRÉDITO', 'SALDO ATUAL'),
    '----------------------------------------------------------------',
    ...ROWS.map((it) =>
      row(
        it.code.padEnd(14),
        it.short.padStart(5, '0'),
        it.name.padEnd(36),
        lettered(it.opening).padStart(16),
        brazilian(it.debit).padStart(16),
        brazilian(it.credit).padStart(16),
        lettered(it.closing).padStart(16),
      ),
    ),
    row('', '', 'TOTAL GERAL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00'),
    '\u001a',
  );
};

const questorSheet: Cells = [
  [COMPANY_NAME],
  ['Balancete - 03/2026'],
  ['Conta', 'Classificação', 'Descrição', 'Saldo Anterior', 'Débitos', 'Créditos', 'Saldo Final'],
  ...ROWS.map((it) => [
    Number(it.short),
    it.code,
    it.name,
    ofGroup(it, it.opening) / 100,
    it.debit / 100,
    it.credit / 100,
    ofGroup(it, it.closing) / 100,
  ]),
  [null, null, 'Totais', null, TOTALS.debit / 100, TOTALS.credit / 100, null],
];

const textRows = (
  cells: (it: Row) => readonly (string | number)[],
  rows = ROWS,
): (readonly (string | number)[])[] => rows.map(cells);

export const OFFICES: readonly GoodReport[] = [
  {
    program: 'Fortes, CSV with everything quoted and letters beside',
    fileName: 'fortes.csv',
    content: () =>
      [
        ['Código', 'Nome', 'Saldo Anterior', '', 'Débito', 'Crédito', 'Saldo Atual', ''],
        ...textRows((it) => [
          it.code,
          it.name,
          magnitude(it.opening),
          letter(it.opening),
          brazilian(it.debit),
          brazilian(it.credit),
          magnitude(it.closing),
          letter(it.closing),
        ]),
      ]
        .map((cells) => cells.map((one) => `"${one}"`).join(','))
        .join('\n'),
    hasGroups: true,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'Fortes, XLSX with letters before the year-end columns and a title per sheet',
    fileName: 'AC Fortes.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: '03-2026',
          rows: [
            ['Balancete Analítico'],
            ['Conta', 'Título', 'Sd. Anterior', 'D/C', 'Mov. a Débito', 'Mov. a Crédito', 'Sd. Atual', 'D/C'],
            ...ROWS.map((it) => [
              it.code,
              it.name,
              Math.abs(it.opening) / 100,
              letter(it.opening),
              it.debit / 100,
              it.credit / 100,
              Math.abs(it.closing) / 100,
              letter(it.closing),
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Questor, XLSX, positive on the side of the group',
    fileName: 'questor.xlsx',
    content: () => xlsxBytes([{ name: 'Balancete', rows: questorSheet }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Questor, CSV with letters before the amounts',
    fileName: 'nCtb_balancete_2026-03.csv',
    content: () =>
      delimited(
        [
          ['Classificação', 'Descrição', 'Saldo Inicial', 'Débitos', 'Créditos', 'Saldo Final'],
          ...textRows((it) => [
            it.code,
            it.name,
            `${letter(it.opening)} ${magnitude(it.opening)}`,
            brazilian(it.debit),
            brazilian(it.credit),
            `${letter(it.closing)} ${magnitude(it.closing)}`,
          ]),
        ],
        ';',
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Contmatic Phoenix, brackets on the other side of the group',
    fileName: 'phoenix.csv',
    content: (cnpj) =>
      latin1(
        lines(`"${COMPANY_NAME}";;;;;;`, `"CNPJ: ${masked(cnpj)}";;;;;;`, 'Balancete de Março de 2026;;;;;;') +
          delimited(
            [
              ['Apelido', 'Conta', 'Descrição', 'Saldo Ant.', 'Débito', 'Crédito', 'Saldo Atual'],
              ...textRows((it) => [
                it.short,
                it.code,
                it.name,
                bracketed(ofGroup(it, it.opening)),
                brazilian(it.debit),
                brazilian(it.credit),
                bracketed(ofGroup(it, it.closing)),
              ]),
            ],
            ';',
          ),
      ),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Contmatic, XLS with amounts in columns of debtors and creditors',
    fileName: 'contmatic.xls',
    content: () =>
      xlsBytes([
        {
          name: 'Plan1',
          rows: [
            ['Mês/Ano: 03/2026'],
            [
              'Conta',
              'Nome da Conta',
              'Saldo Anterior Devedor',
              'Saldo Anterior Credor',
              'Débito',
              'Crédito',
              'Saldo Atual Devedor',
              'Saldo Atual Credor',
            ],
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
  {
    program: 'Prosoft, text of DOS with bars',
    fileName: 'BALANC.TXT',
    content: () => cp850(prosoftText()),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'SCI Único, CSV, minus on the other side of the group',
    fileName: 'sci.csv',
    content: () =>
      latin1(
        delimited(
          [
            ['Período de 01/03/2026 até 31/03/2026'],
            ['Conta', 'Classificador', 'Descrição', 'Saldo anterior', 'Débito', 'Crédito', 'Saldo atual'],
            ...textRows((it) => [
              it.short,
              it.code,
              it.name,
              brazilian(ofGroup(it, it.opening)),
              brazilian(it.debit),
              brazilian(it.credit),
              brazilian(ofGroup(it, it.closing)),
            ]),
          ],
          ';',
        ),
      ),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Mastermaq, tabs, minus behind',
    fileName: 'mastermaq_mar_2026.txt',
    content: () =>
      latin1(
        delimited(
          [
            [
              'Cta.',
              'Descrição da Conta',
              'Saldo Anterior (R$)',
              'Débitos (R$)',
              'Créditos (R$)',
              'Saldo Atual (R$)',
            ],
            ...textRows((it) => [
              it.code,
              it.name,
              minusBehind(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              minusBehind(it.closing),
            ]),
          ],
          '\t',
        ),
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Exactus, XLS with amounts as text',
    fileName: 'exactus.xls',
    content: () =>
      xlsBytes([
        {
          name: 'Balancete',
          rows: [
            ['Balancete de Verificação do mês 03/2026'],
            ['Cód.', 'Conta', 'Nome', 'Saldo Anterior', 'Total Débito', 'Total Crédito', 'Saldo Atual'],
            ...ROWS.map((it) => [
              it.short,
              it.code,
              it.name,
              lettered(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              lettered(it.closing),
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Nasajon, one letter for both balances',
    leaves: LEAVES.length - 1,
    fileName: 'nasajon.csv',
    content: () =>
      delimited(
        [
          ['Competência', 'Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'D/C'],
          ...textRows(
            (it) => [
              'Março/2026',
              it.code,
              it.name,
              magnitude(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              magnitude(it.closing),
              letter(it.closing),
            ],
            LEAVES.filter(({ short }) => short !== '12'),
          ),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
];
