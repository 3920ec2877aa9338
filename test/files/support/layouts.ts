// Reports as different programs lay them out, as rows of cells, all of the same six lines; and those rows in every
// format a file may come in. Layouts of single programs are in erpReports, those of single marks in layoutTable.
import { xlsBytes, xlsxBytes, escapeXml, type MadeCell } from '../spreadsheets.js';
import { amounts, brazilian, debtors, HEAD, reais, sided, type Balances } from '../erpReports/books.js';
import { cp850, delimited, latin1, utf16, type Cells } from '../erpReports/report.js';
import { LINES, type Line } from './readReport.js';

export type Rows = Cells;

export const HEADING = HEAD;

/** Code, name and the cells of the amounts of some lines. */
const rowsOf = (cells: (it: Balances) => readonly MadeCell[], lines: readonly Line[] = LINES): Rows =>
  lines.map(([code, name, opening, debit, credit, closing]) => [
    code,
    name,
    ...cells({ opening, debit, credit, closing }),
  ]);
const signed = (it: Balances): readonly string[] => amounts(it, brazilian);
const layout = (heading: string, cells = signed): Rows => [heading.split('|'), ...rowsOf(cells)];

/** The lines of `readReport.ts` in the plainest layout, without heading. */
export const good: Rows = rowsOf(signed);
export const csv = (rows: Rows): string => delimited(rows);
/** All lines of `readReport.ts`, under what stands above their heading. */
export const withHeading = (...above: Rows): string => csv([...above, HEADING, ...good]);
/** One line, of `1.1.01.001`. */
export const line = (...cells: readonly string[]): string => csv([HEADING, ['1.1.01.001', 'Caixa', ...cells]]);

/** Every layout reads as LINES: sides are marked, or amounts signed. */
export const LAYOUTS = {
  'signed amounts': [HEADING, ...good],
  'D/C columns of equal headings': layout('Código|Nome|Saldo Inicial|D/C|Débitos|Créditos|Saldo Final|D/C', (it) =>
    sided(it),
  ),
  'D/C columns without headings': layout('Conta|Título|Saldo anterior||Débito|Crédito|Saldo atual|', (it) =>
    sided(it),
  ),
  'balances in debit and credit columns': layout(
    'conta|descricao|saldo_anterior_debito|saldo_anterior_credito|mov_debito|mov_credito|' +
      'saldo_atual_devedor|saldo_atual_credor',
    (it) => debtors(it).map((cents, at) => (cents === 0 && at > 3 ? '' : brazilian(cents))),
  ),
  'two balances of equal headings': layout('Conta|Nome|Saldo|Débito|Crédito|Saldo'),
  'letters lost as replacement characters': layout(
    'Conta|Descri\ufffd\ufffdo|Saldo Anterior|D\ufffdbito|Cr\ufffddito|Saldo Atual',
  ),
  'titles, groups, pages, totals and headings again': [
    ['Empresa: 185 - COMERCIO LTDA - CNPJ: 11.222.333/0001-81'],
    ['Balancete de verificação', '', '', '', 'Folha: 1'],
    ['Período: 01/03/2026 a 31/03/2026', '', '', '', 'Emissão: 05/04/2026'],
    [],
    HEADING,
    ['', 'ATIVO', '', '', '', ''],
    ...good.slice(0, 3),
    ['Página 1', '', '', '', '', ''],
    ['Empresa: 185 - COMERCIO LTDA', '', '', '', 'Folha: 2', ''],
    HEADING,
    ...good.slice(3),
    ['', 'Total de débitos/créditos', '', '1.000,00', '1.000,00', ''],
    ['Totais', '', '0,00', '1.000,00', '1.000,00', '0,00'],
    ['', 'Lucro do período', '', '', '', '10,00'],
  ],
  'columns in another order on the second page': [
    HEADING,
    ...good.slice(0, 3),
    ['Conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'Descrição'],
    ...good.slice(3).map(([code = null, name = null, ...cells]) => [code, ...cells, name]),
  ],
} as const satisfies Readonly<Record<string, Rows>>;

/** Numbers, and codes as text, as a spreadsheet keeps them. */
export const TYPED: Rows = [HEADING, ...rowsOf((it) => amounts<MadeCell>(it, reais))];

export type Writer = (rows: Rows) => Promise<Uint8Array> | Uint8Array | string;

const text = (cell: MadeCell): string => (cell === null ? '' : typeof cell === 'object' ? '' : String(cell));

export const WRITERS: Readonly<Record<string, Writer>> = {
  'CSV with semicolons in UTF-8': csv,
  'CSV with commas and a byte order mark': (rows) => `\ufeff${delimited(rows, ',').replaceAll('\r\n', '\n')}`,
  'CSV after sep=': (rows) => `sep=;\r\n${csv(rows)}`,
  'CSV with every cell quoted': (rows) =>
    rows.map((cells) => cells.map((cell) => `"${text(cell)}"`).join(';')).join('\r\n'),
  'TXT with tabs in UTF-16': (rows) => utf16(delimited(rows, '\t')),
  'TXT with bars around': (rows) => rows.map((cells) => `|${cells.map(text).join('|')}|\r\n`).join(''),
  XLSX: (rows) => xlsxBytes([{ name: 'Balancete', rows }]),
  'XLSX with texts in cells': (rows) => xlsxBytes([{ name: 'Balancete', rows }], { texts: 'inline' }),
  'HTML named as a spreadsheet': (rows) =>
    `<html><head><meta charset="utf-8"></head><body><table>${rows
      .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeXml(text(cell))}</td>`).join('')}</tr>`)
      .join('')}</table></body></html>`,
  'SpreadsheetML 2003': (rows) =>
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Balancete"><Table>${rows
      .map(
        (cells) =>
          `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${escapeXml(text(cell))}</Data></Cell>`).join('')}</Row>`,
      )
      .join('')}</Table></Worksheet></Workbook>`,
};

/** What only some layouts can be written in: letters outside of the code page are none of theirs. */
export const NARROW_WRITERS: Readonly<Record<string, Writer>> = {
  'CSV in windows-1252': (rows) => latin1(csv(rows)),
  'CSV in CP850': (rows) => cp850(csv(rows)),
  XLS: (rows) => xlsBytes([{ name: 'Balancete', rows }]),
};
