// Writes one page of a list as an XLSX of one sheet. node-xlsx works synchronously and holds the whole file in
// memory.
// Source: docs/spec/requests.md#xlsx.
import { FORMATS, xlsxCell, type CellValue, type Column, type ColumnKind } from './xlsxParts.js';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Limit of Excel. */
const SHEET_NAME_LENGTH_MAX = 31;
/** Widths in characters; spreadsheets show `#` for a date that does not fit. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 18,
  integer: 8,
  amount: 20,
  boolean: 12,
  date: 12,
  moment: 18,
};
/** Width of the filter's button in a heading. */
const BUTTON_WIDTH = 4;

export async function xlsxPage(
  name: string,
  columns: readonly Column[],
  rows: readonly object[],
): Promise<Buffer> {
  const { build } = await import('node-xlsx');
  const headings = columns.map((column) => column.name);
  const lines = (rows as readonly Readonly<Record<string, CellValue>>[]).map((row) =>
    columns.map((column) => cellOf(column.kind, row[column.name])),
  );
  const lastCell = { r: rows.length, c: columns.length - 1 };
  const options = {
    '!cols': columns.map((column) => ({ wch: widthOf(column) })),
    '!autofilter': { ref: `A1:${columnName(lastCell.c)}${lastCell.r + 1}` },
  };
  const sheet = { name: name.slice(0, SHEET_NAME_LENGTH_MAX), data: [headings, ...lines], options };
  return build([sheet], {
    parseOptions: { dense: true },
    writeOptions: { type: 'buffer', bookSST: true, compression: true },
  });
}

/** 0 is A, 26 is AA. */
export function columnName(index: number): string {
  const lastLetter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? lastLetter : `${columnName(Math.floor(index / 26) - 1)}${lastLetter}`;
}

export function widthOf({ name, kind }: Column): number {
  return Math.max(WIDTHS[kind], name.length + BUTTON_WIDTH);
}

/** A cell object of node-xlsx. */
function cellOf(kind: ColumnKind, value: CellValue) {
  const cell = xlsxCell(kind, value);
  switch (cell?.is) {
    case undefined:
      return null;
    case 'text':
      return { t: 's', v: cell.text };
    case 'boolean':
      return { t: 'b', v: cell.boolean };
    case 'number':
      return { t: 'n', v: cell.number, ...(cell.format !== null && { z: FORMATS[cell.format] }) };
  }
}
