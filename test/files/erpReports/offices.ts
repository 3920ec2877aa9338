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
  textRows,
} from './books.js';
import { delimited, latin1, lines, type GoodReport } from './report.js';

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
    warnings: [
      'Débitos 905.901,32 e créditos 877.450,57 de 18 linhas de detalhe não conferem (diferença de 28.450,75): confira se o arquivo está completo',
    ],
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
