// Reports of TOTVS Protheus.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import { bare, brazilian, COMPANY_NAME, lettered, ROWS, TOTALS, type Row } from './books.js';
import { latin1, lines, type GoodReport } from './report.js';

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

export const PROTHEUS: readonly GoodReport[] = [
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
];
