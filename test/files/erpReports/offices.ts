// Reports of other programs of accountants’ offices: Fortes, Questor, Contmatic, Prosoft, SCI, Mastermaq, Exactus,
// Nasajon.
import { xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import {
  amounts,
  bracketed,
  brazilian,
  COMPANY_NAME,
  debtors,
  LEAVES,
  letter,
  lettered,
  magnitude,
  masked,
  minusBehind,
  ofGroup,
  reais,
  ROWS,
  sided,
  TOTALS,
} from './books.js';
import { cp850, delimited, latin1, lines, ofAccounts, withGroups, type Cells, type GoodReport } from './report.js';

const prosoftText = (): string => {
  const row = (...cells: readonly string[]): string => cells.join('|');
  return lines(
    `${COMPANY_NAME}                                       Pag. 0001`,
    'BALANCETE ANALÍTICO REFERENTE A MARÇO DE 2026',
    '================================================================',
    'CLASSIFICAÇÃO|RED.|DENOMINAÇÃO|SALDO ANTERIOR|DÉBITO|CRÉDITO|SALDO ATUAL',
    '----------------------------------------------------------------',
    ...ROWS.map((it) => {
      const names = [it.code.padEnd(14), it.short.padStart(5, '0'), it.name.padEnd(36)];
      return row(...names, ...amounts(it, lettered, brazilian).map((text) => text.padStart(16)));
    }),
    row('', '', 'TOTAL GERAL', '0,00', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '0,00'),
    '\u001a',
  );
};

const questorSheet = (): Cells => [
  [COMPANY_NAME],
  ['Balancete - 03/2026'],
  ...withGroups<MadeCell>('Conta|Classificação|Descrição|Saldo Anterior|Débitos|Créditos|Saldo Final', (it) => [
    Number(it.short),
    it.code,
    it.name,
    ...amounts(it, (cents) => ofGroup(it, cents) / 100, reais),
  ]),
  [null, null, 'Totais', null, TOTALS.debit / 100, TOTALS.credit / 100, null],
];

export const OFFICES: readonly GoodReport[] = [
  {
    program: 'Fortes, CSV with everything quoted and letters beside',
    fileName: 'fortes.csv',
    content: () => {
      const heading = 'Código|Nome|Saldo Anterior||Débito|Crédito|Saldo Atual|';
      const rows = withGroups(heading, (it) => [it.code, it.name, ...sided(it)]);
      return rows.map((cells) => cells.map((one) => `"${one}"`).join(',')).join('\n');
    },
    hasGroups: true,
    asksPeriod: true,
  },
  {
    program: 'Fortes, XLSX with letters before the year-end columns and a title per sheet',
    fileName: 'AC Fortes.xlsx',
    content: () => {
      const heading = 'Conta|Título|Sd. Anterior|D/C|Mov. a Débito|Mov. a Crédito|Sd. Atual|D/C';
      const table = withGroups<MadeCell>(heading, (it) => [
        it.code,
        it.name,
        Math.abs(it.opening) / 100,
        letter(it.opening),
        it.debit / 100,
        it.credit / 100,
        Math.abs(it.closing) / 100,
        letter(it.closing),
      ]);
      return xlsxBytes([{ name: '03-2026', rows: [['Balancete Analítico'], ...table] }]);
    },
    hasGroups: true,
  },
  {
    program: 'Contmatic Phoenix, brackets on the other side of the group',
    fileName: 'phoenix.csv',
    content: (cnpj) => {
      const table = withGroups('Apelido|Conta|Descrição|Saldo Ant.|Débito|Crédito|Saldo Atual', (it) => [
        it.short,
        it.code,
        it.name,
        ...amounts(it, (cents) => bracketed(ofGroup(it, cents)), brazilian),
      ]);
      const titles = [`"${COMPANY_NAME}"`, `"CNPJ: ${masked(cnpj)}"`, 'Balancete de Março de 2026'];
      return latin1(lines(...titles.map((title) => `${title};;;;;;`)) + delimited(table));
    },
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Contmatic, XLS with amounts in columns of debtors and creditors',
    fileName: 'contmatic.xls',
    content: () => {
      const table = ofAccounts<MadeCell>(
        'Conta|Nome da Conta|Saldo Anterior Devedor|Saldo Anterior Credor|Débito|Crédito|' +
          'Saldo Atual Devedor|Saldo Atual Credor',
        (it) => [it.code, it.name, ...debtors(it).map(reais)],
      );
      return xlsBytes([{ name: 'Plan1', rows: [['Mês/Ano: 03/2026'], ...table] }]);
    },
  },
  {
    program: 'SCI Único, CSV, minus on the other side of the group',
    fileName: 'sci.csv',
    content: () => {
      const table = withGroups('Conta|Classificador|Descrição|Saldo anterior|Débito|Crédito|Saldo atual', (it) => [
        it.short,
        it.code,
        it.name,
        ...amounts(it, (cents) => brazilian(ofGroup(it, cents)), brazilian),
      ]);
      return latin1(delimited([['Período de 01/03/2026 até 31/03/2026'], ...table]));
    },
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Mastermaq, tabs, minus behind',
    fileName: 'mastermaq_mar_2026.txt',
    content: () => {
      const table = withGroups(
        'Cta.|Descrição da Conta|Saldo Anterior (R$)|Débitos (R$)|Créditos (R$)|Saldo Atual (R$)',
        (it) => [it.code, it.name, ...amounts(it, minusBehind, brazilian)],
      );
      return latin1(delimited(table, '\t'));
    },
    hasGroups: true,
  },
  {
    program: 'Exactus, XLS with amounts as text',
    fileName: 'exactus.xls',
    content: () => {
      const table = withGroups('Cód.|Conta|Nome|Saldo Anterior|Total Débito|Total Crédito|Saldo Atual', (it) => [
        it.short,
        it.code,
        it.name,
        ...amounts(it, lettered, brazilian),
      ]);
      return xlsBytes([{ name: 'Balancete', rows: [['Balancete de Verificação do mês 03/2026'], ...table] }]);
    },
    hasGroups: true,
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
        ofAccounts(
          'Competência|Conta|Descrição|Saldo Anterior|Débito|Crédito|Saldo Atual|D/C',
          (it) => ['Março/2026', it.code, it.name, ...amounts(it, magnitude, brazilian), letter(it.closing)],
          LEAVES.filter(({ short }) => short !== '12'),
        ),
      ),
  },
  {
    program: 'Questor, XLSX, positive on the side of the group',
    fileName: 'questor.xlsx',
    content: () => xlsxBytes([{ name: 'Balancete', rows: questorSheet() }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Questor, CSV with letters before the amounts',
    fileName: 'nCtb_balancete_2026-03.csv',
    content: () =>
      delimited(
        withGroups('Classificação|Descrição|Saldo Inicial|Débitos|Créditos|Saldo Final', (it) => [
          it.code,
          it.name,
          ...amounts(it, (cents) => `${letter(cents)} ${magnitude(cents)}`, brazilian),
        ]),
      ),
    hasGroups: true,
  },
  {
    program: 'Prosoft, text of DOS with bars',
    fileName: 'BALANC.TXT',
    content: () => cp850(prosoftText()),
    hasGroups: true,
  },
];
