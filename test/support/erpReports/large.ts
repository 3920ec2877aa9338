// Reports of the programs of larger companies: TOTVS Protheus, RM and Datasul, Senior, SAP, Oracle, Sankhya, Dynamics.
import { escapeXml, xlsBytes, xlsxBytes, type MadeCell } from '../spreadsheets.js';
import {
  bare,
  brazilian,
  COMPANY_NAME,
  CHART_NAME,
  english,
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
import { delimited, latin1, lines, utf16, type Cells, type GoodReport } from './report.js';

const PAGE_ROWS = 12;

/** CTBR040 to disk: bars, spaced capitals, a form feed and the whole head again on every page, totals at the end. */
function protheusText(): string {
  const rule = `+${'-'.repeat(20)}+${'-'.repeat(40)}+${`${'-'.repeat(20)}+`.repeat(5)}`;
  const row = (...cells: readonly string[]): string =>
    `|${cells.map((cell, at) => (at === 1 ? cell.padEnd(40) : at === 0 ? cell.padEnd(20) : cell.padStart(20))).join('|')}|`;
  const head = (page: number): string =>
    lines(
      `${page === 1 ? '' : '\f'}*${'-'.repeat(166)}*`,
      `${COMPANY_NAME}                                                                     Folha..: ${page}`,
      'SIGA /CTBR040/v.12       BALANCETE DE VERIFICACAO DE 01/03/2026 ATE 31/03/2026 EM REAIS     DT.Ref.: 31/03/2026',
      'Hora...: 10:22:33 - Empresa: MATRIZ / Filial: 01                                      Emissão: 05/04/2026',
      `*${'-'.repeat(166)}*`,
      rule,
      row(
        '  C O D I G O',
        '   D  E  S  C  R  I  C  A  O',
        'SALDO ANTERIOR',
        'DEBITO',
        'CREDITO',
        'MOVIMENTO DO PERIODO',
        'SALDO ATUAL',
      ),
      rule,
    );
  const amounts = (it: Omit<Row, 'code' | 'short' | 'name' | 'level' | 'isGroup'>): readonly string[] => [
    lettered(it.opening, ' '),
    brazilian(it.debit),
    brazilian(it.credit),
    lettered(it.debit - it.credit, ' '),
    lettered(it.closing, ' '),
  ];
  const pages: string[] = [];
  for (let at = 0; at < ROWS.length; at += PAGE_ROWS)
    pages.push(
      head(at / PAGE_ROWS + 1) +
        lines(...ROWS.slice(at, at + PAGE_ROWS).map((it) => row(it.code, it.name, ...amounts(it)))) +
        (at + PAGE_ROWS < ROWS.length ? lines(row('', 'A TRANSPORTAR', ...amounts(TOTALS))) : ''),
    );
  return (
    pages.join('') +
    lines(
      rule,
      row('T O T A I S  D O  M E S :', '', '', brazilian(TOTALS.debit), brazilian(TOTALS.credit), '', ''),
      rule,
    )
  );
}

const HEAD_PROTHEUS = [
  'Conta',
  'Descricao',
  'Saldo Anterior',
  'Debito',
  'Credito',
  'Movimento do Periodo',
  'Saldo Atual',
];
const protheusCells = (it: Row): readonly string[] => [
  bare(it.code),
  it.name,
  lettered(it.opening, ' '),
  brazilian(it.debit),
  brazilian(it.credit),
  lettered(it.debit - it.credit, ' '),
  lettered(it.closing, ' '),
];

/** FWMSExcel: a merged title, then a table of strings. */
function protheusSpreadsheetMl(): string {
  const cell = (text: string, more = ''): string =>
    `<Cell${more}><Data ss:Type="String">${escapeXml(text)}</Data></Cell>`;
  const rows = [HEAD_PROTHEUS, ...ROWS.map(protheusCells)].map(
    (cells) => `<Row>${cells.map((one) => cell(one)).join('')}</Row>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="Default" ss:Name="Normal"/></Styles>
<Worksheet ss:Name="Parametros"><Table><Row>${cell('Data Inicial ?')}${cell('01/03/2026')}</Row><Row>${cell('Data Final ?')}${cell('31/03/2026')}</Row></Table></Worksheet>
<Worksheet ss:Name="Balancete"><Table><Row>${cell('Balancete de Verificacao de 01/03/2026 ate 31/03/2026', ' ss:MergeAcross="6"')}</Row>${rows.join('')}</Table></Worksheet>
</Workbook>`;
}

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

export const LARGE: readonly GoodReport[] = [
  {
    program: 'TOTVS Protheus CTBR040, text with bars and pages, windows-1252',
    fileName: 'ctbr040.##r',
    content: () => latin1(protheusText()),
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'TOTVS Protheus CTBR040, FWMSExcel (SpreadsheetML named .xls)',
    fileName: 'ctbr040.xls',
    content: protheusSpreadsheetMl,
    hasGroups: true,
    stored: 'signed',
  },
  {
    program: 'TOTVS Protheus TReport, XLSX with a sheet of parameters and typed amounts',
    fileName: 'balancete.xlsx',
    content: () =>
      xlsxBytes([
        {
          name: 'Parâmetros',
          rows: [
            ['Data Inicial ?', { date: '2026-03-01' }],
            ['Data Final ?', { date: '2026-03-31' }],
          ],
        },
        {
          name: 'Plano de contas',
          rows: [
            ['Balancete de Verificação de 01/03/2026 até 31/03/2026'],
            ['Conta', 'Descricao', 'Saldo Anterior', 'Debito', 'Credito', 'Mov.Periodo', 'Saldo Atual'],
            ...ROWS.map((it) => [
              bare(it.code),
              it.name,
              it.opening / 100,
              it.debit / 100,
              it.credit / 100,
              (it.debit - it.credit) / 100,
              it.closing / 100,
            ]),
          ],
        },
      ]),
    hasGroups: true,
    stored: 'signed',
  },
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
