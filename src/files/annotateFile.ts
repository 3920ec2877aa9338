// Writes a copy of a file as CSV or XLSX with the errors of each row in a last column.
// Source: docs/spec/files.md#interpretation.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileErrors } from '../domain/trialBalance/fileFindings.js';
import { looksLikeAmount } from './cells/amountText.js';
import { detectFileKind } from './formats/detectFileKind.js';
import { findHeading, HEADING_ROWS_MAX } from './headings/findHeading.js';
import { openFile } from './formats/openFile.js';
import { COLUMNS_MAX, FileRefused, type Cell, type OpenFile, type Table, type TableRow } from './formats/table.js';
import { BYTE_ORDER_MARK } from '../spreadsheets/csv.js';
import { xlsxCell, type XlsxCell } from '../spreadsheets/xlsxParts.js';
import { writeXlsx, type XlsxRow } from '../spreadsheets/xlsxFile.js';

const FORMULA = /^[=+\-@\t\r]/;
/** In characters. In a narrower column a spreadsheet rounds amounts without a format to what fits. */
const COLUMN_WIDTH = 18;

/** Row `line` of the file and of the copy, filled up to the column of errors. */
type AnnotatedRow = Readonly<{ line: number; cells: readonly Cell[]; note: string }>;
type AnnotatedRows = AsyncIterable<readonly AnnotatedRow[]>;

/**
 * Writes XLSX when `out` ends in `.xlsx`, else CSV. The copy of an unreadable file holds only what is wrong with
 * all of it.
 * @throws TooManyRows, and errors of the file system
 */
export async function annotateFile(path: string, out: string, errors: FileErrors): Promise<void> {
  const write = /\.xlsx$/i.test(out) ? writeAsXlsx : writeAsCsv;
  const reading = new AbortController();
  let file: OpenFile | null = null;
  try {
    file = await openFile(path, await detectFileKind(path), reading.signal);
    const place = await annotatedTable(file, errors);
    await write(out, annotatedRows(place, errors));
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    await write(out, generalAlone(errors));
  } finally {
    reading.abort();
    await file?.close();
  }
}

async function* generalAlone({ general, heading }: FileErrors): AsyncGenerator<readonly AnnotatedRow[]> {
  yield [heading, ...general].map((note, at) => ({ line: at + 1, cells: [], note }));
}

type Place = Readonly<{
  table: Table;
  /** Columns before the one of errors, which takes the place of that of an earlier copy. */
  width: number;
  isCopy: boolean;
  /** The physical row that gets the heading of that column. */
  headingLine: number;
}>;

/** The table an import would read, else the first visible one. */
async function annotatedTable({ tables }: OpenFile, { place, heading }: FileErrors): Promise<Place> {
  const visible = tables.filter(({ hidden }) => !hidden);
  const readTable = tables.length === 1 ? tables[0] : tables.find(({ name }) => name === place?.sheet);
  if (place !== undefined && readTable !== undefined)
    return placeIn(readTable, await firstRows(readTable), place.headingLine, heading);
  let fallback: Place | null = null;
  for (const table of visible.length > 0 ? visible : tables) {
    const first = await firstRows(table);
    const found = findHeading(first);
    if ('columns' in found) return placeIn(table, first, found.line, heading);
    fallback ??= placeIn(table, first, first[0]?.line ?? 1, heading);
  }
  if (fallback === null) throw new FileRefused({ is: 'FileWithoutLines' });
  return fallback;
}

function placeIn(table: Table, first: readonly TableRow[], headingLine: number, heading: string): Place {
  const width = first.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const isCopy = first.find(({ line }) => line === headingLine)?.cells[width - 1] === heading;
  return { table, width: isCopy ? width - 1 : width, isCopy, headingLine };
}

async function firstRows(table: Table): Promise<readonly TableRow[]> {
  const first: TableRow[] = [];
  for await (const rows of table.rows()) {
    for (const row of rows) first.push(row);
    if (first.length >= HEADING_ROWS_MAX) break;
  }
  return first;
}

async function* annotatedRows(
  { table, width, isCopy, headingLine }: Place,
  { byLine, general, heading }: FileErrors,
): AsyncGenerator<readonly AnnotatedRow[]> {
  let unwritten = general;
  for await (const rows of table.rows())
    yield rows.map(({ line, cells }) => {
      const notes = [...(line === headingLine ? [heading] : []), ...unwritten, ...(byLine.get(line) ?? [])];
      unwritten = [];
      const padding = Array<Cell>(Math.max(0, width - cells.length)).fill(null);
      const kept = isCopy ? cells.slice(0, width) : cells;
      return { line, cells: [...kept, ...padding], note: notes.join(' | ') };
    });
}

async function writeAsXlsx(out: string, rows: AnnotatedRows): Promise<void> {
  const widths = Array<number>(COLUMNS_MAX).fill(COLUMN_WIDTH);
  await writeXlsx(out, [{ name: 'Balancete', widths, hasFilter: false, rows: xlsxRows(rows) }]);
}

async function* xlsxRows(rows: AnnotatedRows): AsyncGenerator<readonly XlsxRow[]> {
  for await (const batch of rows)
    yield batch.map(({ line, cells, note }) => ({
      number: line,
      cells: [...cells.map(copied), xlsxCell('text', note)],
    }));
}

/** Numbers keep no format: the file's own may be an amount's or a code's. */
function copied(cell: Cell): XlsxCell {
  if (typeof cell === 'object') return cell && xlsxCell('date', cell.date);
  return xlsxCell('text', cell);
}

/** UTF-8 with byte order mark and `;`, the format of spreadsheets in Brazil. */
async function writeAsCsv(out: string, rows: AnnotatedRows): Promise<void> {
  await pipeline(Readable.from(csvText(rows)), createWriteStream(out));
}

async function* csvText(rows: AnnotatedRows): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  let next = 1;
  for await (const batch of rows) {
    let text = '';
    for (const { line, cells, note } of batch) {
      for (; next < line; next++) text += '\r\n';
      text += `${[...cells.map(textOf), note].map(csvCell).join(';')}\r\n`;
      next = line + 1;
    }
    yield text;
  }
}

function csvCell(text: string): string {
  // Amounts and the dash of a zero begin like formulas: `-R$ 1,00`.
  const isFormula = FORMULA.test(text) && /[^\s-]/.test(text) && !looksLikeAmount(text);
  const safe = isFormula ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return typeof cell === 'object' ? cell.date : String(cell);
}
