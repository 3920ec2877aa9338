// Reports of TOTVS RM and Datasul, Senior and Sankhya.
import { escapeXml, xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import {
  amounts,
  bare,
  brazilian,
  CHART_NAME,
  COMPANY_NAME,
  letter,
  lettered,
  masked,
  ofGroup,
  points,
  reais,
  ROWS,
  sided,
  TOTALS,
} from './books.js';
import { delimited, latin1, ofAccounts, placed, withGroups, type Cells, type GoodReport } from './report.js';

/**
 * RM's report generator: cells where the band put them, headings reaching over the columns beside their values.
 */
function rmSparse(cnpj: string): Cells {
  const row = (cells: Readonly<Record<number, MadeCell>>): MadeCell[] => placed(17, cells);
  return [
    row({ 1: COMPANY_NAME, 14: 'Página: 1' }),
    row({ 1: `CNPJ: ${masked(cnpj)}`, 14: '05/04/2026' }),
    row({ 4: 'Balancete de Verificação', 14: '10:15:00' }),
    row({ 4: 'Período: 01/03/2026 a 31/03/2026' }),
    [],
    row({
      0: 'Conta',
      2: 'Reduzido',
      3: 'Descrição',
      7: 'Saldo Anterior',
      10: 'Débitos',
      12: 'Créditos',
      14: 'Saldo Atual',
    }),
    [],
    ...ROWS.map((it) =>
      row({
        0: it.code,
        2: it.short,
        3: '  '.repeat(it.level) + it.name,
        8: lettered(it.opening),
        11: brazilian(it.debit),
        13: brazilian(it.credit),
        15: lettered(it.closing),
      }),
    ),
    row({ 3: 'Total Geral', 11: brazilian(TOTALS.debit), 13: brazilian(TOTALS.credit) }),
    row({ 1: 'MARIA DAS DORES', 10: 'JOÃO DA SILVA' }),
    row({ 1: 'Administradora', 10: 'Contador CRC 1SP123456/O-7' }),
  ];
}

const rmXml = (): string =>
  `<?xml version="1.0" encoding="iso-8859-1"?>\n<NewDataSet>\n${ROWS.map((it) => {
    const [opening, debit, credit, closing] = amounts(it, (cents) => (cents / 100).toFixed(4));
    return `  <CCONTA>
    <CODCOLIGADA>1</CODCOLIGADA>
    <CODCONTA>${it.code}</CODCONTA>
    <REDUZIDO>${it.short}</REDUZIDO>
    <DESCRICAO>${escapeXml(it.name)}</DESCRICAO>
    <ANALITICA>${it.isGroup ? 0 : 1}</ANALITICA>
    <SALDOANT>${opening}</SALDOANT>
    <DEBITO>${debit}</DEBITO>
    <CREDITO>${credit}</CREDITO>
    <SALDOATUAL>${closing}</SALDOATUAL>
  </CCONTA>\n`;
  }).join('')}</NewDataSet>\n`;

const seniorHtml = (cnpj: string): string => {
  const row = (cells: readonly string[], tag = 'td'): string =>
    `<tr>${cells.map((one) => `<${tag}>${escapeXml(one)}</${tag}>`).join('')}</tr>`;
  const [heading = [], ...rows] = withGroups(
    'Cta. Red.|Classificação|Descrição|Sld. Anterior|Vlr. Débito|Vlr. Crédito|Sld. Atual',
    (it) => [it.short, it.code, it.name, ...amounts(it, (cents) => lettered(cents, '\u00a0'), brazilian)],
  );
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>CPBA012.GER</title></head><body>
<table border=0><tr><td colspan=7><b>${escapeXml(COMPANY_NAME)}</b></td></tr><tr><td colspan=4>CNPJ: ${masked(cnpj)}</td><td colspan=3>Pág.: 1</td></tr>
<tr><td colspan=7>Balancete de Verificação - Período: 01/03/2026 à 31/03/2026</td></tr></table>
<table border=1>${row(heading, 'th')}
${rows.map((cells) => row(cells)).join('\n')}
${row(['', '', 'Total', '', brazilian(TOTALS.debit), brazilian(TOTALS.credit), ''])}</table></body></html>`;
};

const sankhyaGrid = (): Cells => [
  ['Balancete de Verificação'],
  ['Empresa: 1 - EXEMPLAR', null, null, 'Referência: 03/2026'],
  [],
  ...withGroups<MadeCell>(
    'Cód. Reduzido|Conta Contábil|Descrição|Analítica|Natureza|Saldo Anterior|Débito|Crédito|Saldo Atual',
    (it) => [
      Number(it.short),
      it.code,
      it.name,
      it.isGroup ? 'Não' : 'Sim',
      letter(ofGroup(it, 1)) === 'D' ? 'Devedora' : 'Credora',
      ...amounts(it, (cents) => ofGroup(it, cents) / 100, reais),
    ],
  ),
];

export const TOTVS_AND_OTHERS: readonly GoodReport[] = [
  {
    program: 'TOTVS RM Saldus, CSV with letters in columns of equal headings',
    fileName: 'BALANCETE_MAR2026.csv',
    content: () => {
      const heading = 'Conta|Reduzido|Descrição|Saldo Anterior|D/C|Débito|Crédito|Saldo Atual|D/C';
      return latin1(delimited(withGroups(heading, (it) => [it.code, it.short, it.name, ...sided(it)])));
    },
    hasGroups: true,
  },
  {
    program: 'TOTVS RM, XLS of the report generator, values beside their headings',
    fileName: 'relatorio.xls',
    content: (cnpj) => xlsBytes([{ name: 'Relatório', rows: rmSparse(cnpj) }]),
    hasGroups: true,
  },
  {
    program: 'TOTVS RM, XML of a query',
    fileName: 'consulta.xml',
    content: () => latin1(rmXml()),
    hasGroups: true,
    asksPeriod: true,
  },
  {
    program: 'TOTVS Datasul, CSV with a month column',
    fileName: 'fgl0217.csv',
    content: () =>
      delimited(
        ofAccounts(
          'Empresa|Estab|Período|Conta Ctbl|Título Conta|Saldo Inicial|Movto Débito|Movto Crédito|Saldo Final',
          (it) => ['1', '101', '03/2026', bare(it.code), it.name, ...amounts(it, brazilian)],
        ),
      ),
  },
  {
    program: 'Senior, HTML named .xls',
    fileName: 'CPBA012.xls',
    content: (cnpj) => latin1(seniorHtml(cnpj)),
    hasGroups: true,
  },
  {
    program: 'Senior, tabs, decimal points',
    fileName: 'balancete senior.txt',
    content: () =>
      delimited(
        ofAccounts('Competência|CtaRed|ClaCta|DesCta|SalAnt|VlrDeb|VlrCre|SalMes', (it) => [
          '202603',
          it.short,
          it.code,
          it.name,
          ...amounts(it, points),
        ]),
        '\t',
      ),
  },
  {
    program: 'Sankhya, grid to XLSX, positive on the side of the group',
    fileName: 'Balancete.xlsx',
    content: () => xlsxBytes([{ name: 'Plan1', rows: sankhyaGrid() }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Sankhya, CSV with the chart of accounts named in a column',
    fileName: 'sankhya.csv',
    content: () => {
      const table = ofAccounts(
        'Plano de Contas|Dt. Referência|Cód. Conta|Descr. Conta|Sdo. Anterior|Vlr. Débitos|Vlr. Créditos|Sdo. Atual',
        (it) => [CHART_NAME, '31/03/2026', it.code, it.name, ...amounts(it, lettered, brazilian)],
      );
      return `\ufeff${delimited(table)}`;
    },
  },
];
