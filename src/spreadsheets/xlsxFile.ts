// Writes an XLSX file of any length in constant memory: rows become XML as they arrive and are compressed on the
// way to the disk. node-xlsx, which writes pages, holds a whole workbook: 2.1 GB for 700,000 lines.
// Source: ECMA-376 part 1, 18.3.1 (worksheets) and 18.8 (styles).
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { partsOf, styleOf, xlsxCell, type Column, type CellRow, type XlsxCell } from './xlsxParts.js';
import { columnName, widthOf } from './xlsxPage.js';

/** Rows of a sheet; limit of Excel. */
export const SHEET_ROWS_MAX = 1_048_576;

export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
}

/** `number` from 1, ascending; rows in between are empty. */
export type XlsxRow = Readonly<{ number: number; cells: readonly XlsxCell[] }>;

type XlsxSheet = Readonly<{
  name: string;
  /** Widths in characters, by column; the others have the usual width. */
  widths: readonly number[];
  /** Puts a filter on the first row. */
  hasFilter: boolean;
  /** Whether the first row stays while others scroll: never in a dossier, whose bytes are made again. */
  isFrozen?: boolean;
  /** Rows in batches, which bound the memory. */
  rows: AsyncIterable<readonly XlsxRow[]>;
}>;

/** A heading with a filter, and the rows below it. */
export function tableSheet(
  name: string,
  columns: readonly Column[],
  batches: AsyncIterable<readonly CellRow[]>,
): XlsxSheet {
  return { name, widths: columns.map(widthOf), hasFilter: true, rows: tableRows(columns, batches) };
}

async function* tableRows(
  columns: readonly Column[],
  batches: AsyncIterable<readonly CellRow[]>,
): AsyncGenerator<readonly XlsxRow[]> {
  yield [{ number: 1, cells: columns.map(({ name }) => xlsxCell('text', name)) }];
  let number = 1;
  for await (const rows of batches)
    yield rows.map((row) => ({
      number: ++number,
      cells: columns.map(({ name, kind }) => xlsxCell(kind, row[name])),
    }));
}

const BATCH_ROWS = 250;

/** Rows that are in memory, so that no more of them become XML or JSON at a time. */
export async function* batched<Each>(rows: readonly Each[]): AsyncGenerator<readonly Each[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}

/** @throws TooManyRows, errors of the file system, and what the rows throw; the file is then incomplete */
export async function writeXlsx(path: string, sheets: readonly XlsxSheet[]): Promise<void> {
  await pipeline(xlsxStream(sheets), createWriteStream(path, { flush: true }));
}

/** Fails with TooManyRows and what the rows throw. */
export function xlsxStream(sheets: readonly XlsxSheet[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  for (const [name, text] of partsOf(sheets.map(({ name: sheet }) => sheet)))
    zip.addBuffer(Buffer.from(text), name);
  for (const [index, sheet] of sheets.entries()) {
    const stream = Readable.from(sheetXml(sheet), { objectMode: false }).on('error', fail);
    output.on('close', () => stream.destroy());
    zip.addReadStream(stream, `xl/worksheets/sheet${index + 1}.xml`);
  }
  zip.end();
  return output;
}

const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews>';

/** The sheet as XML, for workbooks whose bytes must follow from their rows alone. @throws TooManyRows */
export async function wholeSheetXml(sheet: XlsxSheet): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of sheetXml(sheet)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* sheetXml({ widths, hasFilter, isFrozen, rows }: XlsxSheet): AsyncGenerator<Buffer> {
  yield Buffer.from(`${SHEET_START}${isFrozen ? FROZEN : ''}${columnsXml(widths)}<sheetData>`);
  let lastRow = 1;
  let columns = 1;
  for await (const batch of rows) {
    let text = '';
    for (const row of batch) {
      if (row.number > SHEET_ROWS_MAX) throw new TooManyRows();
      text += rowXml(row);
      lastRow = row.number;
      columns = Math.max(columns, row.cells.length);
    }
    if (text !== '') yield Buffer.from(text);
  }
  const filter = hasFilter ? `<autoFilter ref="A1:${columnName(columns - 1)}${lastRow}"/>` : '';
  yield Buffer.from(`</sheetData>${filter}</worksheet>`);
}

function columnsXml(widths: readonly number[]): string {
  if (widths.length === 0) return '';
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

function rowXml({ number, cells }: XlsxRow): string {
  let text = `<row r="${number}">`;
  for (let at = 0; at < cells.length; at++) text += cellXml(`${columnName(at)}${number}`, cells[at] ?? null);
  return `${text}</row>`;
}

function cellXml(reference: string, cell: XlsxCell): string {
  switch (cell?.is) {
    case undefined:
      return '';
    case 'number':
      return `<c r="${reference}"${cell.format === null ? '' : ` s="${styleOf(cell.format)}"`}><v>${cell.number}</v></c>`;
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${cell.boolean ? 1 : 0}</v></c>`;
    case 'text':
      return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell.text)}</t></is></c>`;
  }
}

const MARKUP = /[&<>]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML cannot hold or would change (ECMA-376 part 1, 22.9.2.19: ST_Xstring). */
const NOT_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .replace(MARKUP, (character) => ENTITIES[character] ?? '')
    .replace(NOT_XML, (character) => `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`);
}
