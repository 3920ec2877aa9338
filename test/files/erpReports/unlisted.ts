// Headings in the words of programs nobody listed: abbreviated, run together, in English, in Portuguese of Portugal.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import { bare, brazilian, english, LEAVES, lettered, ROWS, TOTALS, type Row } from './books.js';
import { delimited, lines, type GoodReport } from './report.js';

const cents = (it: Row): readonly number[] => [it.opening, it.debit, it.credit, it.closing];
const plainDecimals = (it: Row): readonly string[] => cents(it).map((one) => (one / 100).toFixed(2));
const dollars = (one: number): string => (one < 0 ? `(R$${english(-one)})` : `R$${english(one)}`);
const debtors = (it: Row): readonly number[] => [
  Math.max(it.opening, 0),
  Math.max(-it.opening, 0),
  it.debit,
  it.credit,
  Math.max(it.closing, 0),
  Math.max(-it.closing, 0),
];

type Layout = Readonly<{
  program: string;
  delimiter: string;
  heading: readonly string[];
  cells(it: Row): readonly string[];
  hasGroups?: boolean;
  above?: string;
}>;

const LAYOUTS: readonly Layout[] = [
  {
    program: 'Conta Azul, the account under Plano de Contas',
    delimiter: ',',
    heading: ['Plano de Contas', 'Saldo anterior (R$)', 'Débito (R$)', 'Crédito (R$)', 'Saldo atual (R$)'],
    cells: (it) => [`${it.code} ${it.name}`, ...cents(it).map(brazilian)],
    hasGroups: true,
  },
  {
    program: 'Business Central, balances and movement by side in brackets',
    delimiter: ';',
    heading: [
      'Nº',
      'Nome',
      'Saldo Inicial (Débito)',
      'Saldo Inicial (Crédito)',
      'Variação Líquida (Débito)',
      'Variação Líquida (Crédito)',
      'Saldo Final (Débito)',
      'Saldo Final (Crédito)',
    ],
    cells: (it) => [it.code, it.name, ...debtors(it).map(brazilian)],
  },
  {
    program: 'MXM, abbreviations of a database',
    delimiter: '|',
    heading: ['CD_CONTA', 'DS_CONTA', 'VL_SDO_ANT', 'VL_DEBITO', 'VL_CREDITO', 'VL_SDO_ATU'],
    cells: (it) => [it.code, it.name, ...plainDecimals(it)],
    hasGroups: true,
  },
  {
    program: 'Mega, the month in every heading',
    delimiter: ';',
    heading: ['PLANO_CONTA', 'NOME_CONTA', 'SALDO_MES_ANTERIOR', 'DEBITO_MES', 'CREDITO_MES', 'SALDO_MES_ATUAL'],
    cells: (it) => [it.code, it.name, ...cents(it).map(brazilian)],
    hasGroups: true,
  },
  {
    program: 'JD Edwards, object accounts',
    delimiter: ',',
    heading: ['Obj Acct', 'Sub', 'Description', 'Beginning Bal', 'Debit', 'Credit', 'Ending Bal'],
    cells: (it) => [bare(it.code), '', it.name, ...cents(it).map(english)],
  },
  {
    program: 'NetSuite, code and name in one cell, currency signs',
    delimiter: ',',
    heading: ['Account', 'Opening Balance', 'Debit', 'Credit', 'Ending Balance'],
    cells: (it) => [`${it.code} ${it.name}`, ...cents(it).map(dollars)],
    above: 'Exemplar\nTrial Balance\nMar 2026\n',
  },
  {
    program: 'Primavera, thousands apart by blanks',
    delimiter: ';',
    heading: ['Conta', 'Descrição', 'Saldo Inicial', 'Débitos', 'Créditos', 'Saldo Final'],
    cells: (it) => [it.code, it.name, ...cents(it).map((one) => brazilian(one).replaceAll('.', ' '))],
  },
  {
    program: 'Omie, synthetic and analytic in words',
    delimiter: ';',
    heading: [
      'Código',
      'Conta Contábil',
      'Tipo',
      'Saldo Inicial',
      'Total de Débitos',
      'Total de Créditos',
      'Saldo Final',
    ],
    cells: (it) => [
      it.code,
      it.name,
      it.isGroup ? 'Sintética' : 'Analítica',
      lettered(it.opening),
      brazilian(it.debit),
      brazilian(it.credit),
      lettered(it.closing),
    ],
    hasGroups: true,
  },
  {
    program: 'Senior, everything abbreviated, three kinds of codes',
    delimiter: ';',
    heading: ['Cta Red.', 'Clas. Contábil', 'Descr. Conta', 'Sld Ant.', 'Vlr. Déb.', 'Vlr. Créd.', 'Sld Atual'],
    cells: (it) => [
      it.short,
      it.code,
      it.name,
      lettered(it.opening),
      brazilian(it.debit),
      brazilian(it.credit),
      lettered(it.closing),
    ],
    hasGroups: true,
  },
  {
    program: 'SAP Business One, amounts in local currency, apostrophes between thousands',
    delimiter: '\t',
    heading: [
      'Account Code',
      'Account Name',
      'Opening Balance (LC)',
      'Debit (LC)',
      'Credit (LC)',
      'Closing Balance (LC)',
    ],
    cells: (it) => [it.code, it.name, ...cents(it).map((one) => english(one).replaceAll(',', "'"))],
  },
  {
    program: 'Sage, debtors and creditors abbreviated, currency signs behind',
    delimiter: ';',
    heading: [
      'Conta',
      'Descrição',
      'Saldo Inicial Dev.',
      'Saldo Inicial Cred.',
      'Mov. Deve',
      'Mov. Haver',
      'Saldo Final Dev.',
      'Saldo Final Cred.',
    ],
    cells: (it) => [it.code, it.name, ...debtors(it).map((one) => `${brazilian(one)} R$`)],
  },
];

export const UNLISTED: readonly GoodReport[] = [
  ...LAYOUTS.map(({ program, delimiter, heading, cells, hasGroups = false, above = '' }): GoodReport => ({
    program,
    fileName: 'relatorio mar-2026.csv',
    content: () => above + delimited([heading, ...(hasGroups ? ROWS : LEAVES).map(cells)], delimiter),
    hasGroups,
    stored: 'signed',
  })),
  {
    program: 'RM, XML whose names are run together',
    fileName: 'rm.xml',
    content: () =>
      `<?xml version="1.0" encoding="utf-8"?><NewDataSet>${ROWS.map((it) => {
        const [opening, debit, credit, closing] = cents(it).map((one) => (one / 100).toFixed(4));
        return `<Linha><CODCONTA>${it.code}</CODCONTA><NOMECONTA>${escapeXml(it.name)}</NOMECONTA><SALDOANT>${opening}</SALDOANT><VLDEBITO>${debit}</VLDEBITO><VLCREDITO>${credit}</VLCREDITO><SALDOATU>${closing}</SALDOATU></Linha>`;
      }).join('')}</NewDataSet>`,
    hasGroups: true,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'Odoo, the month as a heading above debit and credit',
    fileName: 'Balancete.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: 'Balancete',
          rows: [
            [null, 'Saldo inicial', null, 'Mar 2026', null, 'Saldo final', null],
            ['Conta', 'Débito', 'Crédito', 'Débito', 'Crédito', 'Débito', 'Crédito'],
            ...LEAVES.map((it) => [`${it.code} ${it.name}`, ...debtors(it).map((one) => one / 100)]),
            ['Total', 1, 1, TOTALS.debit / 100, TOTALS.credit / 100, 1, 1],
          ],
        },
      ]),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Fortes, names over two lines in quotes',
    fileName: 'fortes_032026.csv',
    content: () =>
      delimited([['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual']], ';') +
      lines(
        ...LEAVES.map((it) =>
          [it.code, `${it.name}\r\n(conta "analítica")`, ...cents(it).map(brazilian)]
            .map((cell) => `"${cell.replaceAll('"', '""')}"`)
            .join(';'),
        ),
      ),
    hasGroups: false,
    stored: 'signed',
  },
];
