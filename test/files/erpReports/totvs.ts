// Reports of TOTVS RM and Datasul, Senior and Sankhya.
import { escapeXml, xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import {
  bare,
  brazilian,
  COMPANY_NAME,
  CHART_NAME,
  LEAVES,
  letter,
  lettered,
  magnitude,
  masked,
  ofGroup,
  ROWS,
  TOTALS,
} from './books.js';
import { delimited, latin1, type Cells, type GoodReport } from './report.js';

/** RM's report generator: cells where the band put them, headings reaching over the columns beside their values. */
function rmSparse(cnpj: string): Cells {
  const placed = (cells: Readonly<Record<number, MadeCell>>): MadeCell[] =>
    Array.from({ length: 17 }, (_, at) => cells[at] ?? null);
  return [
    placed({ 1: COMPANY_NAME, 14: 'Página: 1' }),
    placed({ 1: `CNPJ: ${masked(cnpj)}`, 14: '05/04/2026' }),
    placed({ 4: 'Balancete de Verificação', 14: '10:15:00' }),
    placed({ 4: 'Período: 01/03/2026 a 31/03/2026' }),
    [],
    placed({
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
      placed({
        0: it.code,
        2: it.short,
        3: '  '.repeat(it.level) + it.name,
        8: lettered(it.opening),
        11: brazilian(it.debit),
        13: brazilian(it.credit),
        15: lettered(it.closing),
      }),
    ),
    placed({ 3: 'Total Geral', 11: brazilian(TOTALS.debit), 13: brazilian(TOTALS.credit) }),
    placed({ 1: 'MARIA DAS DORES', 10: 'JOÃO DA SILVA' }),
    placed({ 1: 'Administradora', 10: 'Contador CRC 1SP123456/O-7' }),
  ];
}

const rmXml = (): string =>
  `<?xml version="1.0" encoding="iso-8859-1"?>\n<NewDataSet>\n${ROWS.map(
    (it) => `  <CCONTA>
    <CODCOLIGADA>1</CODCOLIGADA>
    <CODCONTA>${it.code}</CODCONTA>
    <REDUZIDO>${it.short}</REDUZIDO>
    <DESCRICAO>${escapeXml(it.name)}</DESCRICAO>
    <ANALITICA>${it.isGroup ? 0 : 1}</ANALITICA>
    <SALDOANT>${(it.opening / 100).toFixed(4)}</SALDOANT>
    <DEBITO>${(it.debit / 100).toFixed(4)}</DEBITO>
    <CREDITO>${(it.credit / 100).toFixed(4)}</CREDITO>
    <SALDOATUAL>${(it.closing / 100).toFixed(4)}</SALDOATUAL>
  </CCONTA>\n`,
  ).join('')}</NewDataSet>\n`;

const seniorHtml = (cnpj: string): string => {
  const row = (cells: readonly string[], tag = 'td'): string =>
    `<tr>${cells.map((one) => `<${tag}>${escapeXml(one)}</${tag}>`).join('')}</tr>`;
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>CPBA012.GER</title></head><body>
<table border=0><tr><td colspan=7><b>${escapeXml(COMPANY_NAME)}</b></td></tr><tr><td colspan=4>CNPJ: ${masked(cnpj)}</td><td colspan=3>Pág.: 1</td></tr>
<tr><td colspan=7>Balancete de Verificação - Período: 01/03/2026 à 31/03/2026</td></tr></table>
<table border=1>${row(['Cta. Red.', 'Classificação', 'Descrição', 'Sld. Anterior', 'Vlr. Débito', 'Vlr. Crédito', 'Sld. Atual'], 'th')}
${ROWS.map((it) => row([it.short, it.code, it.name, lettered(it.opening, '&nbsp;').replace('&nbsp;', '\u00a0'), brazilian(it.debit), brazilian(it.credit), lettered(it.closing, '\u00a0')])).join('\n')}
${row(['', '', 'Total', '', brazilian(TOTALS.debit), brazilian(TOTALS.credit), ''])}</table></body></html>`;
};

const sankhyaGrid: Cells = [
  ['Balancete de Verificação'],
  ['Empresa: 1 - EXEMPLAR', null, null, 'Referência: 03/2026'],
  [],
  [
    'Cód. Reduzido',
    'Conta Contábil',
    'Descrição',
    'Analítica',
    'Natureza',
    'Saldo Anterior',
    'Débito',
    'Crédito',
    'Saldo Atual',
  ],
  ...ROWS.map((it) => [
    Number(it.short),
    it.code,
    it.name,
    it.isGroup ? 'Não' : 'Sim',
    letter(ofGroup(it, 1)) === 'D' ? 'Devedora' : 'Credora',
    ofGroup(it, it.opening) / 100,
    it.debit / 100,
    it.credit / 100,
    ofGroup(it, it.closing) / 100,
  ]),
];

export const TOTVS_AND_OTHERS: readonly GoodReport[] = [
  {
    program: 'TOTVS RM Saldus, CSV with letters in columns of equal headings',
    fileName: 'BALANCETE_MAR2026.csv',
    content: () =>
      latin1(
        delimited(
          [
            ['Conta', 'Reduzido', 'Descrição', 'Saldo Anterior', 'D/C', 'Débito', 'Crédito', 'Saldo Atual', 'D/C'],
            ...ROWS.map((it) => [
              it.code,
              it.short,
              it.name,
              magnitude(it.opening),
              letter(it.opening),
              brazilian(it.debit),
              brazilian(it.credit),
              magnitude(it.closing),
              letter(it.closing),
            ]),
          ],
          ';',
        ),
      ),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'TOTVS RM, XLS of the report generator, values beside their headings',
    fileName: 'relatorio.xls',
    content: (cnpj) => xlsBytes([{ name: 'Relatório', rows: rmSparse(cnpj) }]),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'TOTVS RM, XML of a query',
    fileName: 'consulta.xml',
    content: () => latin1(rmXml()),
    hasGroups: true,
    stored: 'signed',
    asksPeriod: true,
  },
  {
    program: 'TOTVS Datasul, CSV with a month column',
    fileName: 'fgl0217.csv',
    content: () =>
      delimited(
        [
          [
            'Empresa',
            'Estab',
            'Período',
            'Conta Ctbl',
            'Título Conta',
            'Saldo Inicial',
            'Movto Débito',
            'Movto Crédito',
            'Saldo Final',
          ],
          ...LEAVES.map((it) => [
            '1',
            '101',
            '03/2026',
            bare(it.code),
            it.name,
            brazilian(it.opening),
            brazilian(it.debit),
            brazilian(it.credit),
            brazilian(it.closing),
          ]),
        ],
        ';',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Senior, HTML named .xls',
    fileName: 'CPBA012.xls',
    content: (cnpj) => latin1(seniorHtml(cnpj)),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'Senior, tabs, decimal points',
    fileName: 'balancete senior.txt',
    content: () =>
      delimited(
        [
          ['Competência', 'CtaRed', 'ClaCta', 'DesCta', 'SalAnt', 'VlrDeb', 'VlrCre', 'SalMes'],
          ...LEAVES.map((it) => [
            '202603',
            it.short,
            it.code,
            it.name,
            (it.opening / 100).toFixed(2),
            (it.debit / 100).toFixed(2),
            (it.credit / 100).toFixed(2),
            (it.closing / 100).toFixed(2),
          ]),
        ],
        '\t',
      ),
    hasGroups: false,
    stored: 'signed',
  },
  {
    program: 'Sankhya, grid to XLSX, positive on the side of the group',
    fileName: 'Balancete.xlsx',
    content: () => xlsxBytes([{ name: 'Plan1', rows: sankhyaGrid }]),
    hasGroups: true,
    stored: 'ofGroup',
  },
  {
    program: 'Sankhya, CSV with the chart of accounts named in a column',
    fileName: 'sankhya.csv',
    content: () =>
      `\ufeff${delimited(
        [
          [
            'Plano de Contas',
            'Dt. Referência',
            'Cód. Conta',
            'Descr. Conta',
            'Sdo. Anterior',
            'Vlr. Débitos',
            'Vlr. Créditos',
            'Sdo. Atual',
          ],
          ...LEAVES.map((it) => [
            CHART_NAME,
            '31/03/2026',
            it.code,
            it.name,
            lettered(it.opening),
            brazilian(it.debit),
            brazilian(it.credit),
            lettered(it.closing),
          ]),
        ],
        ';',
      )}`,
    hasGroups: false,
    stored: 'signed',
  },
];
