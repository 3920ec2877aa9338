// Reports as different programs lay them out, as rows of cells, all of the same six lines; and those rows in every
// format a file may come in.
import { xlsBytes, xlsxBytes, escapeXml, type MadeCell } from '../spreadsheets.js';
import { LINES, type Line } from './readReport.js';

export type Rows = readonly (readonly MadeCell[])[];

export const HEADING = ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];

/** 123456 → 1.234,56 */
export function brazilian(cents: number): string {
  return (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
}

function lines(heading: readonly string[], cells: (line: Line) => readonly MadeCell[]): Rows {
  return [heading, ...LINES.map(cells)];
}

function unsigned(cents: number): string {
  return brazilian(Math.abs(cents));
}

const side = (cents: number): string => (cents < 0 ? 'C' : 'D');

/** Every layout reads as LINES: sides are marked, or amounts signed. */
export const LAYOUTS: Readonly<Record<string, Rows>> = {
  'signed amounts': lines(HEADING, ([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)]),
  'a D/C suffix': lines(HEADING, ([code, name, before, debit, credit, after]) => [
    code,
    name,
    unsigned(before) + side(before),
    brazilian(debit),
    brazilian(credit),
    unsigned(after) + side(after),
  ]),
  'a D/C suffix after a blank': lines(HEADING, ([code, name, before, debit, credit, after]) => [
    code,
    name,
    before === 0 ? '0,00' : `${unsigned(before)} ${side(before)}`,
    brazilian(debit),
    brazilian(credit),
    `${unsigned(after)} ${side(after)}`,
  ]),
  'D/C columns of equal headings': lines(
    ['Código', 'Nome', 'Saldo Inicial', 'D/C', 'Débitos', 'Créditos', 'Saldo Final', 'D/C'],
    ([code, name, before, debit, credit, after]) => [
      code,
      name,
      unsigned(before),
      side(before),
      brazilian(debit),
      brazilian(credit),
      unsigned(after),
      side(after),
    ],
  ),
  'D/C columns without headings': lines(
    ['Conta', 'Título', 'Saldo anterior', '', 'Débito', 'Crédito', 'Saldo atual', ''],
    ([code, name, before, debit, credit, after]) => [
      code,
      name,
      unsigned(before),
      side(before),
      brazilian(debit),
      brazilian(credit),
      unsigned(after),
      side(after),
    ],
  ),
  'balances in debit and credit columns': lines(
    [
      'conta',
      'descricao',
      'saldo_anterior_debito',
      'saldo_anterior_credito',
      'mov_debito',
      'mov_credito',
      'saldo_atual_devedor',
      'saldo_atual_credor',
    ],
    ([code, name, before, debit, credit, after]) => [
      code,
      name,
      before > 0 ? brazilian(before) : '0,00',
      before < 0 ? unsigned(before) : '0,00',
      brazilian(debit),
      brazilian(credit),
      after > 0 ? brazilian(after) : '',
      after < 0 ? unsigned(after) : '',
    ],
  ),
  'three pairs of debit and credit under one row of groups': [
    ['', '', 'Saldo Anterior', '', 'Movimento', '', 'Saldo Atual', ''],
    ['Conta', 'Descrição', 'Débito', 'Crédito', 'Débito', 'Crédito', 'Débito', 'Crédito'],
    ...LINES.map(([code, name, before, debit, credit, after]) => [
      code,
      name,
      brazilian(Math.max(before, 0)),
      brazilian(Math.max(-before, 0)),
      brazilian(debit),
      brazilian(credit),
      brazilian(Math.max(after, 0)),
      brazilian(Math.max(-after, 0)),
    ]),
  ],
  'parentheses for credit': lines(HEADING, ([code, name, before, debit, credit, after]) => [
    code,
    name,
    before < 0 ? `(${unsigned(before)})` : brazilian(before),
    brazilian(debit),
    brazilian(credit),
    after < 0 ? `(${unsigned(after)})` : brazilian(after),
  ]),
  'a minus behind': lines(HEADING, ([code, name, before, debit, credit, after]) => [
    code,
    name,
    unsigned(before) + (before < 0 ? '-' : ''),
    brazilian(debit),
    brazilian(credit),
    unsigned(after) + (after < 0 ? '-' : ''),
  ]),
  'decimal points': lines(
    ['accountCode', 'accountName', 'previousBalance', 'debit', 'credit', 'finalBalance'],
    ([code, name, ...amounts]) => [code, name, ...amounts.map((cents) => (cents / 100).toFixed(2))],
  ),
  'points for decimals and commas for thousands': lines(HEADING, ([code, name, ...amounts]) => [
    code,
    name,
    ...amounts.map((cents) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })),
  ]),
  'currency signs and typographic minus': lines(HEADING, ([code, name, ...amounts]) => [
    code,
    name,
    ...amounts.map((cents) => `R$\u00a0${cents < 0 ? '\u2212' : ''}${unsigned(cents)}`),
  ]),
  'amounts padded with zeros': lines(HEADING, ([code, name, ...amounts]) => [
    ` ${code} `,
    name,
    ...amounts.map(
      (cents) =>
        `${cents < 0 ? '-' : ' '}${(Math.abs(cents) / 100).toFixed(2).padStart(19, '0').replace('.', ',')}`,
    ),
  ]),
  'six decimals': lines(HEADING, ([code, name, ...amounts]) => [
    code,
    name,
    ...amounts.map((cents) => (cents / 100).toFixed(6).replace('.', ',')),
  ]),
  'a movement column': lines(
    ['CONTA', 'DESCRICAO', 'SALDO ANTERIOR', 'DEBITO', 'CREDITO', 'MOVIMENTO DO PERIODO', 'SALDO ATUAL'],
    ([code, name, before, debit, credit, after]) => [
      code,
      name,
      `${unsigned(before)} ${side(before)}`,
      brazilian(debit),
      brazilian(credit),
      `${unsigned(debit - credit)} ${side(debit - credit)}`,
      `${unsigned(after)} ${side(after)}`,
    ],
  ),
  'a heading of two rows': [
    ['Conta', 'Descrição', 'Saldo', 'Movimento', '', 'Saldo'],
    ['', '', 'Anterior', 'Débito', 'Crédito', 'Atual'],
    ...LINES.map(([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)]),
  ],
  'two balances of equal headings': lines(
    ['Conta', 'Nome', 'Saldo', 'Débito', 'Crédito', 'Saldo'],
    ([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)],
  ),
  'balances named by their dates': lines(
    ['Conta', 'Nome', 'Saldo em 28/02/2026', 'Débito', 'Crédito', 'Saldo em 31/03/2026'],
    ([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)],
  ),
  'letters lost as question marks': lines(
    ['Conta', 'Descri??o', 'Saldo Anterior', 'D?bito', 'Cr?dito', 'Saldo Atual'],
    ([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)],
  ),
  'letters lost as replacement characters': lines(
    ['Conta', 'Descri\ufffd\ufffdo', 'Saldo Anterior', 'D\ufffdbito', 'Cr\ufffddito', 'Saldo Atual'],
    ([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)],
  ),
  'a classification beside short codes': lines(
    ['Código', 'Classificação', 'Descrição da conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'],
    ([code, name, ...amounts]) => [
      String(LINES.findIndex(([other]) => other === code) + 101),
      code,
      name,
      ...amounts.map(brazilian),
    ],
  ),
  'titles, groups, pages, totals and headings again': [
    ['Empresa: 185 - COMERCIO LTDA - CNPJ: 11.222.333/0001-81'],
    ['Balancete de verificação', '', '', '', 'Folha: 1'],
    ['Período: 01/03/2026 a 31/03/2026', '', '', '', 'Emissão: 05/04/2026'],
    [],
    HEADING,
    ['', 'ATIVO', '', '', '', ''],
    ...LINES.slice(0, 3).map(([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)]),
    ['Página 1', '', '', '', '', ''],
    ['Empresa: 185 - COMERCIO LTDA', '', '', '', 'Folha: 2', ''],
    HEADING,
    ...LINES.slice(3).map(([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)]),
    ['', 'Total de débitos/créditos', '', '1.000,00', '1.000,00', ''],
    ['Totais', '', '0,00', '1.000,00', '1.000,00', '0,00'],
    ['', 'Lucro do período', '', '', '', '10,00'],
  ],
  'columns in another order on the second page': [
    HEADING,
    ...LINES.slice(0, 3).map(([code, name, ...amounts]) => [code, name, ...amounts.map(brazilian)]),
    ['Conta', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual', 'Descrição'],
    ...LINES.slice(3).map(([code, name, ...amounts]) => [code, ...amounts.map(brazilian), name]),
  ],
};

/** Numbers, and codes as text, as a spreadsheet keeps them. */
export const TYPED: Rows = lines(HEADING, ([code, name, ...amounts]) => [
  code,
  name,
  ...amounts.map((cents) => cents / 100),
]);

export type Writer = (rows: Rows) => Promise<Uint8Array> | Uint8Array;

const text = (cell: MadeCell): string => (cell === null ? '' : typeof cell === 'object' ? '' : String(cell));

export function delimited(rows: Rows, delimiter: string, end = '\r\n'): string {
  const quoted = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') || cell.includes('\n')
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  return rows.map((cells) => cells.map((cell) => quoted(text(cell))).join(delimiter) + end).join('');
}

const CP850: Readonly<Record<string, number>> = {
  ç: 0x87,
  ó: 0xa2,
  ú: 0xa3,
  ê: 0x88,
  ô: 0x93,
  ã: 0xc6,
  é: 0x82,
  í: 0xa1,
  õ: 0xe4,
  á: 0xa0,
  Ç: 0x80,
  '\u00a0': 0x20,
  '\u2212': 0x2d,
};

export const WRITERS: Readonly<Record<string, Writer>> = {
  'CSV with semicolons in UTF-8': (rows) => Buffer.from(delimited(rows, ';')),
  'CSV with commas and a byte order mark': (rows) => Buffer.from(`\ufeff${delimited(rows, ',', '\n')}`),
  'CSV after sep=': (rows) => Buffer.from(`sep=;\r\n${delimited(rows, ';')}`),
  'CSV with every cell quoted': (rows) =>
    Buffer.from(rows.map((cells) => cells.map((cell) => `"${text(cell)}"`).join(';')).join('\r\n')),
  'TXT with tabs in UTF-16': (rows) => Buffer.from(`\ufeff${delimited(rows, '\t')}`, 'utf16le'),
  'TXT with bars around': (rows) =>
    Buffer.from(rows.map((cells) => `|${cells.map(text).join('|')}|\r\n`).join('')),
  XLSX: (rows) => xlsxBytes([{ name: 'Balancete', rows }]),
  'XLSX with texts in cells': (rows) => xlsxBytes([{ name: 'Balancete', rows }], { texts: 'inline' }),
  'HTML named as a spreadsheet': (rows) =>
    Buffer.from(
      `<html><head><meta charset="utf-8"></head><body><table>${rows
        .map((cells) => `<tr>${cells.map((cell) => `<td>${escapeXml(text(cell))}</td>`).join('')}</tr>`)
        .join('')}</table></body></html>`,
    ),
  'SpreadsheetML 2003': (rows) =>
    Buffer.from(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Balancete"><Table>${rows
        .map(
          (cells) =>
            `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${escapeXml(text(cell))}</Data></Cell>`).join('')}</Row>`,
        )
        .join('')}</Table></Worksheet></Workbook>`,
    ),
};

/** What only some layouts can be written in: letters outside of the code page are none of theirs. */
export const NARROW_WRITERS: Readonly<Record<string, Writer>> = {
  'CSV in windows-1252': (rows) => Buffer.from(delimited(rows, ';'), 'latin1'),
  'CSV in CP850': (rows) =>
    Buffer.from(Array.from(delimited(rows, ';'), (one) => CP850[one] ?? one.charCodeAt(0))),
  XLS: (rows) => xlsBytes([{ name: 'Balancete', rows }]),
};
