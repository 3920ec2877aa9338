// Reports of TOTVS Protheus.
import { escapeXml, xlsxBytes } from '../spreadsheets.js';
import { bare, brazilian, COMPANY_NAME, reais, ROWS, spaced, TOTALS, type Balances, type Row } from './books.js';
import { latin1, lines, withGroups, type GoodReport } from './report.js';

const PAGE_ROWS = 12;

/** With the movement of the month before the closing balance. */
const withMovement = (it: Balances): readonly string[] => [
  spaced(it.opening),
  brazilian(it.debit),
  brazilian(it.credit),
  spaced(it.debit - it.credit),
  spaced(it.closing),
];

/**
 * CTBR040 to disk: bars, spaced capitals, a form feed and the whole head again on every page, totals at the end.
 */
function protheusText(): string {
  const rule = `+${'-'.repeat(20)}+${'-'.repeat(40)}+${`${'-'.repeat(20)}+`.repeat(5)}`;
  const row = (...cells: readonly string[]): string =>
    `|${cells.map((cell, at) => (at === 1 ? cell.padEnd(40) : at === 0 ? cell.padEnd(20) : cell.padStart(20))).join('|')}|`;
  const code = '  C O D I G O';
  const name = '   D  E  S  C  R  I  C  A  O';
  const head = (page: number): string =>
    lines(
      `${page === 1 ? '' : '\f'}*${'-'.repeat(166)}*`,
      `${COMPANY_NAME}                                                                     Folha..: ${page}`,
      'SIGA /CTBR040/v.12       BALANCETE DE VERIFICACAO DE 01/03/2026 ATE 31/03/2026 EM REAIS     DT.Ref.: 31/03/2026',
      'Hora...: 10:22:33 - Empresa: MATRIZ / Filial: 01                                      Emissão: 05/04/2026',
      `*${'-'.repeat(166)}*`,
      rule,
      row(code, name, 'SALDO ANTERIOR', 'DEBITO', 'CREDITO', 'MOVIMENTO DO PERIODO', 'SALDO ATUAL'),
      rule,
    );
  const pages: string[] = [];
  for (let at = 0; at < ROWS.length; at += PAGE_ROWS)
    pages.push(
      head(at / PAGE_ROWS + 1) +
        lines(...ROWS.slice(at, at + PAGE_ROWS).map((it) => row(it.code, it.name, ...withMovement(it)))) +
        (at + PAGE_ROWS < ROWS.length ? lines(row('', 'A TRANSPORTAR', ...withMovement(TOTALS))) : ''),
    );
  const total = row(
    'T O T A I S  D O  M E S :',
    '',
    '',
    brazilian(TOTALS.debit),
    brazilian(TOTALS.credit),
    '',
    '',
  );
  return pages.join('') + lines(rule, total, rule);
}

/** FWMSExcel: a merged title, then a table of strings. */
function protheusSpreadsheetMl(): string {
  const cell = (text: string, more = ''): string =>
    `<Cell${more}><Data ss:Type="String">${escapeXml(text)}</Data></Cell>`;
  const rows = withGroups(
    'Conta|Descricao|Saldo Anterior|Debito|Credito|Movimento do Periodo|Saldo Atual',
    (it) => [bare(it.code), it.name, ...withMovement(it)],
  ).map((cells) => `<Row>${cells.map((one) => cell(one)).join('')}</Row>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="Default" ss:Name="Normal"/></Styles>
<Worksheet ss:Name="Parametros"><Table><Row>${cell('Data Inicial ?')}${cell('01/03/2026')}</Row><Row>${cell('Data Final ?')}${cell('31/03/2026')}</Row></Table></Worksheet>
<Worksheet ss:Name="Balancete"><Table><Row>${cell('Balancete de Verificacao de 01/03/2026 ate 31/03/2026', ' ss:MergeAcross="6"')}</Row>${rows.join('')}</Table></Worksheet>
</Workbook>`;
}

const typed = (it: Row) => [
  bare(it.code),
  it.name,
  ...[it.opening, it.debit, it.credit, it.debit - it.credit, it.closing].map(reais),
];

export const PROTHEUS: readonly GoodReport[] = [
  {
    program: 'TOTVS Protheus CTBR040, text with bars and pages, windows-1252',
    fileName: 'ctbr040.##r',
    content: () => latin1(protheusText()),
    hasGroups: true,
  },
  {
    program: 'TOTVS Protheus CTBR040, FWMSExcel (SpreadsheetML named .xls)',
    fileName: 'ctbr040.xls',
    content: protheusSpreadsheetMl,
    hasGroups: true,
  },
  {
    program: 'TOTVS Protheus TReport, XLSX with a sheet of parameters and typed amounts',
    fileName: 'balancete.xlsx',
    content: () => {
      const parameters = [
        ['Data Inicial ?', { date: '2026-03-01' }],
        ['Data Final ?', { date: '2026-03-31' }],
      ];
      const heading = 'Conta|Descricao|Saldo Anterior|Debito|Credito|Mov.Periodo|Saldo Atual';
      const title = ['Balancete de Verificação de 01/03/2026 até 31/03/2026'];
      return xlsxBytes([
        { name: 'Parâmetros', rows: parameters },
        { name: 'Plano de contas', rows: [title, ...withGroups(heading, typed)] },
      ]);
    },
    hasGroups: true,
  },
];
