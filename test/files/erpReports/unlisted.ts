// Headings in the words of programs nobody listed: abbreviated, run together, in English, in Portuguese of
// Portugal.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import {
  amounts,
  bare,
  brazilian,
  debtors,
  english,
  HEADING,
  LEAVES,
  lettered,
  points,
  reais,
  ROWS,
  TOTALS,
  type Row,
} from './books.js';
import { delimited, lines, ofAccounts, type GoodReport } from './report.js';

const dollars = (one: number): string => (one < 0 ? `(R$${english(-one)})` : `R$${english(one)}`);
type Layout = Readonly<{
  program: string;
  delimiter: string;
  heading: string;
  cells(it: Row): readonly string[];
  hasGroups?: true;
  above?: string;
}>;

const LAYOUTS: readonly Layout[] = [
  {
    program: 'Conta Azul, the account under Plano de Contas',
    delimiter: ',',
    heading: 'Plano de Contas|Saldo anterior (R$)|Débito (R$)|Crédito (R$)|Saldo atual (R$)',
    cells: (it) => [`${it.code} ${it.name}`, ...amounts(it, brazilian)],
    hasGroups: true,
  },
  {
    program: 'Business Central, balances and movement by side in brackets',
    delimiter: ';',
    heading:
      'Nº|Nome|Saldo Inicial (Débito)|Saldo Inicial (Crédito)|Variação Líquida (Débito)|Variação Líquida (Crédito)|Saldo Final (Débito)|Saldo Final (Crédito)',
    cells: (it) => [it.code, it.name, ...debtors(it).map(brazilian)],
  },
  {
    program: 'MXM, abbreviations of a database',
    delimiter: '|',
    heading: 'CD_CONTA|DS_CONTA|VL_SDO_ANT|VL_DEBITO|VL_CREDITO|VL_SDO_ATU',
    cells: (it) => [it.code, it.name, ...amounts(it, points)],
    hasGroups: true,
  },
  {
    program: 'Mega, the month in every heading',
    delimiter: ';',
    heading: 'PLANO_CONTA|NOME_CONTA|SALDO_MES_ANTERIOR|DEBITO_MES|CREDITO_MES|SALDO_MES_ATUAL',
    cells: (it) => [it.code, it.name, ...amounts(it, brazilian)],
    hasGroups: true,
  },
  {
    program: 'JD Edwards, object accounts',
    delimiter: ',',
    heading: 'Obj Acct|Sub|Description|Beginning Bal|Debit|Credit|Ending Bal',
    cells: (it) => [bare(it.code), '', it.name, ...amounts(it, english)],
  },
  {
    program: 'NetSuite, code and name in one cell, currency signs',
    delimiter: ',',
    heading: 'Account|Opening Balance|Debit|Credit|Ending Balance',
    cells: (it) => [`${it.code} ${it.name}`, ...amounts(it, dollars)],
    above: 'Exemplar\nTrial Balance\nMar 2026\n',
  },
  {
    program: 'Primavera, thousands apart by blanks',
    delimiter: ';',
    heading: 'Conta|Descrição|Saldo Inicial|Débitos|Créditos|Saldo Final',
    cells: (it) => [it.code, it.name, ...amounts(it, (one) => brazilian(one).replaceAll('.', ' '))],
  },
  {
    program: 'Omie, synthetic and analytic in words',
    delimiter: ';',
    heading: 'Código|Conta Contábil|Tipo|Saldo Inicial|Total de Débitos|Total de Créditos|Saldo Final',
    cells: (it) => [it.code, it.name, it.isGroup ? 'Sintética' : 'Analítica', ...amounts(it, lettered, brazilian)],
    hasGroups: true,
  },
  {
    program: 'Senior, everything abbreviated, three kinds of codes',
    delimiter: ';',
    heading: 'Cta Red.|Clas. Contábil|Descr. Conta|Sld Ant.|Vlr. Déb.|Vlr. Créd.|Sld Atual',
    cells: (it) => [it.short, it.code, it.name, ...amounts(it, lettered, brazilian)],
    hasGroups: true,
  },
  {
    program: 'SAP Business One, amounts in local currency, apostrophes between thousands',
    delimiter: '\t',
    heading: 'Account Code|Account Name|Opening Balance (LC)|Debit (LC)|Credit (LC)|Closing Balance (LC)',
    cells: (it) => [it.code, it.name, ...amounts(it, (one) => english(one).replaceAll(',', "'"))],
  },
  {
    program: 'Sage, debtors and creditors abbreviated, currency signs behind',
    delimiter: ';',
    heading:
      'Conta|Descrição|Saldo Inicial Dev.|Saldo Inicial Cred.|Mov. Deve|Mov. Haver|Saldo Final Dev.|Saldo Final Cred.',
    cells: (it) => [it.code, it.name, ...debtors(it).map((one) => `${brazilian(one)} R$`)],
  },
];

export const UNLISTED: readonly GoodReport[] = [
  ...LAYOUTS.map(({ program, delimiter, heading, cells, hasGroups, above = '' }): GoodReport => ({
    program,
    fileName: 'relatorio mar-2026.csv',
    content: () => above + delimited(ofAccounts(heading, cells, hasGroups ? ROWS : LEAVES), delimiter),
    ...(hasGroups && { hasGroups }),
  })),
  {
    program: 'RM, XML whose names are run together',
    fileName: 'rm.xml',
    content: () =>
      `<?xml version="1.0" encoding="utf-8"?><NewDataSet>${ROWS.map((it) => {
        const [opening, debit, credit, closing] = amounts(it, (cents) => (cents / 100).toFixed(4));
        return `<Linha><CODCONTA>${it.code}</CODCONTA><NOMECONTA>${escapeXml(it.name)}</NOMECONTA><SALDOANT>${opening}</SALDOANT><VLDEBITO>${debit}</VLDEBITO><VLCREDITO>${credit}</VLCREDITO><SALDOATU>${closing}</SALDOATU></Linha>`;
      }).join('')}</NewDataSet>`,
    hasGroups: true,
    asksPeriod: true,
  },
  {
    program: 'Odoo, the month as a heading above debit and credit',
    fileName: 'Balancete.xlsx',
    content: () => {
      const rows = [
        [null, 'Saldo inicial', null, 'Mar 2026', null, 'Saldo final', null],
        ['Conta', 'Débito', 'Crédito', 'Débito', 'Crédito', 'Débito', 'Crédito'],
        ...LEAVES.map((it) => [`${it.code} ${it.name}`, ...debtors(it).map(reais)]),
        ['Total', 1, 1, TOTALS.debit / 100, TOTALS.credit / 100, 1, 1],
      ];
      return xlsxBytes([{ name: 'Balancete', rows }]);
    },
  },
  {
    program: 'Fortes, names over two lines in quotes',
    fileName: 'fortes_032026.csv',
    content: () =>
      lines(HEADING.replaceAll('|', ';')) +
      lines(
        ...LEAVES.map((it) =>
          [it.code, `${it.name}\r\n(conta "analítica")`, ...amounts(it, brazilian)]
            .map((cell) => `"${cell.replaceAll('"', '""')}"`)
            .join(';'),
        ),
      ),
  },
];
